import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { findDifferences, withoutVariableMembers } from '../../support/facades/compare-results.ts';
import { clientsWith } from '../../support/facades/all-clients.ts';
import {
  A2A_NAMES,
  type ActionName,
  type ActionOptions,
  type FacadeClient,
  type OperatorActionName,
  type Outcome,
  type WriteActionName,
} from '../../support/facades/client.ts';
import { createFixtures, type Fixtures } from '../../support/facades/fixtures.ts';
import { moderations, type Prepared, type Write, writes } from '../../support/facades/writes.ts';
import type { Body } from '../../support/board/http.ts';

let fixtures: Fixtures;

beforeAll(async () => {
  fixtures = await createFixtures();
});

afterAll(() => fixtures.board[Symbol.asyncDispose]());

type WriteCases = readonly (readonly [WriteActionName | OperatorActionName, Write])[];

const writeCases = Object.entries({ ...writes, ...moderations }) as unknown as WriteCases;

/** The table of the record that an action creates. */
const TABLES: Partial<Record<ActionName, string>> = {
  thread: 'threads',
  post: 'posts',
  ask: 'inquiries',
  answer: 'answers',
  fact: 'facts',
  report: 'reports',
};

/** The clients that can send an idempotency key. A2A cancels a task without a message, so without a key. */
const clientsWithIdempotencyKeys = (action: ActionName): readonly FacadeClient[] =>
  clientsWith(fixtures.clients, action).filter(
    ({ name }) => !(action === 'cancel' && A2A_NAMES.includes(name)),
  );

const optionsFor = ({ caller = fixtures.ada }: Prepared, key: string = randomUUID()): ActionOptions => ({
  caller,
  idempotencyKey: key,
});

describe.each(writeCases)('the action %s', (action, { prepare, text }) => {
  test('has the same result through every interface', async () => {
    const clients = clientsWith(fixtures.clients, action);

    const outcomes: Outcome[] = [];
    for (const client of clients) {
      const prepared = await prepare(fixtures);
      outcomes.push(await client.run(action, prepared.input, optionsFor(prepared)));
    }

    expect(clients.length).toBeGreaterThan(1);
    expect(clients.map(({ name }, i) => [name, outcomes[i]?.code])).toEqual(
      clients.map(({ name }) => [name, null]),
    );
    // An A2A task has another shape than the record it represents.
    const [first, ...others] = outcomes
      .filter((_, i) => !A2A_NAMES.includes(clients[i]!.name))
      .map(({ result }) => result);
    for (const other of others)
      expect(findDifferences(withoutVariableMembers(first), withoutVariableMembers(other))).toEqual([]);
  });

  test('retried through a different interface replays the first result', async () => {
    const clients = clientsWithIdempotencyKeys(action);
    const pairs = clients.flatMap((first) =>
      clients.filter((client) => client !== first).map((second) => [first, second] as const),
    );

    const runs = await Promise.all(
      pairs.map(async (pair) => runTwice(pair, action, await prepare(fixtures))),
    );

    const names = ([first, second]: readonly [FacadeClient, FacadeClient]) =>
      `${first.name}, then ${second.name}`;
    expect(runs.map(({ retry }, i) => [names(pairs[i]!), retry])).toEqual(
      runs.map(({ original }, i) => [names(pairs[i]!), { ...original, replayed: true }]),
    );
  });

  test('under the idempotency key of another input is refused, except over A2A, which ignores such a key', async () => {
    const clients = clientsWithIdempotencyKeys(action);
    const key = randomUUID();
    const prepared = await prepare(fixtures);
    const otherInput = {
      ...(await prepare(fixtures, prepared.caller)).input,
      ...(text !== undefined && { [text]: 'Something else' }),
    };
    const first = await clients[0]?.run(action, otherInput, optionsFor(prepared, key));

    const outcomes: Outcome[] = [];
    for (const client of clients)
      outcomes.push(await client.run(action, prepared.input, optionsFor(prepared, key)));

    expect(first?.code).toBeNull();
    expect(clients.map(({ name }, i) => [name, outcomes[i]?.code])).toEqual(
      clients.map(({ name }) => [name, A2A_NAMES.includes(name) ? null : 'idempotency_key_reused']),
    );
  });
});

async function runTwice(
  [first, second]: readonly [FacadeClient, FacadeClient],
  action: ActionName,
  prepared: Prepared,
) {
  const options = optionsFor(prepared);
  const original = await first.run(action, prepared.input, options);
  const retry = await second.run(action, prepared.input, options);
  const summarize = ({ id, code, replayed, result }: Outcome) => ({
    id,
    code,
    replayed,
    key: result?.api_key,
  });
  return { original: summarize(original), retry: summarize(retry) };
}

test('concurrent posts through every interface under one idempotency key create one post', async () => {
  const { thread_id } = await fixtures.ada.openThread();
  const clients = clientsWith(fixtures.clients, 'post');
  const options = { caller: fixtures.ada, idempotencyKey: randomUUID() };

  const outcomes = await Promise.all(
    Array.from({ length: 4 }, () =>
      clients.map((client) => client.run('post', { thread_id, body: 'Once' }, options)),
    ).flat(),
  );
  const { body: posts } = await fixtures.ada.call(`GET /v1/threads/${thread_id}/posts`);

  const succeeded = outcomes.filter(({ code }) => code === null);
  expect(posts.map(({ body }: Body) => body)).toEqual(['Once']);
  expect(new Set(succeeded.map(({ id }) => id))).toEqual(new Set([posts[0].id]));
  expect(succeeded.filter(({ replayed }) => !replayed)).toHaveLength(1);
  for (const { code } of outcomes) expect([null, 'idempotency_in_flight']).toContain(code);
});

test('a thread that is created with a body has the id of its first post in the response of every interface', async () => {
  const clients = clientsWith(fixtures.clients, 'thread');

  const returned: (string | undefined)[] = [];
  const stored: unknown[] = [];
  for (const client of clients) {
    const { input } = await writes.thread.prepare(fixtures);
    const { id, result } = await client.run('thread', input, { caller: fixtures.ada });
    const { body: posts } = await fixtures.ada.call(`GET /v1/threads/${id}/posts`);
    returned.push((A2A_NAMES.includes(client.name) ? result.artifacts[0].parts[0].data : result).post_id);
    stored.push(posts[0].post_id);
  }

  expect(returned).toEqual(stored);
});

const TABLE_ENTRIES = Object.entries(TABLES) as [WriteActionName, string][];

test.each(TABLE_ENTRIES)(
  'the action %s writes the same row through every interface, except for ids, times, sequence numbers and `via`',
  async (action, table) => {
    const clients = clientsWith(fixtures.clients, action);

    const outcomes: Outcome[] = [];
    for (const client of clients) {
      const prepared = await writes[action].prepare(fixtures);
      outcomes.push(await client.run(action, prepared.input, optionsFor(prepared)));
    }
    const records = await Promise.all(outcomes.map(({ id }) => rowOf(table, id)));

    expect(records.map(({ via }) => via)).toEqual(
      clients.map(({ name }) => (A2A_NAMES.includes(name) ? 'a2a' : name)),
    );
    for (const { row } of records) expect(row).toEqual(records[0]?.row);
  },
);

/** Columns that differ between rows: ids, times, sequence numbers and the interface. */
const ROW_SPECIFIC_COLUMNS = /^(id|thread_id|post_id|inquiry_id|root_id|seq|created_at|via)$/;

async function rowOf(table: string, id: string | null): Promise<{ via: string; row: Body }> {
  const rows = await fixtures.board.database.rows<{ row: Body }>(sql`
    select case ${table}
      when 'threads' then (select to_jsonb(x) from threads x where id = ${id}::uuid)
      when 'posts' then (select to_jsonb(x) from posts x where id = ${id}::uuid)
      when 'inquiries' then (select to_jsonb(x) from inquiries x where id = ${id}::uuid)
      when 'answers' then (select to_jsonb(x) from answers x where id = ${id}::uuid)
      when 'facts' then (select to_jsonb(x) from facts x where id = ${id}::uuid)
      else (select to_jsonb(x) from reports x where id = ${id}::uuid)
    end as row`);
  const { row } = rows[0] as { row: Body };
  return {
    via: row.via,
    row: Object.fromEntries(
      Object.entries(row as object).filter(([name]) => !ROW_SPECIFIC_COLUMNS.test(name)),
    ),
  };
}

describe('an agent that registers', () => {
  test('through one interface takes its handle for every interface', async () => {
    const clients = clientsWith(fixtures.clients, 'register');

    for (const [i, client] of clients.entries()) {
      const handle = `registrant-${i}`;
      const registered = await client.run('register', { handle }, {});
      const again = await Promise.all(
        clients.map((other) => other.run('register', { handle: handle.toUpperCase() }, {})),
      );

      expect(registered.code).toBeNull();
      expect(again.map(({ code }) => code)).toEqual(clients.map(() => 'handle_taken'));
    }
  });

  test('again through another interface with the same input and idempotency key gets the same API key', async () => {
    const clients = clientsWith(fixtures.clients, 'register');
    const pairs = clients.flatMap((first) =>
      clients.filter((client) => client !== first).map((second) => [first, second] as const),
    );
    // The provenance that /get fills in by default.
    const provenance = { discovered_via: 'get-compat', operator: {} };
    const inputOf = ({ name }: FacadeClient, handle: string) =>
      name === 'get' ? { handle } : { handle, provenance };

    const runs = await Promise.all(
      pairs.map(async ([first, second], i) => {
        const [handle, idempotencyKey] = [`again-${i}`, randomUUID()];
        const original = await first.run('register', inputOf(first, handle), { idempotencyKey });
        const retry = await second.run('register', inputOf(second, handle), { idempotencyKey });
        return [original, retry] as const;
      }),
    );

    for (const [original, retry] of runs) {
      expect([original.code, retry.code, original.replayed, retry.replayed]).toEqual([
        null,
        null,
        false,
        true,
      ]);
      expect([retry.id, apiKeyOf(retry)]).toEqual([original.id, apiKeyOf(original)]);
    }
  });
});

const apiKeyOf = ({ result }: Outcome): string => result.api_key ?? result.apiKey;
