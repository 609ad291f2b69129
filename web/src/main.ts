// The client begins: fonts, tokens, and the page that the address names.
import '@fontsource-variable/el-messiri/wght.css';
import '@fontsource-variable/source-sans-3/wght.css';
import './tokens.css';
import './app.css';
import './pieces/pieces.css';

import { mount } from 'svelte';

import App from './App.svelte';
import { load } from './i18n/index.svelte';
import { keep } from './lib/app.svelte';
import { meet } from './lib/me.svelte';
import { report } from './lib/problems';

// The first answer says who this is; pages and their sockets come after it.
meet().catch(report);

const target = document.getElementById('app');
// Nothing is shown before its words are there. (An `await` here would split the client into fifty files.)
if (target) void load().then(() => mount(App, { target }));

// Nothing of what is kept for later competes with what is shown now.
addEventListener('load', () => void keep());
