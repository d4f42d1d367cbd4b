// A board of the demonstration's own, whose clock can be put forward: what takes minutes is seen at once.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen } from '../facades/http/listen.ts';
import { createApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { openStore } from '../src/store.ts';
import { createLogger } from '../src/telemetry.ts';

export interface QuickBoard extends AsyncDisposable {
  /** Where it listens. */
  readonly base: string;
  /** Puts its clock forward. */
  pass(seconds: number): void;
}

/** Opens one with nothing on it; it disappears when it is let go of. */
export async function openQuickBoard(): Promise<QuickBoard> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-board-demo-'));
  const config = readConfig({ DATA_DIR: join(folder, 'data') });
  const log = createLogger('silent');
  const store = await openStore(config, log);
  let ahead = 0;
  const clock = { now: () => new Date(Date.now() + ahead * 1000) };
  const app = await createApp({ config, database: store.database, clock, log });
  const api = await listen(app.api.fetch, { host: '127.0.0.1', port: 0 });
  return {
    base: `http://127.0.0.1:${api.port}`,
    pass: (seconds) => void (ahead += seconds),
    [Symbol.asyncDispose]: async () => {
      await api.close(500);
      await app.close();
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
