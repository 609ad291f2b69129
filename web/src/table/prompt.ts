// The one sentence that says what to do: always there, always true.
import { t } from '../i18n/index.svelte';
import { promptRules } from '../rules/citations';
import type { Game } from './game.svelte';
import { canRedesign, purchaseOf, waysOf, worth, paid } from './selection';
import { capital, cardName, sumName, tileName } from './words';

/** A sentence with its beginning in bold, and the rules to read where it says what can't be done. */
export interface Prompt {
  lead: string;
  rest: string;
  rules: readonly string[];
}

const say = (lead: string, rest = '', rules: readonly string[] = []): Prompt => ({ lead, rest, rules });

/** What the player is told now. */
export function promptOf(game: Game): Prompt {
  const words = t.table.prompt;
  const { step, decider } = game;
  if (game.offline) return say(words.offline, t.connection.kept);
  if (game.update.held) return say(words.held, words.heldHelp);
  if (!step || decider === null) return say(words.over);
  if (game.table.status === 'paused') return say(words.paused);
  if (!game.mine) {
    const waiting = decider === game.seat ? words.waitingYou : words.waiting(game.name(decider));
    return game.seat === null ? say(t.table.watching, waiting) : say('', waiting);
  }
  const chosen = ofSelection(game);
  if (chosen) return chosen;
  switch (step.step) {
    case 'interrupt': {
      const lead = beforeWhom(game);
      const vizier = game.view.players[game.seat ?? 0]?.vizier === 'awake';
      const thief = game.view.own?.thieves.some((it) => it > 0) && step.next !== game.seat;
      return say(lead, vizier && thief ? words.interrupt : thief ? words.interruptThief : words.interruptVizier);
    }
    case 'ask-bonus':
      return say('', words.bonus);
    case 'choose-citizens':
      return say(words.choiceTitle, words.choice);
    case 'turn': {
      const { offers, purchases } = game.update.options ?? { offers: [], purchases: [] };
      const only = offers.every((it) => ['pass', 'take-down'].includes(it.action.action));
      if (
        only &&
        purchases.every((it) => it.payments.length === 0) &&
        offers.some((it) => it.action.action === 'pass')
      ) {
        return say(words.yours, words.passWhy, promptRules.passWhy);
      }
      if (!step.first) return say(words.yours, words.again(game.view.players[step.seat]?.bought.length ?? 0));
      if (game.view.ruleset.modules.length) return say(words.yours, words.chooseAction);
      return say(words.yours, canRedesign(game.scene.options) ? words.choose : words.chooseFew);
    }
    default:
      return say(words.yours);
  }
}

/** Before whose turn one is asked. */
function beforeWhom(game: Game): string {
  const { step, seat } = game;
  if (step?.step !== 'interrupt') return '';
  return step.next === seat ? t.table.prompt.beforeYours : t.table.prompt.before(game.name(step.next));
}

function ofSelection(game: Game): Prompt | null {
  const words = t.table.prompt;
  const { selection, scene, chosen } = game;
  switch (selection.what) {
    case 'nothing':
      return null;
    case 'money': {
      if (chosen?.kind === 'take-bureau') return say(words.yours, words.takeBureau);
      const sum = selection.cards.reduce((n, it) => n + Number(game.view.table.display[it]?.slice(2) ?? 0), 0);
      return say(words.yours, words.take(sum));
    }
    case 'purchase': {
      const purchase = purchaseOf(scene.options, selection.tile);
      if (!purchase) return null;
      if (game.step?.step === 'interrupt') {
        return say(
          beforeWhom(game),
          words.vizierBuys(tileName(selection.tile), sumName(purchase.price ?? 0, purchase.currency)),
        );
      }
      if (purchase.fit?.fit === 'short') {
        return say(capital(`${tileName(selection.tile)}.`), words.buyShort(purchase.fit.by), promptRules.buyShort);
      }
      const sum = worth(game.view, selection.pay);
      const price = purchase.price ?? sum;
      const effect = chosen?.effect ?? verdictEffect(game);
      if (effect?.extra_action) return say(words.yours, words.buyExact(sumName(price, purchase.currency)));
      if (effect?.too_much) return say(words.yours, words.buyOver(effect.too_much));
      return say(words.yours, words.buyOwn(sum, price));
    }
    case 'placing': {
      const tile = tileName(selection.tile);
      const ways = waysOf(scene.options, selection.tile);
      if (selection.way === 'keep') {
        if (ways.includes('build')) return say(words.keepIt(capital(tile)));
        const rest = ways.includes('give') ? 'noCellDirk' : 'noCell';
        return say(words.keepIt(capital(tile)), words[rest], promptRules[rest]);
      }
      if (selection.way === 'give') return say(words.giveIt(tile), words.giveHelp);
      if (selection.way === 'leave-out') {
        const rest = ways.includes('build') ? '' : words.noCellWon;
        return say(`${words.won} ${words.leaveIt(tile)}`, rest, rest ? promptRules.noCellWon : []);
      }
      if (chosen?.kind === 'build-flipped') {
        const cards = paid(game.view, selection.pay);
        return say(words.buildIt(tile), words.flip(cards.map(cardName).join(', ')));
      }
      if (selection.cell) return say(words.here(tile));
      if (ways.includes('leave-out')) return say(`${words.won} ${words.buildIt(tile)}`, words.onCellWon);
      if (ways.includes('give')) return say(words.buildIt(tile), words.onCellDirk);
      return say(words.buildIt(tile), ways.includes('keep') ? words.onCell : words.onCellOnly);
    }
    case 'redesign': {
      const { tile, built } = selection;
      if (tile && built) return say(words.redesign, words.swap(capital(tileName(tile)), tileName(built)));
      if (tile && selection.cell) return say(words.redesign, words.here(tileName(tile)));
      if (tile) return say(words.redesign, words.redesignTile);
      if (built) return say(words.redesign, words.down(capital(tileName(built))));
      return say(words.redesign, words.redesignHelp);
    }
    case 'hut':
      return say(words.yours, words.hut(tileName(selection.tile)));
    case 'walls':
      if (selection.walls && selection.tile) return say(words.yours, words.wallsOn(tileName(selection.tile)));
      return say(words.yours, selection.walls ? words.wallsTile : words.walls);
    case 'falcon':
      if (selection.card) return say(words.yours, words.falconCard(cardName(selection.card)));
      return say(words.yours, game.step?.step === 'more-falcons' ? words.falconMore : words.falcon);
    case 'trader':
      return say(words.yours, words.trader);
    case 'citizens':
      return say(words.choiceTitle, words.choice);
    case 'welcome':
      return say(words.yours, words.welcome);
    case 'offer': {
      const action = scene.options?.offers.find((it) => it.notation === selection.notation)?.action;
      if (action?.action === 'wake') return say(words.yours, words.wake);
      if (action?.action === 'reveal') return say(words.yours, words.reveal(tileName(action.tile)));
      if (action?.action === 'steal') return say(beforeWhom(game), words.steal(cardName(action.card)));
      return null;
    }
  }
}

function verdictEffect(game: Game) {
  const verdict = game.verdict?.verdict;
  return verdict?.verdict === 'legal' && game.verdict?.notation === game.chosen?.notation ? verdict.effect : null;
}
