// A piece is carried from where it lies to a place for it; a click stays a click.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { carried, carry, type Carrying } from './carry.svelte';

let piece: HTMLElement;
let place: HTMLElement;
let told: string[];
let handle: ReturnType<typeof carry>;
const how: Carrying = {
  onto: '[data-cell]',
  lift: () => ({ tile: 'T9nw' }),
  over: (it) => told.push(`over ${it?.dataset['cell'] ?? 'nothing'}`),
  drop: (it) => told.push(`drop ${it.dataset['cell'] ?? ''}`),
  back: () => told.push('back'),
};
const point = (kind: string, x: number): boolean =>
  piece.dispatchEvent(
    Object.assign(new MouseEvent(kind, { clientX: x, clientY: 0, button: 0, bubbles: true }), { pointerId: 1 }),
  );

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  piece = document.createElement('button');
  place = document.createElement('div');
  place.dataset['cell'] = 'n1';
  document.body.append(piece, place);
  document.elementsFromPoint = (x) => (x > 50 ? [place] : [piece]);
  handle = carry(piece, how);
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  if (handle && 'destroy' in handle) handle.destroy?.();
  document.body.replaceChildren();
});

test('what is let go over a place is put down there', () => {
  point('pointerdown', 0);
  point('pointermove', 20);
  expect(carried.piece).toEqual({ tile: 'T9nw' });
  point('pointermove', 60);
  point('pointerup', 60);
  expect(told).toEqual(['over n1', 'drop n1']);
  expect(carried.piece).toBeNull();
});

test('what is let go elsewhere goes back', () => {
  point('pointerdown', 0);
  point('pointermove', 60);
  point('pointermove', 30);
  point('pointerup', 30);
  expect(told).toEqual(['over n1', 'over nothing', 'back']);
});

test('a trembling hand still clicks', () => {
  const clicked = vi.fn();
  piece.addEventListener('click', clicked);
  point('pointerdown', 0);
  point('pointermove', 3);
  point('pointerup', 3);
  piece.click();
  expect(clicked).toHaveBeenCalledOnce();
  expect(told).toEqual([]);
});

test('Escape lets everything go back', () => {
  point('pointerdown', 0);
  point('pointermove', 60);
  dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  point('pointerup', 60);
  expect(told).toEqual(['over n1', 'back']);
  expect(carried.piece).toBeNull();
});
