import { join } from 'node:path';
import type { Command } from '../command.ts';
import { type OperationName, requests } from '../cases/requests.ts';
import { GENERATORS } from '../load/generators.ts';
import { type Measurement, measure, summarizeMeasurements } from '../measurement/measure.ts';
import { warmUp } from '../measurement/warm-up.ts';
import { type Database, sql } from '../../prisma/client.ts';
import { openEnvironmentOn } from './environment.ts';
import { openFixtures, vacuumAndCheckpoint } from './fixtures.ts';

/** The load under which a board is measured. */
export interface OperationLoad {
  readonly name: OperationName;
  readonly connections: number;
}

/** A running board with a given number of posts. */
export interface SizedBoard extends AsyncDisposable {
  readonly posts: number;
  readonly database: Database;
  warmUp(name: OperationName): Promise<void>;
  /** Measures an operation whose responses are computed for each request, not cached. */
  measure(load: OperationLoad): Promise<Measurement>;
}

const withoutResponseCache = join(import.meta.dirname, 'without-response-cache.ts');

/** Starts a board with `posts` posts and a tenth as many facts. */
export async function openSizedBoard(command: Command): Promise<SizedBoard> {
  const { posts, port, seconds, generator } = command;
  const generate = GENERATORS[generator];
  await using stack = new AsyncDisposableStack();
  const fixtures = stack.use(await openFixtures(command));
  await addFacts(fixtures.database, posts / 10);
  const { board, sample } = stack.use(
    await openEnvironmentOn(fixtures, {
      port,
      // Starts no peers.
      only: [],
      boardNodeOptions: ['--import', withoutResponseCache],
    }),
  );
  const resources = stack.move();
  return {
    posts,
    database: fixtures.database,
    warmUp: (name) => warmUp({ server: board, requests: requests[name](sample) }, { generate, cpuMs: 2500 }),
    measure: ({ name, connections }) => {
      const load = { requests: requests[name](sample), connections, seconds };
      return measure(board, { ...load, generate, postmasterPid: fixtures.postmasterPid });
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Measures boards in turn, so that a slowdown of the machine affects all of them. */
export async function measureInTurn(
  boards: readonly SizedBoard[],
  load: OperationLoad,
  rounds: number,
): Promise<readonly Measurement[]> {
  for (const board of boards) await board.warmUp(load.name);
  const measurements = boards.map((): Measurement[] => []);
  for (let round = 0; round < rounds; round++)
    for (const [i, board] of boards.entries()) measurements[i]?.push(await board.measure(load));
  return measurements.map(summarizeMeasurements);
}

const INSERT_BATCH_SIZE = 5000;

/** Copies facts with earlier timestamps until there are `count`. The seed creates about half as many. */
async function addFacts(database: Database, count: number): Promise<void> {
  const [row] = await database.rows<{ count: number }>(sql`select count(*)::int as count from facts`);
  const missingFacts = count - (row?.count ?? 0);
  if (missingFacts <= 0) return;
  for (let factsLeft = missingFacts; factsLeft > 0; factsLeft -= INSERT_BATCH_SIZE) {
    await database.rows(sql`
      insert into facts (id, statement, tags, channel_slug, decay_after, created_by, via, created_at)
      select uuidv7(), statement, tags, channel_slug, decay_after, created_by, via,
        created_at - random() * interval '1 hour'
      from facts order by random() limit ${Math.min(factsLeft, INSERT_BATCH_SIZE)}`);
  }
  await vacuumAndCheckpoint(database);
}
