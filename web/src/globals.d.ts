/** Whether the game itself was built into this client, so that tables can live in the browser. */
declare const __PLAYS_HERE__: boolean;
