// Bounds what a generated GraphQL document can cause: the growth of memory, and the delay of other requests.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../../schema/index.ts';
import { openBoard, type TestBoard } from '../support/board/board.ts';
import { fillToBounds } from '../support/records/fill-to-bounds.ts';
import {
  graphqlDocuments,
  type GeneratedDocument,
  type ArgumentPool,
} from '../support/generators/graphql-documents.ts';
import { startHealthCheck } from '../support/processes/health-check.ts';
import { mostExpensiveDocuments } from '../support/generators/most-expensive-documents.ts';
import { openFolder } from '../support/processes/data-folder.ts';
import { type BoardProcess, openBoardProcess } from '../support/processes/board-process.ts';
import { databaseUrl } from '../support/processes/command-line.ts';

const KB_PER_MB = 1024;
const numRuns = Number(process.env['GENERATED_DOCUMENTS'] ?? 300);

let store: TestBoard;
let pool: ArgumentPool;

beforeAll(async () => {
  store = await openBoard();
  ({ pool } = await fillToBounds(store));
});

afterAll(() => store[Symbol.asyncDispose]());

const SETTINGS = {
  MAX_WAITING: '0',
  LIMIT_PUBLIC_IP: '0',
  LIMIT_GRAPHQL_POINTS: '0',
  LIMIT_GRAPHQL_POINTS_ANON: '0',
};

/** Resident memory of a process in kilobytes: now (VmRSS), or the maximum since `resetPeakMemory` (VmHWM). */
const readMemory = ({ pid }: BoardProcess, name: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

const resetPeakMemory = ({ pid }: BoardProcess): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

test.runIf(process.platform === 'linux')(
  'a generated document takes at most 64 MB, and delays health checks by at most 250 ms',
  { timeout: 300_000 + 60 * numRuns },
  async () => {
    await using folder = await openFolder();
    const settings = { ...SETTINGS, DATABASE_URL: databaseUrl(store.database.connection) };
    await using board = await openBoardProcess(join(folder.path, 'data'), { settings });
    const send = (body: object) => board.call('POST /graphql', { body });
    // Warm up: a new process is slower until its code is compiled.
    for (const generated of fc.sample(graphqlDocuments(schema, pool), { numRuns: 150, seed: 1 }))
      await send(generated);
    const health = await startHealthCheck(board);
    let maxGrowth = 0;
    const examples = mostExpensiveDocuments.map((query): [GeneratedDocument] => [{ query, variables: {} }]);
    const property = fc.asyncProperty(graphqlDocuments(schema, pool), async (generated) => {
      resetPeakMemory(board);
      const before = readMemory(board, 'VmRSS');

      const { status } = await send(generated);

      const runGrowth = readMemory(board, 'VmHWM') - before;
      maxGrowth = Math.max(maxGrowth, runGrowth);
      expect(status).toBeLessThan(500);
      expect(runGrowth).toBeLessThanOrEqual(64 * KB_PER_MB);
    });

    await fc.assert(property, { numRuns, examples, endOnFailure: true });

    const { failures, longestBusyMs } = await health.stop();
    if (process.env['GENERATED_DOCUMENTS'])
      process.stdout.write(
        `memory growth ${Math.round(maxGrowth / KB_PER_MB)} MB, health checks delayed by ${Math.round(longestBusyMs)} ms\n`,
      );
    expect(failures).toBe(0);
    expect(longestBusyMs).toBeLessThanOrEqual(250);
  },
);
