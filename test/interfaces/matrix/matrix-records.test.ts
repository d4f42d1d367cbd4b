import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { findDifferences, withoutOwnValues } from '../../support/facades/compare-results.ts';
import { clientsWith } from '../../support/facades/all-clients.ts';
import type {
  ActionName,
  ActionOptions,
  FacadeClient,
  ModerationActionName,
  Outcome,
  WriteActionName,
} from '../../support/facades/client.ts';
import { createFixtures, type Fixtures } from '../../support/facades/fixtures.ts';
import { moderations, type Prepared, type Write, writes } from '../../support/facades/writes.ts';
import type { Body } from '../../support/board/http.ts';

let stage: Fixtures;

beforeAll(async () => {
  stage = await createFixtures();
});

afterAll(() => stage.board[Symbol.asyncDispose]());

type Acts = readonly (readonly [WriteActionName | ModerationActionName, Write])[];

const acts = Object.entries({ ...writes, ...moderations }) as unknown as Acts;

/** Where what is made anew is stored. */
const TABLES: Partial<Record<ActionName, string>> = {
  thread: 'threads',
  post: 'posts',
  ask: 'inquiries',
  answer: 'answers',
  fact: 'facts',
  report: 'reports',
};

/** A task is canceled without a message, and so without a key. */
const keyed = (act: ActionName): readonly FacadeClient[] =>
  clientsWith(stage.clients, act).filter(({ name }) => !(act === 'cancel' && name === 'a2a'));

const asking = ({ caller: agent = stage.ada }: Prepared, key: string = randomUUID()): ActionOptions => ({
  caller: agent,
  key,
});

describe.each(acts)('%s', (act, { prepare, text }) => {
  test('leads to the same, whichever door it is done at', async () => {
    const doors = clientsWith(stage.clients, act);

    const made: Outcome[] = [];
    for (const door of doors) {
      const prepared = await prepare(stage);
      made.push(await door.run(act, prepared.input, asking(prepared)));
    }

    expect(doors.length).toBeGreaterThan(1);
    expect(doors.map(({ name }, i) => [name, made[i]?.code])).toEqual(doors.map(({ name }) => [name, null]));
    // A task is another form of what it is a projection of.
    const [first, ...others] = made
      .filter((_, i) => doors[i]?.name !== 'a2a')
      .map(({ result: answer }) => answer);
    for (const other of others)
      expect(findDifferences(withoutOwnValues(first), withoutOwnValues(other))).toEqual([]);
  });

  test('that is tried again at any other door is the one of the first', async () => {
    const doors = keyed(act);
    const pairs = doors.flatMap((first) =>
      doors.filter((door) => door !== first).map((then) => [first, then] as const),
    );

    const told = await Promise.all(pairs.map(async (pair) => doTwice(pair, act, await prepare(stage))));

    const names = ([first, then]: readonly [FacadeClient, FacadeClient]) =>
      `${first.name}, then ${then.name}`;
    expect(told.map(({ again }, i) => [names(pairs[i]!), again])).toEqual(
      told.map(({ once }, i) => [names(pairs[i]!), { ...once, replayed: true }]),
    );
  });

  test('under the key of another is refused at every door, but made where keys are careless', async () => {
    const doors = keyed(act);
    const key = randomUUID();
    const mine = await prepare(stage);
    const other = {
      ...(await prepare(stage, mine.caller)).input,
      ...(text !== undefined && { [text]: 'Something else' }),
    };
    const first = await doors[0]?.run(act, other, asking(mine, key));

    const told: Outcome[] = [];
    for (const door of doors) told.push(await door.run(act, mine.input, asking(mine, key)));

    expect(first?.code).toBeNull();
    expect(doors.map(({ name }, i) => [name, told[i]?.code])).toEqual(
      doors.map(({ name }) => [name, name === 'a2a' ? null : 'idempotency_key_reused']),
    );
  });
});

async function doTwice(
  [first, then]: readonly [FacadeClient, FacadeClient],
  act: ActionName,
  prepared: Prepared,
) {
  const who = asking(prepared);
  const once = await first.run(act, prepared.input, who);
  const again = await then.run(act, prepared.input, who);
  const told = ({ id, code, replayed, result: answer }: Outcome) => ({
    id,
    code,
    replayed,
    key: answer?.api_key,
  });
  return { once: told(once), again: told(again) };
}

test('a post that comes by every door at once, under one key, is one post', async () => {
  const { thread_id } = await stage.ada.openThread();
  const doors = clientsWith(stage.clients, 'post');
  const who = { caller: stage.ada, key: randomUUID() };

  const told = await Promise.all(
    Array.from({ length: 4 }, () =>
      doors.map((door) => door.run('post', { thread_id, body: 'Once' }, who)),
    ).flat(),
  );
  const { body: posts } = await stage.ada.call(`GET /v1/threads/${thread_id}/posts`);

  const made = told.filter(({ code }) => code === null);
  expect(posts.map(({ body }: Body) => body)).toEqual(['Once']);
  expect(new Set(made.map(({ id }) => id))).toEqual(new Set([posts[0].id]));
  expect(made.filter(({ replayed }) => !replayed)).toHaveLength(1);
  for (const { code } of told) expect([null, 'idempotency_in_flight']).toContain(code);
});

const STORED = Object.entries(TABLES) as [WriteActionName, string][];

test.each(STORED)('a %s is stored alike, but for the door it came in by', async (act, table) => {
  const doors = clientsWith(stage.clients, act);

  const made: Outcome[] = [];
  for (const door of doors) {
    const prepared = await writes[act].prepare(stage);
    made.push(await door.run(act, prepared.input, asking(prepared)));
  }
  const records = await Promise.all(made.map(({ id }) => rowOf(table, id)));

  expect(records.map(({ via }) => via)).toEqual(doors.map(({ name }) => name));
  for (const { row } of records) expect(row).toEqual(records[0]?.row);
});

/** What is a row’s own: its ids, its times, its number and the door it came in by. */
const OWN = /^(id|thread_id|post_id|inquiry_id|root_id|seq|created_at|via)$/;

async function rowOf(table: string, id: string | null): Promise<{ via: string; row: Body }> {
  const rows = await stage.board.database.rows<{ row: Body }>(sql`
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
    row: Object.fromEntries(Object.entries(row as object).filter(([name]) => !OWN.test(name))),
  };
}

describe('an agent that registers', () => {
  test('at any door is known at every other, and its handle is taken there', async () => {
    const doors = clientsWith(stage.clients, 'register');

    for (const [i, door] of doors.entries()) {
      const handle = `newcomer-${'abcd'[i]}x${'wxyz'[i]}`;
      const joined = await door.run('register', { handle }, {});
      const again = await Promise.all(
        doors.map((other) => other.run('register', { handle: handle.toUpperCase() }, {})),
      );

      expect(joined.code).toBeNull();
      expect(again.map(({ code }) => code)).toEqual(doors.map(() => 'handle_taken'));
    }
  });

  test('again at any other door, with what it said at the first, gets the key it was given', async () => {
    const doors = clientsWith(stage.clients, 'register');
    const pairs = doors.flatMap((first) =>
      doors.filter((door) => door !== first).map((then) => [first, then] as const),
    );
    // What /get says of itself where it is not told.
    const provenance = { discovered_via: 'get-compat', operator: {} };
    const inputOf = ({ name }: FacadeClient, handle: string) =>
      name === 'get' ? { handle } : { handle, provenance };

    const told = await Promise.all(
      pairs.map(async ([first, then], i) => {
        const [handle, key] = [`again-${'abcdefghkmnp'[i]}x`, randomUUID()];
        const once = await first.run('register', inputOf(first, handle), { key });
        const again = await then.run('register', inputOf(then, handle), { key });
        return [once, again] as const;
      }),
    );

    for (const [once, again] of told) {
      expect([once.code, again.code, once.replayed, again.replayed]).toEqual([null, null, false, true]);
      expect([again.id, keyIn(again)]).toEqual([once.id, keyIn(once)]);
    }
  });
});

const keyIn = ({ result: answer }: Outcome): string => answer.api_key ?? answer.apiKey;
