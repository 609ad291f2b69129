// What lessons say, in English; these texts are loaded only where somebody learns.
import type { Any } from '../../i18n/index.svelte';

/** The pieces of what is asked for: a tile, and cards. */
interface Pieces {
  tile: string;
  cards: string;
}

const en = {
  you: 'You',
  step: (title: string, n: number, of: number) => `${title}, step ${n} of ${of}`,
  how: {
    take: 'Choose what is ringed, then press Take.',
    buy: 'Choose the ringed building, then press Buy.',
    build: 'Choose the ringed cell, then press Build.',
    keep: 'Choose the reserve, then press the button.',
    redesign: 'Redesign, choose the tile, then the ringed cell.',
    press: 'Press what is ringed, one thing after the other.',
    refused: 'Press the ringed cell.',
  },
  watch: 'Watch the others.',
  again: 'That can be done too. The table is laid again for what the lesson shows.',
  next: 'Next',
  leave: 'Leave',
  more: 'More lessons',
  titles: { first: 'First lesson', building: 'Walls and holes' },
  lessons: {
    first: {
      steps: {
        aim: 'This is your Alhambra, around the Lion Fountain. Most buildings of a kind score, and so does your longest wall.',
        take: ({ cards }: Pieces) => `Each turn you do one thing. Take a money card of any value: the ${cards}.`,
        market: 'The market sells four buildings, each for the currency of its square.',
        several: ({ cards }: Pieces) => `You may take several cards at once if they total 5 or less: ${cards}.`,
        exact: ({ tile, cards }: Pieces) => `Pay for ${tile} exactly, with ${cards}, and you may act once more.`,
        again: ({ cards }: Pieces) => `Paid exactly, so you go on. Take the ${cards}.`,
        build: ({ tile }: Pieces) =>
          `Your turn ends, and ${tile} is built. Its wall points outwards, so that a wall can grow.`,
        over: ({ tile, cards }: Pieces) =>
          `Buy ${tile} with ${cards}. Money too much is lost, and you act no more. Keep it in your reserve.`,
        redesign: ({ tile }: Pieces) => `Redesigning is an action like any other. Build ${tile} from your reserve.`,
        scoring: ({ cards }: Pieces) =>
          `A few turns later. Take the ${cards}; a scoring card turns up, and all palaces are counted.`,
      },
      done: 'Three scorings like this one, each worth more, and the game is over. You know how to play.',
    },
    building: {
      steps: {
        wall: ({ tile }: Pieces) => `A wall may only touch a wall, an open side an open side. Try ${tile} here.`,
        wallFits: 'Refused: a wall would meet an open side. Build it where all its sides match.',
        foot: 'Every tile is reached on foot from the fountain, through open sides. Try the ringed cell.',
        footFits: 'Refused: walls bar the way in. Build it where you can walk in.',
        holes: 'Your palace may have no holes. Try the ringed cell.',
        holesFits: 'Refused: an empty cell would be closed in. Build where none is.',
      },
      done: 'Wall against wall, on foot, no holes: with these three you can build anything.',
    },
    granada: {
      steps: {
        faces: 'A tile of Granada has two faces: another kind and the next price are on its back.',
        buy: ({ tile }: Pieces) => `Buy ${tile}. You pay for the face that you see.`,
        moats: 'Moats take the place of walls: the same building rules, and the longest moat scores.',
        flip: 'Its back suits you better. Choose the other face, pay at least 3 for it, and build.',
      },
      done: 'In a scoring a kind is worth the more, the more of it stands in all cities together.',
    },
    both: {
      steps: {
        squares: 'Two tiles lie on every square: one for your palace, one for the city around it.',
        buy: ({ tile }: Pieces) => `Buy ${tile}: the first tile of your city.`,
        build: 'City and palace touch only with a moat against a wall. Build it at your wall.',
      },
      done: 'Where wall and moat run side by side you score extra.',
    },
    vizier: {
      steps: {
        awake: 'Your vizier is awake. Between two turns he buys one tile for you, if you pay exactly.',
        buy: ({ tile }: Pieces) => `Somebody has just moved, and it isn’t your turn. Send him for ${tile}.`,
        build: 'What he brings is placed at once. Then he falls asleep.',
        wake: 'Now it is your turn. Waking him takes an action.',
      },
      done: 'You are asked after every turn, and whoever is next is asked first.',
    },
    bureaux: {
      steps: {
        card: 'A bureau de change lies among the money. It shows two currencies.',
        take: 'Take it instead of money, always alone.',
        buy: ({ tile }: Pieces) => `A few turns later. Play it and pay for ${tile} in both currencies, here exactly.`,
      },
      done: 'A bureau serves for one purchase, and in the end it is worth nothing.',
    },
    'bonus-cards': {
      steps: {
        cards: 'You hold secret cards, each with the picture of a tile without walls.',
        reveal: ({ tile }: Pieces) => `A scoring is coming, and ${tile} stands in your palace. Lay its card open.`,
        counts: 'The card counts as one more building of its kind, now and in every later scoring.',
      },
      done: 'In your own turn you may lay cards open too, at no cost. If the tile goes, so does its card.',
    },
    huts: {
      steps: {
        free: 'Workers’ huts are free. You may have three of them in a game.',
        take: 'Take one. That is your action, and none follows from it.',
        build: 'Build it like any tile, best where buildings of its colour will touch it.',
      },
      done: 'In a scoring a hut counts once for every building of its colour beside it, with no wall between.',
    },
    walls: {
      steps: {
        cards: 'Wall cards turn up among the money and lie beside it for everybody.',
        add: 'Taking one is an action. Put its walls on a tile of yours, on exactly its sides.',
      },
      done: 'The wall stays for good and counts like any other. Two stretches may become one.',
    },
    thieves: {
      steps: {
        hand: 'You hold secret thieves, each of one currency. It isn’t your turn, and you are asked.',
        steal: 'A thief takes one open card of his currency, whatever its value.',
        asked: 'The thief is gone, a new card lies there, and you are asked again.',
      },
      done: 'Whoever is next may play no thief.',
    },
    change: {
      steps: {
        bag: 'A bag holds coins of value 1. Whoever pays too much draws change from it.',
        over: ({ tile }: Pieces) => `Buy ${tile}, far too dear. For every full 2 too much you draw a coin.`,
        coin: ({ tile }: Pieces) => `A few turns later. A coin pays 1 in its currency: it makes ${tile} exact.`,
      },
      done: 'Spent coins go back into the bag.',
    },
    'street-trader': {
      steps: {
        citizens: 'Everybody chooses three citizens in secret before the game. Choose yours.',
        trader: 'They wait on your trader. Lay him on a cell beside the fountain.',
        build: ({ tile }: Pieces) =>
          `A few turns later: ${tile} has a citizen’s colour. Build it on the trader’s cell.`,
        moveIn: 'The citizen moves in, and another one takes his place. Choose which.',
      },
      done: 'In every scoring, citizens of different colours bring 1, 3, 6, 10, 15 or 21 points a series.',
    },
    camps: {
      steps: {
        market: 'Camps come to the market among the buildings and are paid like them.',
        buy: ({ tile }: Pieces) => `Buy ${tile}. Its bastions belong against your wall.`,
        build: 'Build the camp outside, so that a bastion stands at one of your walls.',
      },
      done: 'In every scoring it brings a point for each tile in a straight line behind that wall.',
    },
    bazaars: {
      steps: {
        beside: 'Bazaars lie beside the market. Each has a currency and three colours.',
        buy: 'It costs what the tile on the square of its currency costs. Only an exact payment will do.',
        build: 'You have acted again. Build it where its colours may surround it.',
      },
      done: 'At the very end it scores the buildings around it in its colours, times how many of these colours.',
    },
    falconers: {
      steps: {
        points: 'A falcon sits where four of your tiles meet, if its two colours are among them.',
        falcon: 'Buy one with any money card; a small one will do.',
      },
      done: 'Falcons are the only action of their turn. One type scores 2, 6, 12, 20 or 30 points.',
    },
  },
};

export default en;

/** What lessons say in any language. */
export type Texts = Any<typeof en>;
