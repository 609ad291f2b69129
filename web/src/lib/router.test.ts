// Which page an address names.
import { describe, expect, it } from 'vitest';

import { parse } from './router.svelte';

describe('an address', () => {
  it.each([
    ['/', { page: 'start' }],
    ['/new', { page: 'new' }],
    ['/t/lion-42', { page: 'table', id: 'lion-42' }],
    ['/t/lion-42/', { page: 'table', id: 'lion-42' }],
    ['/games', { page: 'games' }],
    ['/g/lion-42', { page: 'result', id: 'lion-42' }],
    ['/g/lion-42/replay', { page: 'replay', id: 'lion-42' }],
    ['/g/lion-42/shuffle', { page: 'shuffle', id: 'lion-42' }],
    ['/replay', { page: 'replay', id: '' }],
    ['/rules', { page: 'rules', chapter: '' }],
    ['/rules/camps', { page: 'rules', chapter: 'camps' }],
    ['/learn', { page: 'learn', lesson: '' }],
    ['/learn/huts', { page: 'learn', lesson: 'huts' }],
    ['/t/a%20b', { page: 'table', id: 'a b' }],
    ['/t/%', { page: 'table', id: '%' }],
    ['/t', { page: 'unknown' }],
    ['/x/y', { page: 'unknown' }],
    ['/g/a/b', { page: 'unknown' }],
    ['/g/a/replay/c', { page: 'unknown' }],
  ])('%s', (path, page) => expect(parse(path)).toEqual(page));
});
