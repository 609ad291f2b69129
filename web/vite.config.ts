// How the client is built: everything into hashed files of our own, nothing inlined that a strict content policy would refuse.
import { existsSync } from 'node:fs';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
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

/** The client as an app of a device: all of it is kept there, and a newer one waits until it is wanted. */
const app = VitePWA({
  registerType: 'prompt',
  // The client registers it itself, once everything is shown.
  injectRegister: null,
  filename: 'service-worker.js',
  manifest: {
    id: './',
    name: 'Alhambra',
    short_name: 'Alhambra',
    description: 'Build the finest palace: the board game with every module, against bots or with friends.',
    // Relative: the client may lie in any folder of a web server.
    start_url: './',
    scope: './',
    display: 'standalone',
    background_color: '#EBE2D0',
    theme_color: '#EBE2D0',
    categories: ['games'],
    icons: [
      { src: 'icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: 'icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: 'icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: 'icon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
  },
  workbox: {
    globPatterns: ['**/*.{html,js,css,svg,png,woff2,wasm}'],
    // The game itself is the largest file; without it nothing could be played.
    maximumFileSizeToCacheInBytes: 4 << 20,
    // Their names change with their contents.
    dontCacheBustURLsMatching: /^assets\//,
    // What a server answers is never kept: whoever asks wants to know how it is now.
    navigateFallbackDenylist: [/^\/(api|healthz|readyz|metrics)(\/|$)/],
    cleanupOutdatedCaches: true,
    // One file instead of two: the second would be one more that no cache of a web server may hold on to.
    inlineWorkboxRuntime: true,
    sourcemap: false,
  },
});

/** Where built scripts lie: what is loaded only by some, or only when it is needed, is weighed by itself. */
function folderOf(module: string | null | undefined): string {
  // Texts are documents, of which a reader loads some.
  if (module?.endsWith('.md')) return 'rules/';
  if (module && /\/i18n\/[a-z]+\.ts$/.test(module)) return 'languages/';
  if (module && /\/learn\/texts\/|\.txt/.test(module)) return 'lessons/';
  if (module && /\/here\/|\/generated\/alhambra\.js$/.test(module)) return 'here/';
  return '';
}

export default defineConfig({
  define: { __WITH_GAME__: JSON.stringify(withGame) },
  worker: {
    // Modules, like the rest of the client: they load the game only when it is asked for.
    format: 'es',
    // By themselves, so that they can be weighed with the game that they load.
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/here/[name]-[hash].js',
        chunkFileNames: 'assets/here/[name]-[hash].js',
        assetFileNames: 'assets/here/[name]-[hash][extname]',
      },
    },
  },
  plugins: [rules, app, svelte(), svelteTesting()],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        chunkFileNames: ({ facadeModuleId }) => `assets/${folderOf(facadeModuleId)}[name]-[hash].js`,
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
