// A Chromium that opens pages of a listening board. Problems that it reports fail the test.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { CHROMIUM_FLAGS, findChromium } from '../../../demo/screenshots/chromium.ts';
import { type PageOptions, TestPage } from './browser-page.ts';
import { type ListeningSite, openListeningSite } from '../board/listening-site.ts';

/** Features of the browser that send requests, which a test would take for requests of pages. */
const BACKGROUND_FEATURES = [
  'AutofillServerCommunication',
  'OptimizationHints',
  'PreconnectToSearch',
  'MediaRouter',
];

/** Features that redirect requests or delay painting. */
const INTERFERING_FEATURES = ['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'PaintHolding'];

const FLAGS = [
  ...CHROMIUM_FLAGS,
  `--disable-features=${[...BACKGROUND_FEATURES, ...INTERFERING_FEATURES].join(',')}`,
];

/** The narrowest common phone. */
const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
const DESKTOP = { viewport: { width: 1280, height: 800 } };

/** A listening board and a browser. */
export class BrowserBoard implements AsyncDisposable {
  readonly listeningSite: ListeningSite;
  readonly #browser: Browser;
  readonly #outside: OutsideProxy;

  constructor(parts: { listeningSite: ListeningSite; browser: Browser; outside: OutsideProxy }) {
    this.listeningSite = parts.listeningSite;
    this.#browser = parts.browser;
    this.#outside = parts.outside;
  }

  get board(): ListeningSite['board'] {
    return this.listeningSite.board;
  }

  /** Opens a page of the site in its own browser context. */
  async openPage(path: string, options: PageOptions = {}): Promise<TestPage> {
    const { api, site } = this.listeningSite;
    const context = await this.#browser.newContext({
      // Text that fades in has too little contrast meanwhile.
      reducedMotion: 'reduce',
      ...contextOptions(options),
      proxy: this.#outside.proxy,
    });
    const page = await TestPage.open(context, { api, site, outsideRequests: this.#outside.requests });
    await page.visit(path);
    return page;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
    await this.#outside.close();
    await this.listeningSite[Symbol.asyncDispose]();
  }
}

const contextOptions = ({
  isPhone = false,
  isDark = false,
  hasScripts = true,
  hasPolicy = true,
}: PageOptions): BrowserContextOptions => ({
  ...(isPhone ? PHONE : DESKTOP),
  colorScheme: isDark ? 'dark' : 'light',
  javaScriptEnabled: hasScripts,
  bypassCSP: !hasPolicy,
  serviceWorkers: 'block',
});

/** Opens a board and a browser; `settings` are environment variables. */
export async function openBrowserBoard(settings?: Readonly<Record<string, string>>): Promise<BrowserBoard> {
  const [listeningSite, outside] = [await openListeningSite(settings), await openOutsideProxy()];
  const browser = await chromium.launch({
    executablePath: findChromium() ?? 'chromium',
    args: FLAGS,
    // The browser’s own requests fail. Pages use the recording proxy of their context.
    proxy: { server: 'http://127.0.0.1:9' },
  });
  return new BrowserBoard({ listeningSite, browser, outside });
}

/** A proxy that refuses and records all requests to other hosts. */
interface OutsideProxy {
  readonly requests: string[];
  readonly proxy: { readonly server: string; readonly bypass: string };
  close(): Promise<void>;
}

async function openOutsideProxy(): Promise<OutsideProxy> {
  const requests: string[] = [];
  const server = createServer(({ method, url }, response) => {
    requests.push(`${method} ${url}`);
    response.writeHead(502).end();
  });
  server.on('connect', ({ url }: { url?: string }, socket: { destroy(): void }) => {
    requests.push(`CONNECT ${url}`);
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    requests,
    proxy: { server: `http://127.0.0.1:${port}`, bypass: '127.0.0.1' },
    close: () => closeServer(server),
  };
}

async function closeServer(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close').catch(() => undefined);
}
