// The line to a table of this browser: a port to the worker that has it.
import type { Message } from '../generated/protocol';
import { type Line, patience } from '../lib/line';
import type { Says } from './house';
import type { Told } from './keeper';

export class PortLine implements Line {
  state: Line['state'] = $state('connecting');
  retryAt = $state(0);
  readonly #id: string;
  readonly #seen: () => number | undefined;
  readonly #heard: (message: Message) => void;
  readonly #broke: () => void;
  #port: MessagePort | undefined;
  #attempt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(id: string, seen: () => number | undefined, heard: (message: Message) => void, broke: () => void) {
    this.#id = id;
    this.#seen = seen;
    this.#heard = heard;
    this.#broke = broke;
    void this.#connect();
  }

  async #connect(): Promise<void> {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }: MessageEvent<Told>) => {
      if (this.#port !== port1) return;
      if ('letter' in data) this.#heard(JSON.parse(data.letter) as Message);
      else if (data.line === 'lost') this.#lost(port1);
      else this.#is(data.line);
    };
    try {
      const { connect } = await import('./client');
      if (this.#closed) return;
      await connect(this.#id, this.#seen() ?? null, port2, () => this.#lost(port1));
    } catch {
      this.#lost(port1);
    }
  }

  #is(state: 'open' | 'elsewhere'): void {
    this.state = state;
    this.#attempt = 0;
    if (state === 'elsewhere') this.#broke();
  }

  #lost(port: MessagePort): void {
    if (this.#closed || this.#port !== port) return;
    this.#hangUp();
    this.state = 'lost';
    this.#broke();
    const wait = patience(this.#attempt++, Math.random());
    this.retryAt = Date.now() + wait;
    this.#timer = setTimeout(() => void this.#connect(), wait);
  }

  #post(says: Says): void {
    this.#port?.postMessage(says);
  }

  #hangUp(): void {
    this.#post({ leave: true });
    this.#port?.close();
    this.#port = undefined;
  }

  retry = (): void => {
    if (this.#closed) return;
    if (this.state === 'elsewhere') this.#post({ take: true });
    else if (this.state === 'lost') {
      clearTimeout(this.#timer);
      void this.#connect();
    }
  };

  send(text: string): boolean {
    if (this.state !== 'open') return false;
    this.#post({ say: text });
    return true;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#hangUp();
  }
}
