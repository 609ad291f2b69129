// The client in German.
import { counted, listed } from '../lib/words';
import table from './table/de';
import type { Texts } from './index.svelte';

const de: Texts = {
  name: 'Deutsch',

  common: {
    title: 'Alhambra',
    news: 'Neues',
    close: 'Schließen',
    cancel: 'Abbrechen',
    back: 'Zurück',
    you: 'du',
    loading: 'Einen Moment.',
    dark: 'Dunkel',
    light: 'Hell',
    settings: 'Einstellungen',
    rules: 'Regeln',
    list: (things) => listed('de', things),
    copied: 'Kopiert.',
    home: 'Startseite',
  },

  game: {
    games: { alhambra: 'Alhambra', granada: 'Granada', both: 'Alhambra + Granada' },
    buildings: {
      pavilion: 'Pavillon',
      seraglio: 'Serail',
      arcades: 'Arkaden',
      chambers: 'Gemächer',
      garden: 'Garten',
      tower: 'Turm',
    },
    granada: {
      arena: 'Arena',
      'bath-house': 'Badehaus',
      library: 'Bibliothek',
      hostel: 'Herberge',
      hospital: 'Hospital',
      market: 'Markt',
      park: 'Park',
      school: 'Schule',
      residential: 'Wohnviertel',
    },
    currencies: { fl: 'Gulden', di: 'Dirham', de: 'Denar', du: 'Dukaten' },
    modules: {
      vizier: 'Gunst des Wesirs',
      bureaux: 'Wechselstuben',
      'bonus-cards': 'Bonuskarten',
      huts: 'Bauhütten',
      walls: 'Mauern',
      thieves: 'Diebe',
      change: 'Wechselgeld',
      'street-trader': 'Fliegender Händler',
      camps: 'Feldlager',
      bazaars: 'Basare',
      falconers: 'Falkner',
    },
    round: (round) => ['erste Wertung', 'zweite Wertung', 'dritte Wertung'][round - 1] ?? '',
    dirk: 'Dirk',
    levels: { easy: 'Leicht', fair: 'Mittel', strong: 'Stark', random: 'Zufällig', greedy: 'Gierig' },
    points: (n) => counted(n, 'Punkt', 'Punkte'),
    cards: (n) => counted(n, 'Karte', 'Karten'),
    players: (n) => counted(n, 'Person', 'Personen'),
  },

  problems: {
    'not-found': 'Unter dieser Adresse ist nichts.',
    full: 'Dieser Tisch ist voll.',
    'not-your-seat': 'Hier sitzt jemand anderes.',
    'not-host': 'Das kann nur, wer den Tisch eröffnet hat.',
    'not-your-turn': 'Du bist nicht am Zug.',
    stale: 'Jemand war schneller. So steht der Tisch jetzt.',
    illegal: 'Das ist jetzt nicht erlaubt.',
    unplayable: 'Diese Auswahl lässt sich nicht spielen.',
    'not-now': 'Nicht in diesem Moment.',
    malformed: 'Der Server hat das nicht verstanden.',
    'too-large': 'Das ist zu lang.',
    'too-many': 'Zu schnell. Warte einen Moment.',
    'not-allowed': 'Dieser Tisch lässt das nicht zu.',
    invalid: 'Das lässt sich nicht lesen.',
    unavailable: 'Der Server ist beschäftigt. Versuch es gleich noch einmal.',
    offline: 'Der Server ist nicht zu erreichen.',
  },

  start: {
    lead: 'Kauf die Gebäude, schließ die Mauer und lass die anderen rätseln, welche Währung du hortest.',
    playNow: 'Sofort spielen',
    playNowNote: (bots) =>
      bots === 1 ? 'gegen einen Bot' : `gegen ${['', '', 'zwei', 'drei', 'vier', 'fünf'][bots] ?? bots} Bots`,
    friends: 'Mit Freunden spielen',
    friendsNote: 'Tisch eröffnen, Link teilen',
    gotCode: 'Hast du einen Code?',
    codeExample: 'lion-42',
    join: 'Dazusetzen',
    goOn: 'Weiterspielen',
    openTables: 'Offene Tische',
    howToPlay: 'So geht’s',
    games: 'Meine Spiele',
    replays: 'Aufzeichnung ansehen',
    rules: 'Regeln',
    yourTurn: 'Du bist am Zug',
    thinking: (name) => `${name} überlegt`,
    waiting: 'Wartet auf Mitspielende',
    paused: 'Pause',
    line: (game, players, modules) =>
      modules === 0
        ? `${game}, ${counted(players, 'Person', 'Personen')}`
        : `${game}, ${counted(players, 'Person', 'Personen')}, ${counted(modules, 'Modul', 'Module')}`,
  },

  notFound: {
    title: 'Hier steht nichts.',
    text: 'Vielleicht ist die Adresse alt, oder ein Buchstabe fehlt.',
    home: 'Zur Startseite',
  },

  connection: {
    lost: (seconds) =>
      seconds > 0
        ? `Verbindung verloren. Neuer Versuch in ${counted(seconds, 'Sekunde', 'Sekunden')}.`
        : 'Verbindung verloren. Neuer Versuch.',
    retry: 'Jetzt versuchen',
  },

  settings: {
    title: 'Einstellungen',
    language: 'Sprache',
    theme: 'Farben',
    themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
    speed: 'Tempo fremder Züge',
    speeds: { slow: 'Langsam', normal: 'Normal', fast: 'Schnell', instant: 'Sofort' },
    sounds: 'Töne',
    silent: 'aus',
    confirm: 'Zugende bestätigen',
    confirmNote: 'Der letzte Schritt wartet zwei Sekunden und lässt sich zurücknehmen.',
    patterns: 'Stärkere Muster',
    patternsNote: 'Zeichen neben jeder Farbe.',
    notifications: 'Sag mir, wenn ich am Zug bin',
    notificationsBlocked: 'Der Browser lässt für diese Seite keine Mitteilungen zu.',
    name: 'Dein Name',
    save: 'Speichern',
    keys: 'Tasten',
    keysUsual: 'Übliche Tasten',
    pressKey: 'Drück eine Taste',
  },

  keys: {
    market1: 'Bauhof: Gulden',
    market2: 'Bauhof: Dirham',
    market3: 'Bauhof: Denar',
    market4: 'Bauhof: Dukaten',
    money1: 'Erste Geldkarte',
    money2: 'Zweite Geldkarte',
    money3: 'Dritte Geldkarte',
    money4: 'Vierte Geldkarte',
    redesign: 'Umbauen',
    primary: 'Ausführen',
    undo: 'Zurücknehmen',
    back: 'Zurück',
    hint: 'Tipp',
    flip: 'Plättchen wenden',
    dirk: 'Dirk geben',
    reserve: 'Aufs Reservefeld',
    vizier: 'Wesir',
    pass: 'Passen',
    turningPoint: 'Nächster Wendepunkt',
    search: 'Regeln durchsuchen',
    fit: 'Ganze Alhambra',
    zoomIn: 'Näher heran',
    zoomOut: 'Weiter weg',
    log: 'Protokoll',
    neighbours: 'Nachbarn vorlesen',
    asText: 'Alhambra als Text',
    sound: 'Ton',
    keys: 'Alle Tasten',
  },

  table,
};

export default de;
