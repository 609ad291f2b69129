// The client begins: fonts, tokens, and the page that the address names.
import '@fontsource-variable/el-messiri/wght.css';
import '@fontsource-variable/source-sans-3/wght.css';
import './tokens.css';
import './app.css';
import './pieces/pieces.css';

import { mount } from 'svelte';

import App from './App.svelte';

const target = document.getElementById('app');
if (target) mount(App, { target });
