/** Whether the game was compiled for browsers when the client was built. */
declare const __WITH_GAME__: boolean;
