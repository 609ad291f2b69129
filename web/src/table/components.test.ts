// Parts of the table, shown what a real table tells a seat in typical moments.
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import type { Component } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { TableInfo, Update } from '../generated/protocol';
import scenes from '../generated/scenes.json';
import type { TableSocket } from '../lib/socket.svelte';
import ActionBar from './ActionBar.svelte';
import { Game, KEY } from './game.svelte';
import Market from './Market.svelte';
import PlayerCard from './PlayerCard.svelte';

const asked = vi.fn<TableSocket['ask']>();
beforeEach(() => {
  asked.mockReset();
  asked.mockReturnValue(new Promise(() => undefined));
});
afterEach(cleanup);

/** Shows a part of the table in one of the moments. */
function show<P extends Record<string, unknown>>(
  scene: keyof typeof scenes,
  part: Component<P>,
  props: P,
): { game: Game; shown: HTMLElement } {
  const { table, update } = structuredClone(scenes[scene]) as unknown as { table: TableInfo; update: Update };
  const socket = { entries: update.entries, chat: [], line: { state: 'open' }, ask: asked, earlier: asked };
  const game = new Game(socket as unknown as TableSocket, table, update);
  const { container } = render(part as Component, { props, context: new Map([[KEY, game]]) });
  return { game, shown: container };
}

it('rings the card of whoever decides, and writes no word for it', async () => {
  const { game, shown } = show('turn', PlayerCard, { seat: 1 });
  const card = shown.querySelector('.card');
  expect(card?.classList.contains('acting')).toBe(false);
  expect(shown.querySelector('.tag')).toBeNull();
  game.update = {
    ...game.update,
    view: { ...game.view, agenda: [{ step: 'turn', seat: 1, first: true }] },
  };
  await vi.waitFor(() => expect(card?.classList.contains('acting')).toBe(true));
  expect(shown.querySelector('.tag')).toBeNull();
  expect(shown.querySelector('.head .visually-hidden')?.textContent).toBe('plays now');
});

it('says of another player what everybody can count', () => {
  const { game, shown } = show('modules', PlayerCard, { seat: 2, worded: true });
  expect(shown.querySelector('.head b')?.textContent).toBe('Amal');
  const words = [...shown.querySelectorAll('.words > span')].map((it) => it.textContent.trim().replace(/\s+/g, ' '));
  expect(words).toContain(`${game.view.players[2]?.n_cards} cards`);
  expect(words).toContain(`${game.view.players[2]?.n_thieves} thieves`);
  expect(words.some((it) => it.includes('bonus'))).toBe(false);
});

it('ends a held turn at once, or takes it back', async () => {
  const { game } = show('held', ActionBar, {});
  await fireEvent.click(screen.getByRole('button', { name: /Undo/ }));
  expect(asked.mock.lastCall?.[0].ask).toBe('undo');
  cleanup();
  asked.mockClear();
  show('held', ActionBar, {});
  await fireEvent.click(screen.getByRole('button', { name: /End turn/ }));
  expect(asked.mock.lastCall?.[0].ask).toBe('confirm');
  expect(game.update.held).not.toBeNull();
});

it('ends a held turn by itself after two seconds', () => {
  vi.useFakeTimers();
  show('held', ActionBar, {});
  vi.advanceTimersByTime(1900);
  expect(asked).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(asked.mock.lastCall?.[0].ask).toBe('confirm');
  vi.useRealTimers();
});

it('has a chip for every module that adds an action, and says why one does nothing', async () => {
  const { shown } = show('modules', ActionBar, {});
  const chips = [...shown.querySelectorAll<HTMLElement>('.act')];
  expect(chips.map((it) => it.querySelector('use')?.getAttribute('href'))).toEqual([
    '#reserve',
    '#hut',
    '#wall-stick',
    '#vizier-awake',
    '#falcon-black',
  ]);
  const off = chips.find((it) => it.getAttribute('aria-disabled') === 'true' && it.title !== '');
  expect(off).toBeDefined();
  if (off) await fireEvent.click(off);
  expect(shown.querySelector('.prompt .no')?.textContent).toBe(off?.title);
  expect(asked).not.toHaveBeenCalled();
});

it('passes where a seat is asked between turns', async () => {
  show('asked', ActionBar, {});
  await fireEvent.click(screen.getByRole('button', { name: /Pass/ }));
  expect(asked.mock.lastCall?.[0]).toMatchObject({ ask: 'act', seat: 0 });
});

it('lays four tiles on the market, eight where both games are played, and chooses one to buy', async () => {
  const { game, shown } = show('turn', Market, {});
  expect(shown.querySelectorAll('.pick')).toHaveLength(4);
  const affordable = shown.querySelector<HTMLElement>('.c-denar .pick');
  if (affordable) await fireEvent.click(affordable);
  expect(game.selection).toMatchObject({ what: 'purchase' });
  cleanup();
  expect(show('both', Market, {}).shown.querySelectorAll('.pick')).toHaveLength(8);
});
