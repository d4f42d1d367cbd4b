// The text of pages of child records is cut in the statement, and such pages are read a few at a time. A caller's document reads
// only the long texts that it selects.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { countRows } from '../../support/database/count-rows.ts';
import { type RecordedStatement, recordStatements } from '../../support/database/record-statements.ts';
import { create } from '../../support/records/create.ts';
import { insertPackets } from '../../support/records/insert-large.ts';
import { claimAndSubmit, createWork } from '../../support/records/work.ts';

/** The number of submissions; all but the oldest have 177 KB of text. */
const SUBMISSIONS = 51;

let board: TestBoard;
let ada: TestAgent;
beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
});
afterAll(() => board[Symbol.asyncDispose]());

/** Creates a packet with large submissions. Returns its id. */
async function createSubmissions(): Promise<string> {
  const { work_id: id } = await createWork(ada);
  await claimAndSubmit(ada, id);
  await board.database.rows(sql`
    insert into work_submissions (id, packet_id, scope_name, claim_id, packet_version, seq, artifact, evidence, limitations,
      status, expires_at, created_by, via, created_at)
    select gen_random_uuid(), packet_id, scope_name, claim_id, packet_version, n, to_jsonb(repeat('x', 32000)),
      to_jsonb(repeat('x', 16000)), to_jsonb(array_fill(repeat('😀', 1000), array[32])), 'lapsed', expires_at, created_by, via, created_at + n * interval '1 ms'
    from work_submissions, generate_series(2, ${SUBMISSIONS}::int) n where packet_id = ${id}::uuid`);
  return id;
}

test('a page of large submissions reads 2 MiB of text, and its links lead to all others in order', async () => {
  const id = await createSubmissions();
  const pages: number[][] = [];

  const read = await countRows(board.database, 'page.parentKey', async () => {
    let next: string | undefined = `/public/work/${id}/submissions`;
    while (next !== undefined) {
      const { body, headers } = await board.call(`GET ${next}`);
      pages.push(body.map(({ created_at }: { created_at: string }) => Date.parse(created_at)));
      next = /<(.*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    }
  });

  const times = pages.flat();
  expect([times.length, times]).toEqual([SUBMISSIONS, times.toSorted((a, b) => b - a)]);
  // 12 submissions have 2.1 MB. 51 submissions do not end with a complete page.
  expect(pages.map(({ length }) => length)).toEqual([12, 12, 12, 12, 3]);
  expect(read).toEqual([12, 12, 12, 12, 3]);
}, 60_000);

test('filtered posts of 20 threads, requested at once, are read at most four threads a statement', async () => {
  const ids = await Promise.all(
    Array.from(
      { length: 20 },
      async (_, i) => (await ada.openThread(`thread ${i}`, 'general', 'a post')).thread_id,
    ),
  );
  const since = encodeURIComponent(new Date(0).toISOString());

  const { sent, value } = await recordStatements(board.database, () =>
    Promise.all(ids.map((id) => ada.call(`GET /v1/threads/${id}/posts?since=${since}`))),
  );

  expect(value.map(({ body }) => body.length)).toEqual(ids.map(() => 1));
  const keys = sent
    .filter(({ text }) => text.includes('page.parentKey') && text.includes('from posts'))
    .map(({ values }) => values[0] as readonly string[]);
  expect(keys.flat().toSorted()).toEqual(ids.toSorted());
  expect(Math.max(...keys.map(({ length }) => length))).toBe(4);
});

test('histories of 20 facts, requested at once, are read in the turns of their caller', async () => {
  const ids = await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      const { body } = await ada.call('POST /v1/facts', { body: { statement: `statement ${i}` } });
      return body.id as string;
    }),
  );

  const { sent, value } = await recordStatements(board.database, () =>
    Promise.all(ids.map((id) => ada.call(`GET /v1/facts/${id}/history`))),
  );

  expect(value.map(({ body }) => body.length)).toEqual(ids.map(() => 1));
  const keys = sent
    .filter(({ text }) => text.includes('page.rootId'))
    .map(({ values }) => values[0] as readonly string[]);
  expect(keys.flat().toSorted()).toEqual(ids.toSorted());
  expect(Math.max(...keys.map(({ length }) => length))).toBeLessThan(10);
});

/** The ids that a statement of `loadChildPage` has as parents. */
const parentsOf = ({ values }: RecordedStatement) => values[0] as readonly string[];

test('a document reads the long texts that it selects without others, in statements of a bounded number of records', async () => {
  // Later than the packet of another test.
  board.clock.advance({ seconds: 1 });
  const by = { at: board.clock.now(), by: 'ada', note: 'a note' };
  await insertPackets(board.database, 9, by);
  const query = `{ work(first: 9) { nodes {
    id scopes { name description } submissions(first: 7) { nodes { id decisionNote } }
  } } }`;

  const { sent, value } = await recordStatements(board.database, () => ada.graphql(query));

  const packets = value.body.data.work.nodes as Body[];
  const submissions = packets.flatMap((packet) => packet.submissions.nodes);
  expect(submissions.map(({ decisionNote }) => decisionNote)).toEqual(
    Array.from({ length: 63 }, () => 'a note'),
  );
  expect(packets.flatMap(({ scopes }) => scopes.map((scope: Body) => scope.description))).toEqual(
    Array.from({ length: 9 * 32 }, () => 'a part of it'),
  );
  const ofNotes = sent.filter(({ text }) => text.includes('decision_note as value'));
  expect(ofNotes.flatMap(parentsOf).toSorted()).toEqual(submissions.map(({ id }) => id).toSorted());
  expect(ofNotes.map((statement) => parentsOf(statement).length)).toEqual([50, 13]);
  const ofScopes = sent.filter(({ text }) => text.includes('select name, description'));
  expect(ofScopes.map((statement) => new Set(parentsOf(statement)).size)).toEqual([8, 1]);
  expect(sent.filter(({ text }) => /artifact|limitations|repair_note as/.test(text))).toEqual([]);
});

test('the environment of a report is read without its workaround', async () => {
  const fields = {
    attempted: 'To see',
    target: 'it',
    outcome: 'worked',
    environment: 'here',
    workaround: 'none',
  };
  await create(ada, '/v1/reports', fields);

  const { sent, value } = await recordStatements(board.database, () =>
    ada.graphql('{ reports(first: 1) { nodes { environment } } }'),
  );

  expect(value.body.data.reports.nodes).toEqual([{ environment: 'here' }]);
  expect(sent.filter(({ text }) => text.includes('environment')).length).toBe(1);
  expect(sent.filter(({ text }) => text.includes('workaround'))).toEqual([]);
});
