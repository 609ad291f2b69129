// The client in English. A text is a string or a function of what it speaks of; another language has the same ones.
import { counted, listed } from '../lib/words';
import table from './table/en';

const en = {
  /** The language in its own words. */
  name: 'English',

  common: {
    title: 'Alhambra',
    news: 'News',
    close: 'Close',
    cancel: 'Cancel',
    back: 'Back',
    you: 'you',
    loading: 'One moment.',
    dark: 'Dark',
    light: 'Light',
    settings: 'Settings',
    rules: 'Rules',
    list: (things: string[]) => listed('en', things),
    copied: 'Copied.',
    home: 'Start page',
  },

  /** What is in the box. */
  game: {
    games: { alhambra: 'Alhambra', granada: 'Granada', both: 'Alhambra + Granada' },
    buildings: {
      pavilion: 'Pavilion',
      seraglio: 'Seraglio',
      arcades: 'Arcades',
      chambers: 'Chambers',
      garden: 'Garden',
      tower: 'Tower',
    },
    granada: {
      arena: 'Arena',
      'bath-house': 'Bath house',
      library: 'Library',
      hostel: 'Hostel',
      hospital: 'Hospital',
      market: 'Market',
      park: 'Park',
      school: 'School',
      residential: 'Residential area',
    },
    currencies: { fl: 'Florin', di: 'Dirham', de: 'Denar', du: 'Ducat' },
    modules: {
      vizier: 'Vizier’s favour',
      bureaux: 'Bureaux de change',
      'bonus-cards': 'Bonus cards',
      huts: 'Workers’ huts',
      walls: 'Walls',
      thieves: 'Thieves',
      change: 'Change',
      'street-trader': 'Street trader',
      camps: 'Camps',
      bazaars: 'Bazaars',
      falconers: 'Falconers',
    },
    round: (round: number) => ['first scoring', 'second scoring', 'third scoring'][round - 1] ?? '',
    dirk: 'Dirk',
    levels: { easy: 'Easy', fair: 'Fair', strong: 'Strong', random: 'Random', greedy: 'Greedy' } as Record<
      string,
      string
    >,
    points: (n: number) => counted(n, 'point', 'points'),
    cards: (n: number) => counted(n, 'card', 'cards'),
    players: (n: number) => counted(n, 'player', 'players'),
  },

  /** Answers of the server that say no. */
  problems: {
    'not-found': 'There is nothing under this address.',
    full: 'This table is full.',
    'not-your-seat': 'Somebody else sits here.',
    'not-host': 'Only the host can do this.',
    'not-your-turn': 'It is not your turn.',
    stale: 'Somebody was faster. Here is the table as it is now.',
    illegal: 'That is not allowed now.',
    unplayable: 'This choice can’t be played.',
    'not-now': 'Not at this moment.',
    malformed: 'The server did not understand that.',
    'too-large': 'That is too long.',
    'too-many': 'Too fast. Wait a moment.',
    'not-allowed': 'This table does not allow that.',
    invalid: 'That can’t be read.',
    unavailable: 'The server is busy. Try again in a moment.',
    offline: 'The server can’t be reached.',
  },

  start: {
    lead: 'Buy the buildings, close the wall, and let the others wonder which currency you are hoarding.',
    playNow: 'Play now',
    playNowNote: (bots: number) =>
      bots === 1 ? 'against one bot' : `against ${['', '', 'two', 'three', 'four', 'five'][bots] ?? bots} bots`,
    friends: 'Play with friends',
    friendsNote: 'open a table, share the link',
    gotCode: 'Got a code?',
    codeExample: 'lion-42',
    join: 'Join',
    goOn: 'Go on',
    openTables: 'Open tables',
    howToPlay: 'How to play',
    games: 'My games',
    replays: 'Replay a record',
    rules: 'Rules',
    yourTurn: 'Your turn',
    thinking: (name: string) => `${name} is choosing`,
    waiting: 'Waiting for players',
    paused: 'Paused',
    line: (game: string, players: number, modules: number) =>
      modules === 0
        ? `${game}, ${counted(players, 'player', 'players')}`
        : `${game}, ${counted(players, 'player', 'players')}, ${counted(modules, 'module', 'modules')}`,
  },

  notFound: {
    title: 'Nothing stands here.',
    text: 'The address may be old, or a letter is missing.',
    home: 'To the start page',
  },

  connection: {
    lost: (seconds: number) =>
      seconds > 0
        ? `Connection lost. Trying again in ${counted(seconds, 'second', 'seconds')}.`
        : 'Connection lost. Trying again.',
    retry: 'Try now',
  },

  settings: {
    title: 'Settings',
    language: 'Language',
    theme: 'Theme',
    themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
    speed: 'Speed of other players’ acts',
    speeds: { slow: 'Slow', normal: 'Normal', fast: 'Fast', instant: 'At once' },
    sounds: 'Sounds',
    silent: 'off',
    confirm: 'Confirm the end of a turn',
    confirmNote: 'The last step waits two seconds and can be undone.',
    patterns: 'Stronger patterns',
    patternsNote: 'Marks beside every colour.',
    notifications: 'Tell me when it is my turn',
    notificationsBlocked: 'The browser blocks notifications for this page.',
    name: 'Your name',
    save: 'Save',
    keys: 'Keys',
    keysUsual: 'Usual keys',
    pressKey: 'Press a key',
  },

  keys: {
    market1: 'Market: florins',
    market2: 'Market: dirhams',
    market3: 'Market: denars',
    market4: 'Market: ducats',
    money1: 'First money card',
    money2: 'Second money card',
    money3: 'Third money card',
    money4: 'Fourth money card',
    redesign: 'Redesign',
    primary: 'Do it',
    undo: 'Undo',
    back: 'Back',
    hint: 'Hint',
    flip: 'Flip the tile',
    dirk: 'Give to Dirk',
    reserve: 'To the reserve',
    vizier: 'Vizier',
    pass: 'Pass',
    turningPoint: 'Next turning point',
    search: 'Search the rules',
    fit: 'Whole palace',
    zoomIn: 'Closer',
    zoomOut: 'Further away',
    log: 'Log',
    neighbours: 'Read the neighbours',
    asText: 'Palace as text',
    sound: 'Sound',
    keys: 'All keys',
  },

  /** The table itself. */
  table,
};

export default en;
