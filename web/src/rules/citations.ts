// Which rules are stated where somebody is told no or told what to do. Reasons bring theirs from the engine.
import cited from '../generated/citations.json';
import type { Broken, Objection, Problem, Refusal, Ruleset } from '../generated/protocol';
import type { Texts } from '../i18n/index.svelte';

/** A sentence that says why not, with the ids of the rules it states. */
export interface Explanation {
  text: string;
  rules: readonly string[];
}

/** The rules of the engine's reasons; one that the protocol knows and this does not have would not compile. */
export const rulesOf: {
  broken: Record<Broken[number], readonly string[]>;
  objection: Record<Objection['objection'], readonly string[]>;
  refusal: Record<Refusal['reason'], readonly string[]>;
} = cited;

/** The rules that other answers of the server state; most of them are about the table and not about the game. */
export const problemRules: Record<Exclude<Problem['code'], 'illegal' | 'unplayable'>, readonly string[]> = {
  'not-found': [],
  full: [],
  'not-your-seat': [],
  'not-host': [],
  'not-your-turn': ['B-TURN-0'],
  stale: [],
  'not-now': [],
  'wrong-method': [],
  malformed: [],
  'too-large': [],
  'too-many': [],
  'not-allowed': [],
  invalid: [],
  taken: [],
  'other-rules': [],
  unavailable: [],
  'not-stored': [],
  internal: [],
};

/** The rules that prompts state; those that only tell how the table stands state none. */
export const promptRules: Record<keyof Texts['table']['prompt'], readonly string[]> = {
  yours: [],
  choose: ['B-TURN-1'],
  chooseFew: ['B-TURN-1'],
  chooseAction: ['B-TURN-1'],
  again: ['B-TURN-2'],
  take: ['B-MONEY-1'],
  takeBureau: ['M-BUR-2'],
  buyExact: ['B-TURN-2'],
  buyOver: ['B-BUY-1'],
  buyOwn: ['B-BUY-1'],
  buyShort: ['B-BUY-1'],
  buildIt: ['B-PLACE-1'],
  onCell: ['B-PLACE-1'],
  onCellDirk: ['B-PLACE-1', 'B-DIRK-4'],
  onCellOnly: ['B-PLACE-1'],
  onCellWon: ['B-OVER-3', 'G-OVER-1'],
  noCell: ['B-PLACE-1'],
  noCellDirk: ['B-PLACE-1', 'B-DIRK-4'],
  noCellWon: ['B-OVER-3', 'G-OVER-1'],
  keepIt: ['B-PLACE-1'],
  giveIt: ['B-DIRK-4'],
  giveHelp: ['B-DIRK-4'],
  leaveIt: ['B-OVER-3', 'G-OVER-1'],
  here: ['B-PLACE-1'],
  flip: ['G-PLACE-1'],
  redesign: ['B-RED-1'],
  redesignHelp: ['B-RED-1'],
  redesignTile: ['B-RED-1'],
  swap: ['B-RED-1'],
  down: ['B-RED-1'],
  hut: ['M-HUT-2'],
  walls: ['M-WALL-3'],
  wallsTile: ['M-WALL-3'],
  wallsOn: ['M-WALL-3'],
  falcon: ['M-FAL-2'],
  falconMore: ['M-FAL-2'],
  falconCard: ['M-FAL-2'],
  trader: ['M-TRD-3'],
  welcome: ['M-TRD-2'],
  bonus: ['M-BON-4'],
  before: ['M-VIZ-3', 'M-THF-4'],
  beforeYours: ['M-VIZ-3', 'M-THF-4'],
  interrupt: ['M-VIZ-3', 'M-THF-4'],
  interruptVizier: ['M-VIZ-2'],
  interruptThief: ['M-THF-2'],
  vizierBuys: ['M-VIZ-2'],
  won: ['B-OVER-2'],
  waiting: [],
  waitingYou: [],
  held: [],
  heldHelp: [],
  offline: [],
  over: ['B-OVER-3'],
  paused: [],
  wake: ['M-VIZ-4'],
  reveal: ['M-BON-2'],
  steal: ['M-THF-2'],
  passWhy: ['B-TURN-3'],
  choiceTitle: ['M-TRD-1'],
  choice: ['M-TRD-1'],
};

const MODULES: Record<string, Ruleset['modules'][number]> = {
  VIZ: 'vizier',
  BUR: 'bureaux',
  BON: 'bonus-cards',
  HUT: 'huts',
  WALL: 'walls',
  THF: 'thieves',
  CHG: 'change',
  TRD: 'street-trader',
  CAMP: 'camps',
  BAZ: 'bazaars',
  FAL: 'falconers',
};

/** The rules that can have been meant: those of the games and modules that are played. */
export function inPlay(rules: readonly string[], { game, modules }: Ruleset): string[] {
  return rules.filter((id) => {
    const [part = '', chapter = ''] = id.split('-');
    if (part === 'G') return game !== 'alhambra';
    if (part === 'C') return game === 'both';
    const module = part === 'M' ? MODULES[chapter] : undefined;
    return !module || modules.includes(module);
  });
}

/** The rules meant for a tile of one part: Granada's own where there are some, else those of the Alhambra. */
export function ofPart(rules: readonly string[], part: 'alhambra' | 'granada'): readonly string[] {
  const own = rules.filter((id) => /^[GC]-/.test(id) === (part === 'granada'));
  return own.length > 0 ? own : rules;
}

/** The address of a rule, with the way back and the sentence that led there. */
export function addressOfRule(id: string, from: string, why: string): string {
  return `/rules?${new URLSearchParams({ from, why })}#${id}`;
}
