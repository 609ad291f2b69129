// What a screen reader is told: turns at once, everything else when it is done speaking.

export const announcements = $state({ polite: '', assertive: '' });

/** Says something to those who listen. */
export function announce(text: string, urgency: 'polite' | 'assertive' = 'polite'): void {
  // The same words twice are only spoken twice if the region changes in between.
  announcements[urgency] = announcements[urgency] === text ? `${text}\u00a0` : text;
}
