// One table as its player acts on it: what is shown, what is chosen, and what is asked of the server.
import { getContext, setContext, untrack } from 'svelte';

import type { Action, Candidate, Clock, Entry, Event, Lines, TableInfo, Update, Verdict } from '../generated/protocol';
import { t } from '../i18n/index.svelte';
import { worthNaming } from '../lib/candidates';
import { initials, nameOf } from '../lib/players';
import { settings } from '../lib/settings.svelte';
import { RefusedError, type Ask, type TableSocket } from '../lib/socket.svelte';
import { toast } from '../lib/toasts.svelte';
import { inPlay } from '../rules/citations';
import { problemReason } from '../rules/reasons';
import { leftOf } from './clock';
import { breath, paceOf, type Breath } from './pace';
import {
  begin,
  chosenOf,
  deciderOf,
  keep,
  marksOf,
  NOTHING,
  stepOf,
  type Chosen,
  type Marks,
  type Scene,
  type Selection,
} from './selection';
import { sinceLastAct } from './missed';
import { isAskedOften } from './standing';
import { awardName, type Spot } from './words';

/** A scoring that is being shown. */
export interface Staged {
  event: Extract<Event, { event: 'scored' }>;
  /** The table at that moment. */
  update: Update;
  /** Whether it was opened again from the log. */
  again: boolean;
}

/** A tile of the market that was given away in the end. */
export type Awarded = Extract<Event, { event: 'awarded' }>;

/** What a player does to the game. */
export type Deed = Extract<Ask, { ask: 'act' | 'confirm' | 'undo' }>;

/** What lies in the context slot when nothing is chosen. */
export type Drawer = 'huts' | 'bazaars' | 'walls' | 'falcons' | 'citizens' | 'coins' | 'standing' | null;

/** What changes the walls of the own city. */
const LINED = new Set<Action['action']>(['build', 'build-flipped', 'swap', 'take-down', 'add-walls']);

export class Game {
  readonly socket: TableSocket;
  table: TableInfo = $state.raw() as TableInfo;
  /** What is shown; it may lag a little behind so that everything is seen. */
  update: Update = $state.raw() as Update;
  selection: Selection = $state.raw(NOTHING);
  /** Whose palace fills the board; one's own if nobody's. */
  looking: number | null = $state(null);
  /** The cell where something in the log happened; it is marked until the board changes or is touched. */
  flashed: { seat: number; cell: string } | null = $state.raw(null);
  /** How long the own wall was when the own turn began, if this page has seen that. */
  wallBefore: number | null = $state(null);
  /** What the others did while this player was away, until it was read. */
  missed: Entry[] | null = $state.raw(null);
  /** The cell that is pointed at, whose reasons are told. */
  pointed: string | null = $state(null);
  drawer: Drawer = $state(null);
  staged: Staged | null = $state.raw(null);
  /** The final award while it is shown. */
  award: Awarded[] | null = $state.raw(null);
  /** Ideas of the strongest bot, and which of them is shown. */
  ideas: Candidate[] | null = $state.raw(null);
  idea = $state(0);
  /** Whether ideas are being thought of. */
  hinting = $state(false);
  /** What was done and is not answered yet; a button that was pressed stays pressed so long. */
  asked: Deed | null = $state.raw(null);
  /** What the server thinks of a payment chosen by hand. */
  verdict: { notation: string; verdict: Verdict } | null = $state.raw(null);
  /** Called with everything that has happened, whether or not anybody waits for it to be shown. */
  onnews: ((news: readonly Entry[]) => void) | null = null;
  /** Called before and after another moment is shown, to let pieces travel. */
  onshow: ((news: readonly Entry[], show: () => void) => void) | null = null;

  /** The clocks as they were last told, and the time here now and then. */
  clock: Clock | null = $state.raw(null);
  now = $state(0);
  #toldAt = 0;

  #queue: Update[] = [];
  /** Whether something that has happened is still being shown. */
  busy = $state(false);
  #left = false;

  constructor(socket: TableSocket, table: TableInfo, update: Update) {
    this.socket = socket;
    this.table = table;
    this.update = update;
    this.#setClock(update);
    this.selection = begin(this.scene);
    this.comeBack();
    this.#begin();
  }

  /** Remembers what is compared at the end of the own turn. */
  #begin(): void {
    const { step, seat } = this;
    if (step?.step === 'turn' && step.seat === seat && step.first && !this.update.held) {
      this.wallBefore = this.view.players[seat]?.city.longest_wall ?? null;
    }
  }

  /** Whether the line to the table is down; what is chosen stays chosen. */
  readonly offline: boolean = $derived.by(() => ['lost', 'elsewhere'].includes(this.socket.line.state));
  readonly scene: Scene = $derived({ view: this.update.view, options: this.update.options ?? null });
  readonly view = $derived(this.update.view);
  readonly seat: number | null = $derived(this.update.seat ?? null);
  readonly step = $derived(stepOf(this.view));
  readonly decider: number | null = $derived(deciderOf(this.view));
  readonly mine: boolean = $derived(this.update.options !== null && this.update.options !== undefined);
  /** Whether what was begun is done on the palace: market and open money are no choice so long. */
  readonly building: boolean = $derived(
    this.mine && ['placing', 'redesign', 'walls', 'falcon', 'trader'].includes(this.selection.what),
  );
  /** Whether nothing can be asked now: the line is down, or the last deed is not answered yet; an act that is held was heard. */
  readonly asking: boolean = $derived(
    (this.asked !== null && !(this.asked.ask === 'act' && this.update.held)) || this.offline,
  );
  readonly chosen: Chosen | null = $derived(chosenOf(this.selection, this.scene));
  readonly marks: Marks = $derived(marksOf(this.selection, this.scene));
  /** The seat whose palace is shown large. */
  readonly shownSeat: number = $derived(this.looking ?? this.seat ?? (settings.follow ? this.decider : null) ?? 0);
  readonly names: string[] = $derived(this.table.seats.map((it) => nameOf(it.occupant, '')));
  readonly initials: string[] = $derived(
    this.view.dirk ? initials([...this.names, t.game.dirk]) : initials(this.names),
  );
  /** The other players in the order of play after oneself. */
  readonly others: number[] = $derived.by(() => {
    const n = this.view.players.length;
    const from = this.seat ?? n - 1;
    const seats = Array.from({ length: n }, (_, i) => (from + 1 + i) % n);
    return this.seat === null ? seats : seats.slice(0, -1);
  });
  readonly entries: Entry[] = $derived.by(() => this.socket.entries.filter((it) => it.seq <= this.update.seq));

  /** Whether a standing pass is offered beside the question. */
  readonly often: boolean = $derived.by(() => {
    const { standing } = this.update;
    if (!this.mine || this.seat === null || this.step?.step !== 'interrupt' || !standing) return false;
    if (standing.vizier.when !== 'ask' || standing.thieves.when !== 'ask') return false;
    return isAskedOften(this.entries, this.seat);
  });

  name(seat: number): string {
    return this.names[seat] ?? '';
  }

  /** Whether the ruleset has a module. */
  has(module: string): boolean {
    return (this.view.ruleset.modules as string[]).includes(module);
  }

  // Time

  // Clocks don't wait until everything was shown.
  #setClock(update: Update): void {
    this.clock = update.clock ?? null;
    this.#toldAt = performance.now();
    this.now = this.#toldAt;
  }

  /** Lets the clocks go on to this moment. */
  tick(): void {
    this.now = performance.now();
  }

  /** Milliseconds that a person has left; nothing without clocks, and for bots. */
  leftOf(seat: number): number | null {
    if (!this.clock || this.table.seats[seat]?.occupant.occupant !== 'person') return null;
    return leftOf(this.clock, seat, this.now - this.#toldAt);
  }

  // What the server sends

  /** Takes in a new state of the table; it is shown when what came before was seen. */
  receive(update: Update): void {
    this.#setClock(update);
    const last = this.#queue.at(-1) ?? this.update;
    if (update === last || this.#left) return;
    this.#queue.push(update);
    // Whoever was away for long wants the present, not the past.
    if (this.#queue.length > 24) this.#queue.splice(0, this.#queue.length - 1);
    // Nobody waits for the answer to their own deed.
    if (this.asked) this.#pause?.end();
    void this.#play();
  }

  /** The screen is gone: what has not been shown yet is not shown any more. */
  leave(): void {
    this.#left = true;
    this.#queue = [];
  }

  async #play(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      const news = next.entries.filter((it) => it.seq > this.update.seq);
      const pause = this.asked ? 0 : paceOf(news, this.seat, settings.speed, this.#queue.length);
      this.onnews?.(news);
      const show = (moment: Update) => () => this.#show(moment);
      if (this.onshow && pause > 0) this.onshow(news, show(next));
      else this.#show(next);
      const scored = news.flatMap((it) => it.events).filter((it) => it.event === 'scored');
      const awarded = news.flatMap((it) => it.events).filter((it) => it.event === 'awarded');
      if (awarded.length > 1) {
        this.award = awarded;
        await this.#unstaged();
      } else if (awarded[0]) toast(awardName(awarded[0], (seat) => this.name(seat)));
      for (const event of scored) {
        this.staged = { event, update: next, again: false };
        await this.#unstaged();
      }
      this.#pause = breath(pause);
      await this.#pause.over;
    }
    this.busy = false;
  }

  #pause: Breath | null = null;

  #resume: (() => void) | null = null;
  #unstaged(): Promise<void> {
    return new Promise((done) => (this.#resume = done));
  }

  /** Closes what is on stage and goes on. */
  unstage(): void {
    this.staged = null;
    this.award = null;
    this.#resume?.();
    this.#resume = null;
  }

  #show(update: Update): void {
    untrack(() => {
      const before = this.view;
      const seat = this.seat;
      this.update = update;
      this.verdict = null;
      this.ideas = null;
      this.flashed = null;
      this.#begin();
      if (update.entries.some((it) => it.seat === seat)) this.missed = null;
      this.selection = seat === this.seat ? keep(this.selection, before, this.scene) : begin(this.scene);
      this.#weigh();
    });
  }

  // What the player does

  choose(selection: Selection): void {
    this.selection = selection;
    this.looking = null;
    this.flashed = null;
    this.verdict = null;
    if (selection.what !== 'nothing') this.ideas = null;
    this.#weigh();
  }

  /** Has the server judge what is chosen where that is not known yet. */
  #weigh(): void {
    const chosen = this.chosen;
    if (chosen && (chosen.effect === null || LINED.has(chosen.kind))) void this.consider(chosen.notation);
  }

  /** Back to what was chosen before anything was touched. */
  back(): void {
    this.ideas = null;
    this.choose(begin(this.scene));
  }

  /** Where the walls would run with what is chosen, once the server has said so. */
  readonly lines: Lines | null = $derived(
    this.verdict?.verdict.verdict === 'legal' && this.verdict.notation === this.chosen?.notation
      ? this.verdict.verdict.lines
      : null,
  );

  async consider(notation: string): Promise<void> {
    if (this.seat === null) return;
    const { seat, seq } = { seat: this.seat, seq: this.update.seq };
    // What comes too late needs no word.
    const answer = await this.socket.ask({ ask: 'consider', seat, seq, action: notation }).catch(() => null);
    if (!this.#left && answer?.answer === 'considered' && this.chosen?.notation === answer.action) {
      this.verdict = { notation, verdict: answer.verdict };
    }
  }

  async act(notation: string): Promise<void> {
    if (this.seat === null || this.asking) return;
    const [seat, seq] = [this.seat, this.update.seq];
    await this.#do({ ask: 'act', seat, seq, action: notation, hold: settings.confirm });
  }

  /** Does what is chosen, if it can be done. */
  async actChosen(): Promise<void> {
    if (this.chosen && this.ready) await this.act(this.chosen.notation);
  }

  /** Whether what is chosen can be done as far as one knows. */
  readonly ready: boolean = $derived(
    this.chosen !== null &&
      (this.chosen.effect !== null ||
        (this.verdict?.notation === this.chosen.notation && this.verdict.verdict.verdict === 'legal')),
  );

  async confirm(): Promise<void> {
    if (this.seat === null || !this.update.held || this.asking) return;
    await this.#do({ ask: 'confirm', seat: this.seat, seq: this.update.seq });
  }

  async undo(): Promise<void> {
    if (this.seat === null || !(this.update.can_undo || this.update.held) || this.asking) return;
    await this.#do({ ask: 'undo', seat: this.seat, seq: this.update.seq });
  }

  /** Asks for an idea, or shows the next one. */
  async hint(): Promise<void> {
    if (this.seat === null || !this.mine || this.hinting || !this.table.settings.assistance.hints) return;
    if (this.ideas) {
      this.idea = (this.idea + 1) % Math.max(this.ideas.length, 1);
      return;
    }
    this.hinting = true;
    const { seq } = this.update;
    const answer = await this.#ask({ ask: 'hint', seat: this.seat, seq });
    this.hinting = false;
    // Whoever has acted meanwhile has had an idea of their own.
    if (answer?.answer === 'hint' && this.update.seq === seq) {
      this.idea = 0;
      this.ideas = worthNaming(answer.hint.candidates);
    }
  }

  /** Shows where something happened, if it can still be seen there. */
  point({ seat, tile, cell }: Spot): void {
    const { city, trader } = this.view.players[seat] ?? {};
    const built = city?.tiles.find((it) => it.tile === tile)?.cell;
    const there = cell !== undefined && (trader?.cell === cell || city?.tiles.some((it) => it.cell === cell));
    const found = built ?? (there ? cell : undefined);
    this.looking = seat === this.seat ? null : seat;
    this.flashed = found === undefined ? null : { seat, cell: found };
  }

  /** Whoever comes back to the table is told what has happened since the own last turn. */
  comeBack(): void {
    const missed = this.seat === null ? [] : sinceLastAct(this.entries, this.seat);
    this.missed = missed.length > 0 ? missed : null;
  }

  /** Asks for what happened before the oldest line of the log; while nobody answers, it can be asked again. */
  earlier(): void {
    this.socket.earlier().catch(() => undefined);
  }

  /** Asks something else of the table, and says whether it was granted. */
  async ask(request: Ask): Promise<boolean> {
    return (await this.#ask(request)) !== null;
  }

  /** Does something; what it leads to comes before the answer, and is shown by then. */
  async #do(deed: Deed): Promise<void> {
    this.asked = deed;
    await this.#ask(deed);
    if (this.asked === deed) this.asked = null;
  }

  async #ask(request: Ask) {
    try {
      return await this.socket.ask(request);
    } catch (error) {
      if (error instanceof RefusedError && !this.#overtook(request, error)) {
        const { refused } = error;
        const { text, rules } = problemReason(refused);
        toast(text, 'danger', inPlay(rules, this.view.ruleset));
      }
      return null;
    }
  }

  /** Whether a request came too late because of what its player did or let happen, which needs no word. */
  #overtook(request: Ask, { refused }: RefusedError): boolean {
    if (refused.code !== 'stale' || !('seq' in request)) return false;
    return this.socket.entries.every((it) => it.seq <= request.seq || it.seat === this.seat);
  }

  // What may be shown of the action in mind

  /** The parts of the idea that is shown. */
  readonly suggested: Action | null = $derived(this.ideas?.[this.idea]?.action ?? null);
}

/** Under what a game is known. */
export const KEY = Symbol('game');

/** Makes a game known to everything below. */
export const provide = (game: Game): Game => setContext(KEY, game);
/** The game around. */
export const useGame = (): Game => getContext<Game>(KEY);
