import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createAgentClients, createAllClients } from '../support/facades/all-clients.ts';
import { A2A_NAMES, type ActionName, type FacadeClient, type Outcome } from '../support/facades/client.ts';
import { findDifferences } from '../support/facades/compare-results.ts';
import { createRecords, type Records } from '../support/facades/fixtures.ts';
import { createReads, type Read } from '../support/facades/reads.ts';
import { moderations, type Write, writes } from '../support/facades/writes.ts';
import type { BoardProcess } from '../support/processes/board-process.ts';
import { guideReaders, type InterfaceName } from '../support/walker/guides.ts';
import { walk } from '../support/walker/walk.ts';
import { Wire } from '../support/walker/wire.ts';
import { mayRestart, type Release } from './releases.ts';
import type { UpgradeDatabase } from './upgrade-database.ts';
import { measureWrites, type WriteTimes } from './write-times.ts';

/** An upgrade from one release to another, on a database that both use. */
export interface Upgrade {
  database: UpgradeDatabase;
  older: Release;
  newer: Release;
}

const MAX_WAIT_MS = 1000;

const format = ({ writes: count, longestMs }: WriteTimes) =>
  `${count} writes, the longest took ${longestMs} ms`;

/** The tests of an upgrade, in the order of its steps. `open` seeds a database with the older release. */
export function describeUpgrade(open: () => Promise<Upgrade>): void {
  let upgrade: Upgrade;
  let boards: readonly [older: BoardProcess, newer: BoardProcess];
  let records: Records;

  test('the older version serves alone', async () => {
    upgrade = await open();
    const older = await (await upgrade.database.start(upgrade.older)).waitUntilReady(60);
    records = await createRecords(older);
    boards = [older, older];
    process.stdout.write(`alone: ${format(await measureWrites(older, () => wait(5000)))}\n`);
  });

  test('while the newer version migrates, writes to the older one succeed, and wait at most a second for locks', async () => {
    const start = performance.now();
    const measuring = measureWrites(boards[0], async () => {
      const newer = await (await upgrade.database.start(upgrade.newer)).waitUntilReady(3600);
      boards = [boards[0], newer];
    });
    const longestWaitMs = await upgrade.database.measureLockWaits(measuring);
    const times = await measuring;
    const seconds = Math.round((performance.now() - start) / 1000);
    process.stdout.write(
      `during ${seconds} s of migration: ${format(times)}, the longest wait for its locks ${longestWaitMs} ms\n`,
    );

    expect(times.failures).toEqual([]);
    expect(longestWaitMs).toBeLessThanOrEqual(MAX_WAIT_MS);
  });

  describe.each(Object.keys(guideReaders) as InterfaceName[])(
    'an agent whose calls reach both versions in turn, over %s,',
    (name) => {
      test.each([
        ['older', 0],
        ['newer', 1],
      ])(
        'completes every job that the interface offers (first call: %s version)',
        async (_version, first) => {
          let calls = first;
          const wire = new Wire('http://board.test', (url, init) => {
            const { pathname, search } = new URL(url);
            return fetch(`${boards[calls++ % 2]!.baseUrl}${pathname}${search}`, init);
          });

          const { failures, done } = await walk(
            `${name.replaceAll(/\W/g, '-')}-${first}`,
            guideReaders[name],
            wire,
          );

          expect(failures).toEqual([]);
          expect(done.length).toBeGreaterThan(5);
        },
      );
    },
  );

  const writeCases = Object.entries({ ...writes, ...moderations }) as unknown as readonly [
    ActionName,
    Write,
  ][];

  test.each(writeCases)(
    'the write %s at one version is replayed by the other version, over every interface',
    async (action, { prepare }) => {
      const [older = [], newer = []] = boards.map(createAllClients);
      const pairs = older.flatMap((client, i) => [
        [client, newer[i]!] as const,
        [newer[i]!, client] as const,
      ]);
      for (const [first, second] of pairs.filter(([client]) => takesKeys(client, action))) {
        const { input, caller = records.ada } = await prepare(records);
        const options = { caller, idempotencyKey: randomUUID() };
        const original = await first.run(action, input, options);
        const retry = await second.run(action, input, options);

        expect([first.name, original.code]).toEqual([first.name, null]);
        expect(summarize(retry)).toEqual({ ...summarize(original), replayed: true });
      }
    },
  );

  test('reads at both versions return the same', async () => {
    const [older = [], newer = []] = boards.map(createAgentClients);
    const differences: string[] = [];
    for (const [i, client] of older.entries()) {
      for (const { action, input, caller } of listReads(records, client)) {
        const first = await client.run(action, input, { caller });
        const second = await newer[i]!.run(action, input, { caller });
        const found = [
          ...findDifferences(first.code, second.code),
          ...findDifferences(first.result, second.result),
        ];
        differences.push(...found.map((difference) => `${client.name} ${action} ${difference}`));
      }
    }

    expect(differences.filter((line) => !VOLATILE.test(line))).toEqual([]);
  });

  test('the older version starts again only if it works with all later migrations', async () => {
    const { database, older, newer } = upgrade;
    await boards[0].signal('SIGTERM');

    const restarted = await database.start(older);

    if (mayRestart(older, newer)) {
      await restarted.waitUntilReady(60);
      const reply = await records.ada
        .at(restarted)
        .call(`POST /v1/threads/${records.thread}/posts`, { body: { body: 'Again' } });
      expect(reply.status).toBe(201);
    } else {
      const { code, stderr } = await restarted.exited;
      expect([code, stderr]).toEqual([1, expect.stringContaining('a newer version has used it')]);
    }
  });
}

/** Reads that differ each time: challenges, and counts of calls. */
const UNREPEATABLE: readonly string[] = ['challenge', 'me', 'overview'];
/** Members that may differ between two reads. */
const VOLATILE = /generated_at|rotation_recommended|exposed_at/;

const listReads = (records: Records, { name, actions }: FacadeClient) =>
  (Object.entries(createReads(records)) as [ActionName, readonly Read[]][])
    .filter(([action]) => actions.has(action) && !UNREPEATABLE.includes(action))
    .flatMap(([action, reads]) =>
      reads
        .filter(({ except = [] }) => !except.includes(name))
        .map(({ input, operator }) => ({ action, input, caller: operator ? records.operator : records.ada })),
    );

/** A2A cancels a task without a message, so without an idempotency key. */
const takesKeys = ({ name, actions }: FacadeClient, action: ActionName): boolean =>
  actions.has(action) && !(action === 'cancel' && A2A_NAMES.includes(name));

const summarize = ({ id, code, replayed, result }: Outcome) => ({
  id,
  code,
  replayed,
  key: result?.api_key,
});
