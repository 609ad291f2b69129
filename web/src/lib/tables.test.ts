import { expect, it } from 'vitest';

import type { Occupant, TableLine } from '../generated/protocol';
import { freeSeats, hostOf, namesAt, running, waiting } from './tables';

const nobody: Occupant = { occupant: 'nobody' };
const person = (name: string): Occupant => ({ occupant: 'person', name });

function line(id: string, seats: Occupant[], some: Partial<TableLine> = {}): TableLine {
  return {
    id,
    settings: {
      ruleset: { game: 'alhambra', scoring: 'regular', players: seats.length, modules: [] },
      visibility: 'public',
      pace: { pace: 'unlimited' },
      assistance: { hints: true, undo: true },
      fixed_seats: false,
      substitute: 'fair',
    },
    status: 'gathering',
    seats,
    seated: false,
    your_turn: false,
    changed_at: 0,
    ...some,
  } as TableLine;
}

it('lists tables with a free seat, the fullest first, then the latest', () => {
  const lines = [
    line('wide', [person('Inés'), nobody, nobody]),
    line('old', [person('Omar'), nobody], { changed_at: 1 }),
    line('new', [person('Rosa'), nobody], { changed_at: 2 }),
    line('full', [person('Paz'), person('Hugo')]),
    line('mine', [person('Amina'), nobody], { seated: true }),
    line('playing', [person('Noor'), person('Tomás')], { status: 'playing' }),
  ];
  expect(waiting(lines).map(({ id }) => id)).toEqual(['new', 'old', 'wide']);
  expect(running(lines).map(({ id }) => id)).toEqual(['playing']);
});

it('knows who sits there and whose table it is', () => {
  const bot: Occupant = { occupant: 'bot', name: 'Tariq', level: 'fair' };
  const table = line('a', [bot, person('Omar'), nobody, person('Lucía')]);
  expect(namesAt(table)).toEqual(['Tariq', 'Omar', 'Lucía']);
  expect(hostOf(table)).toBe('Omar');
  expect(freeSeats(table)).toBe(1);
});
