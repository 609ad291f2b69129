// From the table the rules open where they are needed.
import { expect, it } from 'vitest';

import type { View } from '../generated/protocol';
import { NOTHING, type Selection } from '../table/selection';
import { addressOf, placeOf } from './where';

const at = (game: string, selection: Selection, step: object | null = { step: 'turn', seat: 0, first: true }) =>
  placeOf(
    { ruleset: { game, modules: ['thieves'] } } as unknown as View,
    selection,
    step as Parameters<typeof placeOf>[2],
  );

it('opens at the action at hand', () => {
  expect(at('alhambra', NOTHING)).toEqual({ chapter: 'alhambra', rule: 'B-TURN-1' });
  expect(at('alhambra', { what: 'money', cards: [1] })).toEqual({ chapter: 'alhambra', rule: 'B-MONEY-1' });
  expect(at('granada', { what: 'money', cards: [1] })).toEqual({ chapter: 'granada' });
  expect(at('both', NOTHING)).toEqual({ chapter: 'alhambra-and-granada' });
});

it('opens at the module at hand', () => {
  expect(at('alhambra', { what: 'walls', walls: null, tile: null }).chapter).toBe('walls');
  expect(at('alhambra', NOTHING, { step: 'interrupt', seat: 0, next: 1 }).chapter).toBe('thieves');
  const pay = { cards: [], bureau: null, coins: [] };
  expect(at('alhambra', { what: 'purchase', tile: 'K3e', pay }).chapter).toBe('camps');
  expect(at('alhambra', { what: 'purchase', tile: 'T11n', pay }).rule).toBe('B-BUY-1');
});

it('leads back to the table', () => {
  expect(addressOf({ chapter: 'alhambra', rule: 'B-RED-1' }, '/t/abc')).toBe('/rules/alhambra?from=%2Ft%2Fabc#B-RED-1');
});
