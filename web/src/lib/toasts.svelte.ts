// Short notes that come and go.
import { announce } from './announcer.svelte';

export interface Toast {
  id: number;
  text: string;
  tone: 'plain' | 'danger';
}

export const toasts: Toast[] = $state([]);
let next = 0;

/** Shows a note for a few seconds. */
export function toast(text: string, tone: Toast['tone'] = 'plain'): void {
  const id = next++;
  toasts.push({ id, text, tone });
  announce(text);
  setTimeout(() => dismiss(id), 6000);
}

/** Takes a note away. */
export function dismiss(id: number): void {
  const i = toasts.findIndex((toast) => toast.id === id);
  if (i >= 0) toasts.splice(i, 1);
}
