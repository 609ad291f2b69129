// Pictures of the main pages, taken as the browser tests play.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['tests/screenshots/*.test.ts'], fileParallelism: false, testTimeout: 240_000, hookTimeout: 60_000 },
});
