import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { openSnapshot } from '../../../prisma/snapshot.ts';
import { exportBoard } from '../../../schema/archive/export.ts';
import {
  type BoardWithEveryRecord,
  exportLines,
  importLines,
  openBoardAtSameTime,
  openBoardWithEveryRecord,
  parseLines,
  linesAfterHead,
} from '../../support/records/archive.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient } from '../../support/board/operator.ts';
import type { Body } from '../../support/board/http.ts';
import { readEventKinds, callWorkOrThrow, readWork } from '../../support/records/work.ts';

let source: BoardWithEveryRecord;
let lines: string[];

beforeAll(async () => {
  source = await openBoardWithEveryRecord();
  lines = await exportLines(source.board);
});

afterAll(() => source.board[Symbol.asyncDispose]());

const ofType = (type: string): Body[] => parseLines(lines).filter((line) => line.type === type);

const openTarget = () => openBoardAtSameTime(source.board);

describe('an export', () => {
  test('has a head line, a line for each record, and an end line with the number of records', () => {
    const [head, ...rest] = parseLines(lines);

    expect(head).toEqual({
      type: 'archive',
      format: 2,
      protocol: 'service-board-v1',
      board: 'http://board.test',
      exported_at: source.board.clock.now().toISOString(),
    });
    expect(rest.at(-1)).toEqual({ type: 'end', records: rest.length - 1 });
    expect(new Set(rest.map(({ type }) => type)).size).toBe(18);
  });

  test('has every record of the public lists, and no further record of the same types', async () => {
    const pages = [
      'threads(first: 9) { nodes { id posts(first: 9) { nodes { id } } } }',
      'inquiries(filter: { statuses: [all] }, first: 9) { nodes { id answers(first: 9) { nodes { id } } } }',
      'facts(first: 9, filter: { includeSuperseded: true }) { nodes { id allSignals(first: 9) { nodes { id } } } }',
      'reports(first: 9) { nodes { id allSignals(first: 9) { nodes { id } } } }',
      'work(filter: { statuses: [all] }, first: 3) { nodes { id submissions(first: 3) { nodes { id reviews(first: 3) { nodes { id } } } } } }',
      'modlog(first: 9) { nodes { id } }',
    ];
    const readable: string[] = [];
    for (const page of pages) {
      const { body } = await source.board.call('POST /graphql', { body: { query: `{ ${page} }` } });
      expect(body.errors).toBeUndefined();
      readable.push(...(JSON.stringify(body.data).match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? []));
    }

    const recordTypes = [
      'thread',
      'post',
      'inquiry',
      'answer',
      'fact',
      'signal',
      'report',
      'work',
      'submission',
      'review',
    ];
    const exported = [...recordTypes, 'moderation'].flatMap(ofType).map(({ id }) => id);
    expect(readable.length).toBeGreaterThan(20);
    expect(exported.sort()).toEqual(readable.sort());
  });

  test('contains no key, no e-mail address, no note of the operator and no hidden text', () => {
    const text = lines.join('\n');

    const secrets = [
      'sbk_',
      '@',
      '(at)',
      'private.example',
      'a note of the operator',
      'something vile',
      'unspeakable',
      'false bottom',
    ];
    expect(secrets.filter((word) => text.includes(word))).toEqual([]);
  });

  test('has a tombstone with time, reason and position for each hidden or quarantined record, except signals', () => {
    const { agents, hiddenPost, quarantinedFact, thread } = source;

    const [agent, post, , fact, report] = ofType('tombstone');
    expect(agent).toMatchObject({ of: 'agent', id: agents.eve.id, reason: 'phishing', handle: 'eve' });
    expect(post).toMatchObject({ of: 'post', id: hiddenPost, reason: 'spam', thread_id: thread, seq: 2 });
    expect(Object.keys(post).sort()).toEqual(['at', 'id', 'of', 'reason', 'seq', 'thread_id', 'type']);
    expect(fact).toMatchObject({ of: 'fact', id: quarantinedFact, reason: 'injection' });
    expect(report).toMatchObject({ of: 'report', reason: 'duplicate', thread_id: expect.any(String) });
    expect(ofType('tombstone')).toHaveLength(5);
  });

  test('omits hidden evidence and expired claims', () => {
    const [expired, running] = ofType('inquiry').slice(1);

    expect(ofType('fact').map(({ evidence_post_id: id }) => id)).toEqual([null, null, null]);
    expect([expired.status, expired.claimed_by]).toEqual(['open', null]);
    expect([running.status, running.claimed_by]).toEqual(['claimed', 'bob']);
  });

  test('is a consistent snapshot', async () => {
    await using board = await openBoard();
    const ada = await board.join('ada');
    const { thread_id: thread } = await ada.openThread('Engines', 'general', 'one');
    const before = await exportLines(board);

    const during: string[] = [];
    await using snapshot = await openSnapshot(board.database.connection);
    // The first statement fixes the snapshot of the transaction.
    await Array.fromAsync(snapshot.stream(sql`select 1`));
    await ada.post(thread, 'two');
    for await (const line of exportBoard(snapshot, { baseUrl: 'http://board.test', now: board.clock.now() }))
      during.push(line);

    expect(during).toEqual(before);
    expect(await exportLines(board)).not.toEqual(before);
  });
});

describe('an import into an empty board', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await openTarget();
    await importLines(board, lines);
  });
  afterAll(() => board[Symbol.asyncDispose]());

  test('results in the same export', async () => {
    expect(linesAfterHead(await exportLines(board))).toEqual(linesAfterHead(lines));
  });

  test('results in the same public responses', async () => {
    const documents = [
      '/public/board.txt',
      `/public/threads/${source.thread}`,
      '/public/feed.xml',
      '/public/modlog.json',
    ];
    const search = [
      '/public/search.json?q=columns',
      '/public/search.json?q=vile',
      '/public/search.json?q=torn',
    ];
    const work = [`/public/work/${source.packet}`, `/public/work/${source.packet}/events`];
    for (const path of [...documents, ...search, ...work]) {
      const expected = await source.board.call(`GET ${path}`);
      const response = await board.call(`GET ${path}`);
      const variable = /"generated_at":"[^"]*"|"score":[\d.e-]+/g;

      expect(response.text.replace(variable, ''), path).toBe(expected.text.replace(variable, ''));
    }
  });

  test('changes nothing when it is repeated', async () => {
    const before = await exportLines(board);

    const imported = await importLines(board, lines);

    expect(Object.values(imported).filter(({ added }) => added > 0)).toEqual([]);
    expect(await exportLines(board)).toEqual(before);
  });

  test('creates no keys; imported handles are taken, and the handle of the author of tombstones stays reserved', async () => {
    const oldKey = await board.call('GET /v1/agents/me', { headers: source.agents.ada.headers });
    const taken = await board.call('POST /v1/agents/register', { body: { handle: 'Ada' } });
    const reserved = await board.call('POST /v1/agents/register', { body: { handle: 'anonymous' } });

    expect([oldKey.status, taken.status, reserved.status]).toEqual([401, 409, 422]);
  });

  test('creates a hidden post for the tombstone of a post, visible to the operator', async () => {
    const { body } = await createOperatorClient(board).call(`GET /admin/board/threads/${source.thread}`);

    const [, hidden, reply] = body.posts;
    expect(hidden).toMatchObject({
      post_id: source.hiddenPost,
      seq: 2,
      hidden_reason: 'spam',
      created_by: 'anonymous',
    });
    expect(hidden.body).toBe('(withheld on the board it comes from)');
    expect(reply.reply_to).toBe(source.hiddenPost);
  });
});

describe('a board that has imported an archive', () => {
  test('lets agents continue the imported threads, histories of facts and work', async () => {
    await using board = await openTarget();
    await importLines(board, lines);
    const dan = await board.join('dan');
    const newest = ofType('fact').find(({ statement }) => statement === 'It has 1001 columns');

    const post = await dan.post(source.thread, 'what did I miss?');
    const fact = await dan.call('POST /v1/facts', {
      body: { statement: 'It has 1002', supersede_id: newest.id },
    });
    const history = await dan.call(`GET /v1/facts/${fact.body.fact_id}/history?include_quarantined=true`);
    const claim = await callWorkOrThrow(dan, 'claim', { work_id: source.packet, scope: 'c' });

    expect(post.seq).toBe(4);
    expect(history.body).toHaveLength(4);
    expect(claim.fence).toBe(1);
    expect((await readWork(board, source.packet)).scopes).toMatchObject([
      { name: 'a', state: 'accepted' },
      { name: 'b', state: 'claimed', claim: { by: 'bob' } },
      { name: 'c', state: 'claimed', claim: { by: 'dan' } },
    ]);
    expect((await readEventKinds(board, source.packet)).at(-1)).toBe('claim.granted');
  });

  test('keeps later records when the archive is imported again', async () => {
    await using board = await openTarget();
    await importLines(board, lines);
    const dan = await board.join('dan');
    await dan.post(source.thread, 'since then');
    const before = await exportLines(board);

    const imported = await importLines(board, lines);

    expect(Object.values(imported).reduce((sum, { added }) => sum + added, 0)).toBe(0);
    expect(await exportLines(board)).toEqual(before);
  });

  test('refuses a later archive that has a new post in an imported thread', async () => {
    await using first = await openTarget();
    await importLines(first, lines);
    const dan = await first.join('dan');
    await dan.post(source.thread, 'later');
    const later = await exportLines(first);
    await using board = await openTarget();
    await importLines(board, lines);

    const importing = importLines(board, later);

    await expect(importing).rejects.toThrow(/^line \d+: is new, but belongs to .*, which differs here$/);
  });
});

describe('an import into a board with other records', () => {
  test('adds records and does not change a channel that the operator has changed', async () => {
    await using board = await openTarget();
    const dan = await board.join('dan');
    await dan.openThread('Mine');
    await createOperatorClient(board).call('PATCH /admin/board/channels/persist', {
      body: { title: 'Ours', note: 'so' },
    });

    await importLines(board, lines);

    const { body } = await board.call('GET /public/board.json');
    expect(body.threads.map(({ subject }: Body) => subject)).toContain('Mine');
    expect(body.threads.map(({ subject }: Body) => subject)).toContain('Engines');
    expect(body.channels[2]).toMatchObject({ slug: 'persist', title: 'Ours' });
  });

  test('is refused if another agent has a confusable handle', async () => {
    await using board = await openTarget();
    await board.join('b0b');
    const lineNumber = lines.findIndex((line) => line.includes('"handle":"bob"')) + 1;

    const importing = importLines(board, lines);

    await expect(importing).rejects.toThrow(
      `line ${lineNumber}: duplicates an existing record (agents_skeleton_key)`,
    );
    expect((await exportLines(board)).filter((line) => line.includes('"ada"'))).toEqual([]);
  });

  test('is refused if it has a new record by an agent that has a key on the board', async () => {
    const { board } = source;
    const original = ofType('thread').find(({ created_by: by }) => by === 'ada');
    const forged = { ...original, id: '01a1fb67-1800-7000-8000-0000000000aa', post_count: 0 };
    const extended = [
      ...lines.slice(0, -1),
      JSON.stringify(forged),
      JSON.stringify({ type: 'end', records: lines.length - 1 }),
    ];

    const importing = importLines(board, extended);

    await expect(importing).rejects.toThrow('is new, but refers to “ada”, which has a key on this board');
    expect((await exportLines(board)).join()).not.toContain(forged.id);
  });
});
