// How the client is built: everything into hashed files of our own, nothing inlined that a strict content policy would refuse.
import { existsSync, readFileSync } from 'node:fs';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

import { read } from './src/rules/markdown.ts';

/** Chapters of the rules are read while building. */
const rules: Plugin = {
  name: 'rules',
  transform(text, file) {
    if (file.endsWith('.md')) return { code: `export default ${JSON.stringify(read(text))}`, map: null };
    return undefined;
  },
};

const generated = new URL('src/generated/', import.meta.url);
const playsHere = existsSync(new URL('alhambra.js', generated));

/** Stands in for the game itself where `cargo xtask wasm` has not built it: the client then plays at a server's tables only. */
const gameLeftOut: Plugin = {
  name: 'game-left-out',
  enforce: 'pre',
  resolveId: (id) => (!playsHere && /\/generated\/alhambra(\.js)?$/.test(id) ? '\0game-left-out' : undefined),
  load(id) {
    if (id !== '\0game-left-out') return undefined;
    const types = readFileSync(new URL('alhambra.d.ts', generated), 'utf8');
    const names = [...types.matchAll(/^export (?:class|function) (\w+)/gm)].map(([, name]) => name);
    return [
      "export default () => Promise.reject(new Error('this client was built without the game'));",
      ...names.map((name) => `export const ${name} = undefined;`),
    ].join('\n');
  },
};

export default defineConfig({
  plugins: [rules, gameLeftOut, svelte(), svelteTesting()],
  define: { __PLAYS_HERE__: playsHere },
  worker: { format: 'es', plugins: () => [gameLeftOut] },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Texts are documents, of which a reader loads some; they are weighed by themselves.
        chunkFileNames: ({ facadeModuleId }) => {
          if (facadeModuleId?.endsWith('.md')) return 'assets/rules/[name]-[hash].js';
          if (facadeModuleId && /\/i18n\/[a-z]+\.ts$/.test(facadeModuleId)) return 'assets/languages/[name]-[hash].js';
          if (facadeModuleId && /\/learn\/texts\/|\.txt/.test(facadeModuleId)) return 'assets/lessons/[name]-[hash].js';
          return 'assets/[name]-[hash].js';
        },
      },
    },
  },
  server: {
    // While developing, the program serves the data and Vite the pages.
    proxy: { '/api': { target: 'http://127.0.0.1:8080', ws: true } },
    fs: { allow: ['..'] },
  },
  test: {
    environment: 'jsdom',
    // One window for all files: making it takes longer than the tests.
    isolate: false,
    setupFiles: ['tests/language.ts', 'tests/window.ts'],
    include: ['src/**/*.test.ts'],
  },
});
