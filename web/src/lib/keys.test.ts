// Keys, and keys that a person chose instead.
import { afterEach, expect, it } from 'vitest';

import { commandOf, keyOf, remap, usualKeys } from './keys.svelte';
import { change } from './settings.svelte';

afterEach(() => change({ keys: {} }));

const press = (key: string, target: EventTarget = document.body, init: KeyboardEventInit = {}) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, ...init });
  let command: string | undefined;
  const listen = (heard: Event) => (command = commandOf(heard as KeyboardEvent));
  target.addEventListener('keydown', listen);
  target.dispatchEvent(event);
  target.removeEventListener('keydown', listen);
  return command;
};

it('has one key for each command', () => {
  const keys = Object.values(usualKeys);
  expect(new Set(keys).size).toBe(keys.length);
});

it('reads keys, capital or not, but not while somebody writes or holds control', () => {
  expect(press('r')).toBe('redesign');
  expect(press('R')).toBe('redesign');
  expect(press('z', document.body, { ctrlKey: true })).toBeUndefined();
  const field = document.body.appendChild(document.createElement('input'));
  expect(press('r', field)).toBeUndefined();
  field.type = 'checkbox';
  expect(press('r', field)).toBe('redesign');
  field.remove();
});

it('swaps keys, so that none is lost', () => {
  remap('redesign', 'h');
  expect(keyOf('redesign')).toBe('h');
  expect(keyOf('hint')).toBe('r');
  expect(press('h')).toBe('redesign');
});
