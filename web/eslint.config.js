import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['dist', 'src/generated'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    rules: {
      // The compiler knows every name already.
      'no-undef': 'off',
      // Our links go through our own router.
      'svelte/no-navigation-without-resolve': 'off',
      // Maps that nobody watches may be plain ones.
      'svelte/prefer-svelte-reactivity': 'off',
      // svelte-check judges the comments themselves; this rule also reads the reason behind them as names of warnings.
      'svelte/no-unused-svelte-ignore': 'off',
      // A state that an effect follows is sometimes the plainer sentence.
      'svelte/prefer-writable-derived': 'off',
    },
  },
  {
    rules: {
      // Indexed access is checked by the compiler; an exclamation mark says that it can't fail.
      '@typescript-eslint/no-non-null-assertion': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
);
