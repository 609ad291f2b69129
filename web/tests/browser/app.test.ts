// The client as an app: installable, started without a network, brought up to date when that is wished; and as a folder of files.
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { expectAccessible, House } from './house';
import { click, playOn } from './player';

/** Waits until the whole client is kept on the device. */
const kept = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready));

/** What went wrong, but for the server that could not be reached. */
const mistakes = (troubles: string[]): string[] =>
  troubles.filter((it) => !/\/api\/|net::ERR_INTERNET_DISCONNECTED/.test(it));

describe('a server', () => {
  let house: House;
  beforeAll(async () => {
    house = await House.open();
  });
  afterAll(() => house.close());

  it('is left for good after one visit: everything starts and is played without a network', async () => {
    const { page, troubles } = await house.visitor({ keeps: true });
    await page.goto('/');
    await kept(page);
    await page.context().setOffline(true);
    // Straight to pages that were never seen.
    await page.goto('/rules/walls');
    await page.locator('h1').waitFor();
    await page.goto('/learn');
    await page.locator('h1, h2').first().waitFor();
    await page.goto('/');
    await page.getByText('Games on this device go on.').waitFor();
    await expectAccessible(page);
    const before = Date.now();
    await page.getByRole('button', { name: 'Play now' }).click();
    await page.locator('.market').first().waitFor();
    await page.locator('[data-turn=mine], .prompt').first().waitFor();
    console.log(`from tap to the table without a network: ${Date.now() - before} ms`);
    await page.reload();
    await page.locator('.market').first().waitFor();
    // What a server answers is never kept.
    const addresses = await page.evaluate(async () => {
      const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
      return (await Promise.all(caches.map((it) => it.keys()))).flat().map(({ url }) => new URL(url).pathname);
    });
    expect(addresses.length).toBeGreaterThan(50);
    expect(addresses.filter((it) => it.startsWith('/api/'))).toEqual([]);
    expect(
      await page.evaluate(() =>
        fetch('/api/info').then(
          () => 'answered',
          () => 'failed',
        ),
      ),
    ).toBe('failed');
    await page.context().setOffline(false);
    expect((await page.request.get('/api/info')).ok()).toBe(true);
    // An address of the interface is never answered with a page of the client.
    expect((await page.goto('/api/info'))!.headers()['content-type']).toMatch(/json/);
    expect(mistakes(troubles)).toEqual([]);
    await page.context().close();
  });

  it('offers the client for installing', async () => {
    const { page, troubles } = await house.visitor({ keeps: true });
    await page.goto('/');
    await kept(page);
    const browser = await page.context().newCDPSession(page);
    const { errors, data } = await browser.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(JSON.parse(data!)).toMatchObject({ name: 'Alhambra', display: 'standalone', start_url: './' });
    const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
    // Windows of a test are private ones, where nothing is installed.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((it) => it !== 'in-incognito')).toEqual([]);
    const headers = async (path: string) => (await page.request.get(path)).headers();
    expect((await headers('/manifest.webmanifest'))['content-type']).toBe('application/manifest+json');
    expect(await headers('/service-worker.js')).toMatchObject({
      'content-type': 'text/javascript',
      'cache-control': 'no-cache',
    });
    expect((await headers('/'))['cache-control']).toBe('no-cache');
    expect(troubles).toEqual([]);
    await page.context().close();
  });
});

describe('a folder of files', () => {
  const KINDS: Record<string, string> = {
    '.html': 'text/html',
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.svg': 'image/svg+xml',
    '.png': 'image/png',
    '.wasm': 'application/wasm',
    '.webmanifest': 'application/manifest+json',
  };
  const under = '/some/where';
  let folder: string;
  let server: Server;
  let house: House;

  beforeAll(async () => {
    const site = process.env.ALHAMBRA_SITE ?? '';
    if (!site) throw new Error('name the built site in ALHAMBRA_SITE, or run `cargo xtask browser`');
    folder = mkdtempSync(join(tmpdir(), 'alhambra-site-'));
    cpSync(site, folder, { recursive: true });
    // Nothing but the files of one folder under a path of its own: no addresses of the client, no interface.
    server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://site');
      const name = normalize(pathname.slice(under.length));
      const file = join(folder, name === '/' ? 'index.html' : name);
      const isThere = pathname.startsWith(`${under}/`) && statSync(file, { throwIfNoEntry: false })?.isFile();
      response.writeHead(isThere ? 200 : 404, { 'content-type': KINDS[extname(file)] ?? 'application/octet-stream' });
      response.end(isThere ? readFileSync(file) : '');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    house = await House.at(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  afterAll(async () => {
    await house?.close();
    server?.closeAllConnections();
    await new Promise((closed) => server?.close(closed));
    rmSync(folder, { recursive: true });
  });

  it('has everything: a game is played to its result by clicks, and looked at again', async () => {
    const { page, troubles } = await house.visitor();
    await page.addInitScript(() => {
      const bot = { seat: 'bot', level: 'greedy' };
      localStorage['alhambra.play-now'] = JSON.stringify({
        game: 'alhambra',
        modules: [],
        seats: [{ seat: 'me' }, bot, bot],
      });
    });
    await page.goto(`${under}/`);
    await page.getByRole('button', { name: 'Play now' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Play now' }).click();
    await page.waitForURL(/#\/t\/here-/);
    await page.locator('.market').first().waitFor();
    await playOn(page, click, async (n) => {
      if (n === 25) await page.reload();
    });
    await page.locator('a[href*="/g/here-"]').first().click();
    await page.waitForURL(/#\/g\/here-/);
    await page.locator('.facts').waitFor();
    await page.locator('a[href$="/replay"]').first().click();
    await page.waitForURL(/#\/g\/here-.*\/replay/);
    await page.locator('.seats').waitFor();
    expect(troubles).toEqual([]);
    await page.context().close();
  });

  it('changes to a newer client only when that is wished', async () => {
    const { page, troubles } = await house.visitor({ keeps: true });
    await page.goto(`${under}/`);
    await kept(page);
    await page.reload();
    const worker = join(folder, 'service-worker.js');
    writeFileSync(worker, `${readFileSync(worker, 'utf8')}\n// newer`);
    const waiting = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state ?? 'none');
    expect(await waiting()).toBe('none');
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await page.getByText('A new version is ready.').waitFor();
    await expectAccessible(page);
    expect(await waiting()).toBe('installed');
    await page.getByRole('button', { name: 'Change to it' }).click();
    await expect.poll(waiting).toBe('none');
    await page.getByRole('button', { name: 'Play now' }).waitFor();
    await expect.poll(() => page.getByText('A new version is ready.').count()).toBe(0);
    expect(troubles).toEqual([]);
    await page.context().close();
  });
});
