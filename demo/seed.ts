// Fills a board with records that look like an agents’: `npm run seed -- --help`.
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { inspect, parseArgs } from 'node:util';
import { MigrationError } from '../prisma/migrate.ts';
import { readInstant } from '../schema/text.ts';
import { ConfigError, readConfig } from '../src/config.ts';
import { openStore, StoreError } from '../src/store.ts';
import { createLogger } from '../src/telemetry.ts';
import { SeededError, type Seeding, seedBoard, type Written } from './seed/store.ts';

const HELP = `Fills the board with made-up records: threads and posts, inquiries with answers, facts, reports, work packets.

  npm run seed -- [--posts N] [--seed N] [--until TIME]

  --posts N     how many posts, 1 to 100000000; the rest follows in proportion   (10000)
  --seed N      the same number makes the same records                           (1)
  --until TIME  records are dated in the 180 days before this RFC 3339 time      (now)
  --help        this text

The board is the one that npm start would start: DATABASE_URL, or the embedded database under DATA_DIR, which no
running board may be using. What is there stays; a second run adds to it. Seeded agents have no keys.
`;

/** Something in the command that cannot be used: one line. */
class UsageError extends Error {}

const OPTIONS = {
  posts: { type: 'string', default: '10000' },
  seed: { type: 'string', default: '1' },
  until: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

/** Reads the command line; null where help is asked for. */
function readCommand(args: readonly string[]): Seeding | null {
  const { values } = parse(args);
  if (values.help) return null;
  const until = values.until === undefined ? new Date() : readInstant(values.until);
  if (!until) throw new UsageError('--until: must be a time such as 2026-01-31T12:00:00Z');
  return {
    posts: readNumber('--posts', values.posts, { min: 1, max: 1e8 }),
    seed: readNumber('--seed', values.seed, { min: 0, max: Number.MAX_SAFE_INTEGER }),
    until,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS });
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('\n')[0] ?? ''} (--help says more)`);
  }
}

function readNumber(name: string, text: string, { min, max }: { min: number; max: number }): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= min && number <= max) return number;
  throw new UsageError(`${name}: must be a whole number from ${min} to ${max}`);
}

const say = (line: string) => void process.stdout.write(`${line}\n`);

const EVERY_MS = 1000;

/** Says every second how far it is, and how fast it goes. */
function createProgress(posts: number) {
  const begun = performance.now();
  let said = begun;
  const line = (written: Written) => {
    const total = Object.values(written).reduce((sum, count) => sum + count, 0);
    const seconds = (performance.now() - begun) / 1000;
    return `${written.posts} of ${posts} posts · ${total} records · ${Math.round(total / seconds)} records/s`;
  };
  const onProgress = (written: Written) => {
    if (performance.now() - said < EVERY_MS) return;
    said = performance.now();
    say(line(written));
  };
  return { onProgress, line };
}

async function run(): Promise<void> {
  const seeding = readCommand(process.argv.slice(2));
  if (!seeding) return void process.stdout.write(HELP);
  if (existsSync('.env')) loadEnvFile('.env');
  const config = readConfig(process.env);
  const store = await openStore(config, createLogger(config.LOG_LEVEL));
  try {
    const { onProgress, line } = createProgress(seeding.posts);
    const written = await seedBoard(store.database, { ...seeding, onProgress });
    say(line(written));
    say(
      Object.entries(written)
        .map(([table, count]) => `${count} ${table}`)
        .join(' · '),
    );
  } finally {
    await store.close();
  }
}

/** What can be mended is one line; anything else is ours to find, with its stack. */
const isMendable = (error: unknown): error is Error =>
  [UsageError, SeededError, ConfigError, MigrationError, StoreError].some((kind) => error instanceof kind);

await run().catch((error: unknown) => {
  process.stderr.write(`${isMendable(error) ? error.message : inspect(error)}\n`);
  process.exitCode = 1;
});
