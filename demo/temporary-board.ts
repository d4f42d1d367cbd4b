// A board in this process, for the demonstration and the screenshots, with a clock that can be advanced.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen, type Listener } from '../facades/http/server/listen.ts';
import type { Database } from '../prisma/client.ts';
import { type App, createApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { openStore } from '../src/store.ts';
import { createLogger } from '../src/logger.ts';

export interface TemporaryBoard extends AsyncDisposable {
  /** Origin of the API. */
  readonly apiUrl: string;
  /** Origin of the site. */
  readonly siteUrl: string;
  /** The board's database, for seeding. */
  readonly database: Database;
  /** Advances the board's clock. */
  advanceClock(seconds: number): void;
}

/** Opens an empty board. Disposing it removes its data. `settings` are environment variables. */
export async function openTemporaryBoard(
  settings: Readonly<Record<string, string>> = {},
): Promise<TemporaryBoard> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-board-demo-'));
  const { api, site, serve } = await openListeners();
  const [apiUrl, siteUrl] = [`http://127.0.0.1:${api.port}`, `http://127.0.0.1:${site.port}`];
  const config = readConfig({
    DATA_DIR: join(folder, 'data'),
    BASE_URL: apiUrl,
    SITE_URL: siteUrl,
    ...settings,
  });
  const log = createLogger('silent');
  const store = await openStore(config, log);
  let aheadSeconds = 0;
  const clock = { now: () => new Date(Date.now() + aheadSeconds * 1000) };
  const app = await createApp({
    config,
    database: store.database,
    clock,
    log,
    eventLoop: { delayMs: () => 0 },
  });
  serve(app);
  return {
    apiUrl,
    siteUrl,
    database: store.database,
    advanceClock: (seconds) => void (aheadSeconds += seconds),
    [Symbol.asyncDispose]: async () => {
      await Promise.all([api.close(500), site.close(500)]);
      await app.close();
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Opens listeners on free ports before the board is created, because the board needs their URLs. */
async function openListeners(): Promise<{
  readonly api: Listener;
  readonly site: Listener;
  readonly serve: (app: App) => void;
}> {
  const { promise: app, resolve: serve } = Promise.withResolvers<App>();
  const address = { host: '127.0.0.1', port: 0 };
  const api = await listen(async (...args) => (await app).api.fetch(...args), address);
  const site = await listen(async (...args) => (await app).site.fetch(...args), address);
  return { api, site, serve };
}
