// A real browser that looks at a board on real sockets. Whatever it has to complain of fails the test.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { CHROMIUM_FLAGS, findChromium } from '../../../demo/screenshots/chromium.ts';
import { type PageOptions, TestPage } from './browser-page.ts';
import { type ListeningSite, openListeningSite } from '../board/listening-site.ts';

/** What the browser would ask of its maker for the sake of pages: there is no way to tell it from what pages ask. */
const UNWANTED = ['AutofillServerCommunication', 'OptimizationHints', 'PreconnectToSearch', 'MediaRouter'];

/** Would answer for pages, or before them. */
const UNFAITHFUL = ['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'PaintHolding'];

const FLAGS = [...CHROMIUM_FLAGS, `--disable-features=${[...UNWANTED, ...UNFAITHFUL].join(',')}`];

/** A phone as narrow as they are sold. */
const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
const DESK = { viewport: { width: 1280, height: 800 } };

/** A board, and a browser beside it. */
export class BrowserBoard implements AsyncDisposable {
  readonly listeningSite: ListeningSite;
  readonly #browser: Browser;
  readonly #outside: Outside;

  constructor(parts: { reachable: ListeningSite; browser: Browser; outside: Outside }) {
    this.listeningSite = parts.reachable;
    this.#browser = parts.browser;
    this.#outside = parts.outside;
  }

  get board(): ListeningSite['board'] {
    return this.listeningSite.board;
  }

  /** Opens a page of the site, in a window that shares nothing with others. */
  async openPage(path: string, look: PageOptions = {}): Promise<TestPage> {
    const { api, site } = this.listeningSite;
    const context = await this.#browser.newContext({ ...optionsOf(look), proxy: this.#outside.proxy });
    const page = await TestPage.open(context, { api, site, asked: this.#outside.asked });
    await page.visit(path);
    return page;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
    await this.#outside.close();
    await this.listeningSite[Symbol.asyncDispose]();
  }
}

const optionsOf = ({
  phone = false,
  dark = false,
  scripts = true,
  policy = true,
}: PageOptions): BrowserContextOptions => ({
  ...(phone ? PHONE : DESK),
  colorScheme: dark ? 'dark' : 'light',
  javaScriptEnabled: scripts,
  bypassCSP: !policy,
  serviceWorkers: 'block',
});

/** Opens a board and a browser; `settings` are environment variables, as for any test's board. */
export async function openBrowserBoard(settings?: Readonly<Record<string, string>>): Promise<BrowserBoard> {
  const [reachable, outside] = [await openListeningSite(settings), await openOutside()];
  const browser = await chromium.launch({
    executablePath: findChromium() ?? 'chromium',
    args: FLAGS,
    // What the browser wants for itself goes nowhere; pages have a way out that is watched.
    proxy: { server: 'http://127.0.0.1:9' },
  });
  return new BrowserBoard({ reachable, browser, outside });
}

/** Everywhere that is not this machine: nobody answers, and all that was asked is written down. */
interface Outside {
  readonly asked: string[];
  readonly proxy: { readonly server: string; readonly bypass: string };
  close(): Promise<void>;
}

async function openOutside(): Promise<Outside> {
  const asked: string[] = [];
  const server = createServer(({ method, url }, response) => {
    asked.push(`${method} ${url}`);
    response.writeHead(502).end();
  });
  server.on('connect', ({ url }: { url?: string }, socket: { destroy(): void }) => {
    asked.push(`CONNECT ${url}`);
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    asked,
    proxy: { server: `http://127.0.0.1:${port}`, bypass: '127.0.0.1' },
    close: () => closeServer(server),
  };
}

async function closeServer(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close').catch(() => undefined);
}
