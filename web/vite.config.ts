// How the client is built: everything into hashed files of our own, nothing inlined that a strict content policy would refuse.
import { existsSync } from 'node:fs';

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

/** Whether the game was compiled for browsers; a client without it plays at tables of a server. */
const withGame = existsSync(new URL('src/generated/alhambra_bg.wasm', import.meta.url));

export default defineConfig({
  define: { __WITH_GAME__: JSON.stringify(withGame) },
  worker: {
    // Modules, like the rest of the client: they load the game only when it is asked for.
    format: 'es',
    // By themselves, so that they can be weighed with the game that they load.
    rolldownOptions: {
      output: { entryFileNames: 'assets/here/[name]-[hash].js', chunkFileNames: 'assets/here/[name]-[hash].js' },
    },
  },
  plugins: [rules, svelte(), svelteTesting()],
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
          if (facadeModuleId && /\/here\//.test(facadeModuleId)) return 'assets/here/[name]-[hash].js';
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
