// What every unit test stands on: the words are there, as on every page.
import { load } from '../src/i18n/index.svelte';

await load();
