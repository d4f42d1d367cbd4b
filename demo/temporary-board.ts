// A board of the demonstration's own, whose clock can be put forward: what takes minutes is seen at once.
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
  /** Where it listens. */
  readonly apiUrl: string;
  /** Where its pages for people are. */
  readonly siteUrl: string;
  /** What it keeps everything in: for who fills it. */
  readonly database: Database;
  /** Puts its clock forward. */
  advanceClock(seconds: number): void;
}

/** Opens one with nothing on it; it disappears when it is let go of. `settings` are environment variables. */
export async function openTemporaryBoard(
  settings: Readonly<Record<string, string>> = {},
): Promise<TemporaryBoard> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-board-demo-'));
  const { api, site, serve } = await openDoors();
  const [base, pages] = [`http://127.0.0.1:${api.port}`, `http://127.0.0.1:${site.port}`];
  const config = readConfig({ DATA_DIR: join(folder, 'data'), BASE_URL: base, SITE_URL: pages, ...settings });
  const log = createLogger('silent');
  const store = await openStore(config, log);
  let ahead = 0;
  const clock = { now: () => new Date(Date.now() + ahead * 1000) };
  const app = await createApp({
    config,
    database: store.database,
    clock,
    log,
    eventLoop: { delayMs: () => 0 },
  });
  serve(app);
  return {
    apiUrl: base,
    siteUrl: pages,
    database: store.database,
    advanceClock: (seconds) => void (ahead += seconds),
    [Symbol.asyncDispose]: async () => {
      await Promise.all([api.close(500), site.close(500)]);
      await app.close();
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Doors {
  readonly api: Listener;
  readonly site: Listener;
  readonly serve: (app: App) => void;
}

/** Ports that are free, on which the board then answers: it has to know its addresses before it is there. */
async function openDoors(): Promise<Doors> {
  const { promise: app, resolve: serve } = Promise.withResolvers<App>();
  const place = { host: '127.0.0.1', port: 0 };
  const api = await listen(async (...visit) => (await app).api.fetch(...visit), place);
  const site = await listen(async (...visit) => (await app).site.fetch(...visit), place);
  return { api, site, serve };
}
