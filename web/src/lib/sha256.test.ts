import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { sha256 } from './sha256';

test('digests of texts of every length around a block', () => {
  for (let n = 0; n < 200; n++) {
    const text = 'alhambra'.repeat(30).slice(0, n);
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
  }
});
