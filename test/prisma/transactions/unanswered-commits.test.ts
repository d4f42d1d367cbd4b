// Connections whose commit has had no response for too long. Most tests replace the server by functions.
import { setImmediate } from 'node:timers/promises';
import { Pool, type PoolClient } from 'pg';
import { expect, test, vi } from 'vitest';
import { UnansweredCommits } from '../../../prisma/transactions/unanswered-commits.ts';
import { openTestDatabase } from '../../support/database/database.ts';

/** `running` has what the server reports at each check: whether it executes the commit. The last value is repeated. */
function open(running: readonly (boolean | 'unreachable')[]) {
  const rest = [...running];
  const checks: unknown[] = [];
  const pool = {
    query: (_text: string, values: unknown) => {
      checks.push(values);
      const isRunning = rest.length > 1 ? rest.shift() : rest[0];
      return isRunning === 'unreachable'
        ? Promise.reject(new Error('unreachable'))
        : Promise.resolve({ rows: isRunning ? [{}] : [] });
    },
  };
  const destroy = vi.fn();
  const client = { processID: 7, connection: { stream: { destroy } } } as unknown as PoolClient;
  return { commits: new UnansweredCommits(pool as unknown as Pool), client, checks, destroy };
}

test.each([
  ['takes effect', () => Promise.resolve()],
  ['fails', () => Promise.reject(new Error('refused'))],
])('a connection keeps its place in the pool until its commit %s', async (_how, end) => {
  const { commits, client, checks, destroy } = open([true, true, false]);
  const commit = Promise.withResolvers<unknown>();
  const kept = commits.keep(client, commit.promise);
  await setImmediate();
  const during = [commits.size, destroy.mock.calls.length];

  end().then(commit.resolve, commit.reject);
  await kept;

  expect(during).toEqual([1, 0]);
  expect([commits.size, destroy.mock.calls.length]).toEqual([0, 1]);
  expect(checks).toEqual([[7]]);
});

test.each([
  ['does not execute its commit', false],
  ['cannot be reached', 'unreachable'],
] as const)('a connection is closed if the server %s', async (_what, running) => {
  const { commits, client, destroy } = open([running]);

  await commits.keep(client, new Promise(() => undefined));

  expect([commits.size, destroy.mock.calls.length]).toEqual([0, 1]);
});

test('a connection is closed if its process on the server executes no statement', async () => {
  await using database = await openTestDatabase(null);
  const pool = new Pool({ ...database.connection, max: 2 });
  pool.on('error', () => undefined);
  const client = await pool.connect();
  const ended = new Promise((resolve) => void client.once('end', resolve));
  client.on('error', () => undefined);

  await new UnansweredCommits(pool).keep(client, new Promise(() => undefined));

  await ended;
  client.release(true);
  await pool.end();
});
