// Whole games in a real browser against the real program, one file after the other: two cores are few.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/browser/*.test.ts'],
    fileParallelism: false,
    // A game takes half a minute; a machine that does something else besides takes its time.
    testTimeout: 900_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
