// Which sheet lies over the page.

export const settingsSheet = $state({ open: false });
