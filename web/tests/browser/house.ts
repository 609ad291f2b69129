// A house to play in: the real program on a free port with an empty database, and a real browser.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Browser, type BrowserContextOptions, chromium, type Page, type Request } from 'playwright-core';
import { expect } from 'vitest';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Sizes that people have. */
export const desktop = { width: 1280, height: 720 };
export const phone = { width: 360, height: 800 };

/** A visitor with a browser of their own, and everything that went wrong there. */
export interface Visitor {
  page: Page;
  /** Errors on the console, failed requests, exceptions. */
  troubles: string[];
}

/** What a visitor does beside what a browser can be told. */
interface Habits {
  /** Whether the client is kept on the visitor's device. */
  keeps?: boolean;
}

export class House {
  readonly address: string;
  readonly #program: ChildProcess | undefined;
  readonly #browser: Browser;
  readonly #folder: string | undefined;

  private constructor(address: string, browser: Browser, program?: ChildProcess, folder?: string) {
    this.address = address;
    this.#program = program;
    this.#browser = browser;
    this.#folder = folder;
  }

  /** Opens the house; `cargo xtask browser` names the program and the browser. Its games are the same every time, or left to chance. */
  static async open(luck: 'same' | 'chance' = 'same'): Promise<House> {
    const program = process.env.ALHAMBRA_PROGRAM ?? '';
    if (!program) throw new Error('name the built program in ALHAMBRA_PROGRAM, or run `cargo xtask browser`');
    const folder = mkdtempSync(join(tmpdir(), 'alhambra-browser-'));
    const serving = spawn(
      program,
      [
        'serve',
        ...['--bind', '127.0.0.1:0', '--database', join(folder, 'alhambra.db'), '--bot-pause', '0'],
        // The same games every time: what is seen once is seen again.
        ...(luck === 'same' ? ['--shuffle', '5eed'.repeat(16)] : []),
        ...['--tables-per-minute', '1000', '--requests-per-second', '1000', '--max-sockets', '1000', '--log', 'warn'],
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const address = await new Promise<string>((found, failed) => {
      let heard = '';
      serving.stdout.on('data', (text: Buffer) => {
        heard += text.toString();
        const match = /http:\/\/\S+/.exec(heard);
        if (match) found(match[0]);
      });
      serving.on('exit', (code) => failed(new Error(`the program ended with ${code}`)));
    });
    return new House(address, await House.#launch(), serving, folder);
  }

  /** A house that somebody else serves: nothing but files. */
  static async at(address: string): Promise<House> {
    return new House(address, await House.#launch());
  }

  static #launch(): Promise<Browser> {
    return chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        // As root in a container there is no sandbox; the pages are our own.
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    });
  }

  async close(): Promise<void> {
    await this.#browser.close();
    const program = this.#program;
    if (program) {
      program.removeAllListeners('exit');
      const ended = new Promise((done) => program.on('exit', done));
      program.kill();
      await ended;
    }
    if (this.#folder) rmSync(this.#folder, { recursive: true });
  }

  /** Lets somebody in who was never here before. */
  async visitor({ keeps = false, ...options }: BrowserContextOptions & Habits = {}): Promise<Visitor> {
    const context = await this.#browser.newContext({
      baseURL: this.address,
      viewport: desktop,
      locale: 'en',
      reducedMotion: 'reduce',
      ...options,
    });
    await context.addInitScript(() => {
      // Games are played as fast as they can be shown.
      localStorage['alhambra.settings'] ??= JSON.stringify({ speed: 'instant', volume: 0, confirm: false });
      // Who has a name already is not asked for one.
      localStorage['alhambra.name'] ??= JSON.stringify({ asked: true });
    });
    // Most visitors look at one thing and go; the client is kept on the device of those who come back.
    if (!keeps) await context.addInitScript(() => void Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
    const page = await context.newPage();
    const troubles: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') troubles.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => troubles.push(`exception: ${error.message}`));
    const brokenOff = brokenOffBy(page);
    page.on('requestfailed', (request) => {
      if (!brokenOff(request)) troubles.push(`failed: ${request.url()} ${request.failure()?.errorText}`);
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(this.address) && !/^(data|blob):/.test(request.url()))
        troubles.push(`foreign: ${request.url()}`);
    });
    return { page, troubles };
  }
}

/** Tells of a request that failed whether a visitor broke it off by going elsewhere: the page itself breaks nothing off. */
function brokenOffBy(page: Page): (request: Request) => boolean {
  const pending = new Set<Request>();
  const left = new WeakSet<Request>();
  let leaving = false;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      leaving = true;
      for (const it of pending) left.add(it);
    }
    // Until the next page is there, the last one still asks.
    if (leaving) left.add(request);
    pending.add(request);
  });
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) leaving = false;
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return (request) => request.failure()?.errorText === 'net::ERR_ABORTED' && (left.has(request) || page.isClosed());
}

/** The line between a page and its table, which can be cut. */
export class Line {
  #cut = false;
  #hangUp: (() => void)[] = [];

  /** Has to be laid before the page goes to its table. */
  static async lay(page: Page): Promise<Line> {
    const line = new Line();
    await page.routeWebSocket(/\/socket/, (inside) => {
      if (line.#cut) {
        void inside.close();
        return;
      }
      const outside = inside.connectToServer();
      line.#hangUp.push(() => void Promise.all([inside.close(), outside.close()]));
    });
    return line;
  }

  /** Nothing comes through any more. */
  cut(): void {
    this.#cut = true;
    for (const hangUp of this.#hangUp.splice(0)) hangUp();
  }

  /** The next attempt comes through. */
  mend(): void {
    this.#cut = false;
  }
}

interface AxeResult {
  violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
}

/** Nothing on the page keeps anybody out, as far as a program can tell. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
}

/** What on the page keeps somebody out, as far as a program can tell. */
export async function violationsOf(page: Page): Promise<{ id: string; nodes: string[] }[]> {
  // Evaluated rather than added to the page, whose content policy lets no foreign script in.
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: (where: Document) => Promise<AxeResult> } };
    // Every rule counts, not only those of the guidelines.
    const { violations } = await axe.run(document);
    return violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary ?? ''}`),
    }));
  });
}
