// What a browser's window has and the one of the tests lacks; parts of the table ask for it as soon as they are loaded.
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
