// The histories of packets: their pages, their hash chains, events about hidden records, and the events that conflicts name.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql, type Sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import {
  createOperatorClient,
  openBoardWithoutOperatorLimit,
  type Operator,
} from '../../support/board/operator.ts';
import { recordStatements } from '../../support/database/record-statements.ts';
import { hasIntactHistory, isIntact } from '../../support/docs/history-check.ts';
import { databaseUrl, runCli } from '../../support/processes/command-line.ts';
import {
  callWork,
  callWorkOrThrow,
  claimAndSubmit,
  createWork,
  readEvents,
  readWork,
} from '../../support/records/work.ts';
import { UNKNOWN_ID } from '../../support/records/ids.ts';

let board: TestBoard;
let operator: Operator;
let ada: TestAgent;
let bob: TestAgent;
let eve: TestAgent;

beforeAll(async () => {
  board = await openBoardWithoutOperatorLimit();
  operator = createOperatorClient(board);
  [ada, bob, eve] = [await board.join('ada'), await board.join('bob'), await board.join('eve')];
});

afterAll(() => board[Symbol.asyncDispose]());

/** Creates a packet whose submission was sent back with a note, so that an event has text. */
async function createHistory(note = 'Naïve: "quotes", \\ and\na new line — 模様 🧵') {
  const { work_id } = await createWork(ada, { scopes: ['b', 'a'] });
  const { submission_id } = await claimAndSubmit(bob, work_id, 'a');
  await callWorkOrThrow(ada, 'dispose', { work_id, action: 'repair', submission_id, note });
  return { work_id, submission_id };
}

describe('a history', () => {
  test('has an empty page after its last event, with the cursor that was sent', async () => {
    const { work_id } = await createHistory();
    const last = (await readEvents(board, work_id)).at(-1)?.id;
    const query = `{ workHistory(workId: "${work_id}", after: "${last}") { nodes { id } pageInfo { endCursor hasNextPage hasPreviousPage } } }`;

    const { body } = await ada.graphql(query);

    expect(body.data.workHistory).toEqual({
      nodes: [],
      pageInfo: { endCursor: last, hasNextPage: false, hasPreviousPage: true },
    });
  });

  test('finds both cursors of a page with one statement', async () => {
    const { work_id } = await createHistory();
    const [first, , third] = await readEvents(board, work_id);
    const query = `{ workPacket(id: "${work_id}") { events(first: 9, after: "${first.id}", before: "${third.id}") { nodes { seq } } } }`;

    const { sent, value } = await recordStatements(board.database, () => ada.graphql(query));

    expect(value.body.data.workPacket.events.nodes).toEqual([{ seq: 2 }]);
    expect(sent.filter(({ text }) => /seq from work_events\s+where id/.test(text))).toHaveLength(1);
  });

  test.each(['after', 'before'])(
    'cannot be read %s an unknown event, and the error names the argument',
    async (name) => {
      const { work_id } = await createWork(ada);
      const query = `{ workPacket(id: "${work_id}") { events(${name}: "${UNKNOWN_ID}") { nodes { id } } } }`;

      const { code, problem } = (await ada.graphql(query)).body.errors[0].extensions;

      expect([code, problem.errors[0].loc]).toEqual(['invalid_cursor', ['arguments', name]]);
    },
  );

  test('begins with packet.created, by the creator, with the scopes and the version', async () => {
    const { work_id, created_at } = await createWork(ada, { scopes: ['b', 'a'] });

    const [event, ...others] = await readEvents(board, work_id);

    expect(others).toEqual([]);
    expect(event).toMatchObject({
      seq: 1,
      work_id,
      kind: 'packet.created',
      actor: 'ada',
      at: created_at,
      version: 1,
      scope: null,
      data: { scopes: ['b', 'a'], version: 1 },
      redacted: false,
      prev_hash: null,
      hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    });
  });

  test('passes the documented check, and the packet names its last event', async () => {
    const { work_id } = await createHistory();

    const events = await readEvents(board, work_id);
    const { events_head, events_head_hash } = await readWork(board, work_id);

    expect(events).toHaveLength(4);
    expect(await hasIntactHistory(board, work_id)).toBe(true);
    expect([events_head, events_head_hash]).toEqual([4, events[3].hash]);
  });

  test.each<[string, (events: Body[]) => Body[]]>([
    ['a note is altered', (events) => events.with(3, { ...events[3], data: { note: 'fine' } })],
    ['an actor is altered', (events) => events.with(1, { ...events[1], actor: 'eve' })],
    ['the first event is left out', (events) => events.slice(1)],
    ['the last event is left out', (events) => events.slice(0, -1)],
    ['an event is left out', (events) => events.toSpliced(1, 1)],
    ['two events change places', (events) => events.with(1, events[2]).with(2, events[1])],
    ['an event is added to the history', (events) => [...events, { ...events[3], seq: 5 }]],
  ])('fails the documented check if %s', async (_change, change) => {
    const { work_id } = await createHistory();

    const events = change(await readEvents(board, work_id));
    const { events_head_hash } = await readWork(board, work_id);
    expect(isIntact(events, events_head_hash)).toBe(false);
  });

  test('has the same hashes over GraphQL', async () => {
    const { work_id } = await createHistory();
    const query = `{ workPacket(id: "${work_id}") {
      eventsHeadHash events { nodes: edges { node { hash prevHash redacted } } } } }`;

    const { body } = await board.call('POST /graphql', { body: { query } });

    const events = await readEvents(board, work_id);
    expect(body.data.workPacket).toEqual({
      eventsHeadHash: events.at(-1).hash,
      events: {
        nodes: events.map(({ hash, prev_hash }) => ({
          node: { hash, prevHash: prev_hash, redacted: false },
        })),
      },
    });
  });

  test('is intact after concurrent writes and reads with expirations', async () => {
    const { work_id } = await createWork(ada, { scopes: ['a', 'b', 'c'] });
    for (const scope of ['a', 'b']) await callWorkOrThrow(bob, 'claim', { work_id, scope });
    board.clock.advance({ hours: 2 });

    await Promise.all([
      ...['a', 'b', 'c'].flatMap((scope) =>
        [bob, eve].map((agent) => callWork('rest', agent, 'claim', { work_id, scope })),
      ),
      ...[1, 2, 3].map(() => readEvents(board, work_id)),
    ]);

    const events = await readEvents(board, work_id);
    expect(events.filter(({ kind }) => kind === 'claim.expired')).toHaveLength(2);
    expect(await hasIntactHistory(board, work_id)).toBe(true);
  });
});

describe('an event about a hidden record', () => {
  test('is redacted with its hash unchanged, and complete again when the record is unhidden', async () => {
    const { work_id, submission_id } = await createHistory();
    const before = await readEvents(board, work_id);

    await operator.moderate('submissions', submission_id, 'hide');
    const hidden = await readEvents(board, work_id);
    await operator.moderate('submissions', submission_id, 'unhide');

    expect(hidden.map(({ redacted }) => redacted)).toEqual([false, false, true, true]);
    expect(hidden.map(({ hash }) => hash)).toEqual(before.map(({ hash }) => hash));
    expect(hidden[3].data).toEqual({});
    expect(isIntact(hidden, before.at(-1).hash)).toBe(true);
    expect(await readEvents(board, work_id)).toEqual(before);
  });

  test('is complete for the agent that caused it', async () => {
    const { work_id, submission_id } = await createHistory();
    await operator.moderate('submissions', submission_id, 'hide');
    const query = `{ workPacket(id: "${work_id}") { events { edges { node { kind redacted submissionId } } } } }`;

    const { body } = await bob.graphql(query);

    const nodes = body.data.workPacket.events.edges.map(({ node }: Body) => node);
    expect(nodes.slice(2)).toEqual([
      { kind: 'submission_created', redacted: false, submissionId: submission_id },
      { kind: 'disposition_repair', redacted: true, submissionId: null },
    ]);
  });
});

describe('a conflict', () => {
  test('names an expiration that no write has stored, with the id that the history shows later', async () => {
    const { work_id } = await createWork(ada);
    const { claim_id, fence } = await callWorkOrThrow(bob, 'claim', { work_id, scope: 'main' });
    board.clock.advance({ hours: 1 });

    const refused = await callWork('rest', bob, 'renew', { work_id, claim_id, fence });

    const [, , expired] = await readEvents(board, work_id);
    expect(expired.kind).toBe('claim.expired');
    expect(refused.problem.cause).toEqual({ event_id: expired.id, kind: expired.kind, at: expired.at });
  });

  test('names the repair that led to the current version', async () => {
    const { work_id } = await createHistory();

    const refused = await callWork('graphql', eve, 'claim', { work_id, scope: 'a', version: 1 });

    const [, , , repair] = await readEvents(board, work_id);
    expect([refused.code, refused.problem.current_version]).toEqual(['version_conflict', 2]);
    expect(refused.problem.cause).toEqual({ event_id: repair.id, kind: 'disposition.repair', at: repair.at });
  });
});

describe('the command verify', () => {
  const verifyOn = ({ database }: TestBoard, ...args: string[]) =>
    runCli(['verify', ...args], { DATABASE_URL: databaseUrl(database.connection) });
  const verify = (...args: string[]) => verifyOn(board, ...args);
  const breakHistory = (id: string, statement: Sql) =>
    board.database.transaction(async (db) => {
      await db.rows(sql`alter table work_events disable trigger work_events_append_only`);
      await db.rows(sql`${statement} packet_id = ${id}::uuid`);
      await db.rows(sql`alter table work_events enable trigger work_events_append_only`);
    });

  test('counts the histories, and exits with code 0 if all are intact', async () => {
    const { work_id } = await createHistory();
    await using intact = await openBoard();
    const eve = await intact.join('eve');
    for (const scopes of [['a'], ['a', 'b']]) await createWork(eve, { scopes });

    const [all, one] = [await verifyOn(intact), await verify(work_id)];

    expect(all).toEqual({ code: 0, stdout: '2 histories with 2 events: 0 broken\n', stderr: '' });
    expect(one).toEqual({ code: 0, stdout: '1 histories with 4 events: 0 broken\n', stderr: '' });
  });

  test.each([
    [
      'an altered event',
      sql`update work_events set data = '{"note":"x"}' where seq = 4 and`,
      'event 4: hash: ',
    ],
    ['an altered hash', sql`update work_events set hash = 'x' where seq = 2 and`, 'event 2: hash: '],
    [
      'an event that was left out',
      sql`delete from work_events where seq = 3 and`,
      'event 4: seq: Must be 3 ',
    ],
    ['a missing last event', sql`delete from work_events where seq = 4 and`, 'events_head: Must be 3, '],
    [
      'an altered hash of the last event',
      sql`update work_packets packet set events_head_hash = 'x' from work_events where packet.id = packet_id and`,
      'events_head_hash: Must be the hash of the last event',
    ],
  ])('reports %s in one line, and exits with code 1', async (_change, statement, fault) => {
    const { work_id } = await createHistory();
    await breakHistory(work_id, statement);

    const { code, stdout, stderr } = await verify(work_id);

    const [line, summary, ...others] = stdout.split('\n');
    expect([code, others, stderr]).toEqual([1, [''], 'not all histories are intact\n']);
    expect(line?.startsWith(`${work_id}  ${fault}`)).toBe(true);
    expect(summary).toMatch(/^1 histories with [34] events: 1 broken$/);
  });

  test('prints a line for each broken history, and counts them', async () => {
    for (let i = 0; i < 2; i++)
      await breakHistory(
        (await createHistory()).work_id,
        sql`update work_events set hash = 'x' where seq = 2 and`,
      );

    const { code, stdout } = await verify();

    const lines = stdout.trimEnd().split('\n');
    expect(code).toBe(1);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.at(-1)?.endsWith(`: ${lines.length - 1} broken`)).toBe(true);
  });

  test('refuses an id that is not a UUID, and an id that no packet has', async () => {
    const [invalid, unknown] = [await verify('x'), await verify(UNKNOWN_ID)];

    expect(invalid).toEqual({ code: 2, stdout: '', stderr: 'work_id: Must be a UUID (got x)\n' });
    expect(unknown).toEqual({ code: 1, stdout: '', stderr: `there is no work packet ${UNKNOWN_ID}\n` });
  });
});
