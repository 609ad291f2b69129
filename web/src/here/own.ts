// What this page reads of the tables of this browser by itself; lists need no worker.
import { Shelf } from './shelf';

export const shelf = new Shelf();
