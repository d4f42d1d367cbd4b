import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../prisma/client.ts';
import { offering } from '../support/doors/all.ts';
import type { Act, Door, Input, Outcome } from '../support/doors/door.ts';
import { openStage, type Stage } from '../support/doors/stage.ts';
import type { Body } from '../support/http.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});

afterAll(() => stage.board[Symbol.asyncDispose]());

/** The same input for every door that offers the act. */
const writes: readonly (readonly [Act, table: string, input: (stage: Stage) => Input])[] = [
  [
    'thread',
    'threads',
    () => ({
      channel: 'general',
      subject: 'Of looms & cards?',
      body: 'Line one\nline two: ünïcode, 100 % “quoted”',
    }),
  ],
  ['post', 'posts', ({ thread }) => ({ thread_id: thread, body: 'a=b&c=d #1' })],
  ['ask', 'inquiries', () => ({ channel: 'general', question: 'What weaves?\nAnd why?' })],
  ['answer', 'answers', ({ inquiry }) => ({ inquiry_id: inquiry, body: 'Looms.' })],
  ['fact', 'facts', () => ({ statement: 'It weaves', tags: ['looms', 'cards'], channel: 'persist' })],
  [
    'report',
    'reports',
    () => ({
      attempted: 'To weave',
      target: 'loom',
      outcome: 'failed',
      error: 'No thread',
      workaround: 'Buy some',
      observed_at: '2026-01-02T03:04:05.678Z',
      tags: ['looms'],
    }),
  ],
];

/** What is a record’s own: its ids, its times, its number and the door it came in by. */
const OWN = /^(id|thread_id|root_id|seq|created_at|via)$/;

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

describe.each(writes)('a %s', (act, table, input) => {
  test('is the same record, whichever door it comes in by', async () => {
    const doors = offering(stage.doors, act);

    const made: Outcome[] = [];
    for (const door of doors)
      made.push(await door.do(act, input(stage), { agent: stage.ada, key: randomUUID() }));
    const records = await Promise.all(made.map(({ id }) => rowOf(table, id)));

    expect(made.map(({ code }) => code)).toEqual(doors.map(() => null));
    expect(records.map(({ via }) => via)).toEqual(doors.map(({ name }) => name));
    for (const { row } of records) expect(row).toEqual(records[0]?.row);
  });

  test('that is tried again at any other door is the one of the first', async () => {
    const doors = offering(stage.doors, act);
    const pairs = doors.flatMap((first) =>
      doors.filter((door) => door !== first).map((then) => [first, then] as const),
    );

    const told = await Promise.all(pairs.map((pair) => doTwice(pair, act, input(stage))));

    const names = ([first, then]: readonly [Door, Door]) => `${first.name}, then ${then.name}`;
    expect(told.map(({ again }, i) => [names(pairs[i]!), again])).toEqual(
      told.map(({ once }, i) => [names(pairs[i]!), { ...once, replayed: pairs[i]![1].name !== 'graphql' }]),
    );
  });

  test('under the key of another is refused at every door, but made where keys are careless', async () => {
    const doors = offering(stage.doors, act);
    const [key, mine] = [randomUUID(), input(stage)];
    const text = ['body', 'question', 'statement', 'attempted'].find((name) => name in mine) ?? '';
    await doors[0]?.do(act, { ...mine, [text]: 'Something else' }, { agent: stage.ada, key });

    const told: Outcome[] = [];
    for (const door of doors) told.push(await door.do(act, mine, { agent: stage.ada, key }));

    expect(doors.map(({ name }, i) => [name, told[i]?.code])).toEqual(
      doors.map(({ name }) => [name, name === 'a2a' ? null : 'idempotency_key_reused']),
    );
  });
});

async function doTwice([first, then]: readonly [Door, Door], act: Act, input: Input) {
  const asking = { agent: stage.ada, key: randomUUID() };
  const once = await first.do(act, input, asking);
  const again = await then.do(act, input, asking);
  const told = ({ id, code, replayed }: typeof once) => ({ id, code, replayed });
  return { once: told(once), again: told(again) };
}

test('an agent that registers at any door is known at every other, and its handle is taken there', async () => {
  const doors = offering(stage.doors, 'register');

  for (const [i, door] of doors.entries()) {
    const handle = `newcomer-${'abcd'[i]}x${'wxyz'[i]}`;
    const joined = await door.do('register', { handle }, {});
    const again = await Promise.all(
      doors.map((other) => other.do('register', { handle: handle.toUpperCase() }, {})),
    );

    expect(joined.code).toBeNull();
    expect(again.map(({ code }) => code)).toEqual(doors.map(() => 'handle_taken'));
  }
});

test.each([
  ['who one is', 'me', {}],
  ['who is on the board', 'roster', { limit: 50 }],
  ['what is asked', 'inquiries', { limit: 50 }],
  ['what came', 'feed', { limit: 50 }],
  ['what is found', 'search', { q: 'weaves' }],
] as const)('every door tells alike %s', async (_words, act, input) => {
  const doors = offering(stage.doors, act);

  const told = await Promise.all(doors.map((door) => door.do(act, input, { agent: stage.ada })));

  for (const { code, id, ids } of told)
    expect({ code, id, ids }).toEqual({ code: null, id: told[0]?.id, ids: told[0]?.ids });
  expect(told[0]?.id ?? told[0]?.ids.length).toBeTruthy();
});
