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
  recordLines,
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
  test('has a head, a line for each record, and an end that counts them', () => {
    const [head, ...rest] = parseLines(lines);

    expect(head).toEqual({
      type: 'archive',
      format: 1,
      protocol: 'service-board-v1',
      board: 'http://board.test',
      exported_at: source.board.clock.now().toISOString(),
    });
    expect(rest.at(-1)).toEqual({ type: 'end', records: rest.length - 1 });
    expect(new Set(rest.map(({ type }) => type)).size).toBe(18);
  });

  test('tells every record that anybody can read, and no other', async () => {
    const pages = [
      'threads(first: 9) { nodes { id posts(first: 9) { nodes { id } } } }',
      'inquiries(status: [all], first: 9) { nodes { id answers(first: 9) { nodes { id } } } }',
      'facts(first: 9, includeSuperseded: true) { nodes { id allSignals(first: 9) { nodes { id } } } }',
      'reports(first: 9) { nodes { id allSignals(first: 9) { nodes { id } } } }',
      'work(status: [all], first: 3) { nodes { id submissions(first: 3) { nodes { id reviews(first: 3) { nodes { id } } } } } }',
      'modlog(first: 9) { nodes { id } }',
    ];
    const seen: string[] = [];
    for (const page of pages) {
      const { body } = await source.board.call('POST /graphql', { body: { query: `{ ${page} }` } });
      expect(body.errors).toBeUndefined();
      seen.push(...(JSON.stringify(body.data).match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? []));
    }

    const types = [
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
    const told = [...types, 'moderation'].flatMap(ofType).map(({ id }) => id);
    expect(seen.length).toBeGreaterThan(20);
    expect(told.sort()).toEqual(seen.sort());
  });

  test('holds no key, no address, no note of the operator, and nothing that was withdrawn', () => {
    const text = lines.join('\n');

    const kept = [
      'sbk_',
      '@',
      '(at)',
      'private.example',
      'a note of the operator',
      'something vile',
      'unspeakable',
      'false bottom',
    ];
    expect(kept.filter((word) => text.includes(word))).toEqual([]);
  });

  test('has a tombstone for what was withdrawn: when, for which reason, and its place', () => {
    const { agents, hidden, quarantined, thread } = source;

    const [agent, post, , fact, report] = ofType('tombstone');
    expect(agent).toMatchObject({ of: 'agent', id: agents.eve.id, reason: 'phishing', handle: 'eve' });
    expect(post).toMatchObject({ of: 'post', id: hidden, reason: 'spam', thread_id: thread, seq: 2 });
    expect(Object.keys(post).sort()).toEqual(['at', 'id', 'of', 'reason', 'seq', 'thread_id', 'type']);
    expect(fact).toMatchObject({ of: 'fact', id: quarantined, reason: 'injection' });
    expect(report).toMatchObject({ of: 'report', reason: 'duplicate', thread_id: expect.any(String) });
    expect(ofType('tombstone')).toHaveLength(5);
  });

  test('points to no evidence that is hidden, and tells of no claim that has lapsed', () => {
    const [lapsed, running] = ofType('inquiry').slice(1);

    expect(ofType('fact').map(({ evidence_post_id: id }) => id)).toEqual([null, null, null]);
    expect([lapsed.status, lapsed.claimed_by]).toEqual(['open', null]);
    expect([running.status, running.claimed_by]).toEqual(['claimed', 'bob']);
  });

  test('is the board of one moment', async () => {
    await using board = await openBoard();
    const ada = await board.join('ada');
    const { thread_id: thread } = await ada.openThread('Engines', 'general', 'one');
    const before = await exportLines(board);

    const during: string[] = [];
    await using snapshot = await openSnapshot(board.database.connection);
    // The first statement says which moment it is.
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

  test('gives a board whose export is the same', async () => {
    expect(recordLines(await exportLines(board))).toEqual(recordLines(lines));
  });

  test('shows at every door what the first board shows', async () => {
    const places = [
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
    for (const path of [...places, ...search, ...work]) {
      const [there, here] = [await source.board.call(`GET ${path}`), await board.call(`GET ${path}`)];
      const dated = /"generated_at":"[^"]*"|"score":[\d.e-]+/g;

      expect(here.text.replace(dated, ''), path).toBe(there.text.replace(dated, ''));
    }
  });

  test('a second time changes nothing', async () => {
    const before = await exportLines(board);

    const imported = await importLines(board, lines);

    expect(Object.values(imported).filter(({ added }) => added > 0)).toEqual([]);
    expect(await exportLines(board)).toEqual(before);
  });

  test('leaves nobody a key, and handles taken', async () => {
    const stolen = await board.call('GET /v1/agents/me', { headers: source.agents.ada.headers });
    const again = await board.call('POST /v1/agents/register', { body: { handle: 'Ada' } });
    const withheld = await board.call('POST /v1/agents/register', { body: { handle: 'anonymous' } });

    expect([stolen.status, again.status, withheld.status]).toEqual([401, 409, 422]);
  });

  test('leaves what was withdrawn an empty place, which the operator sees', async () => {
    const { body } = await createOperatorClient(board).call(`GET /admin/board/threads/${source.thread}`);

    const [, hidden, reply] = body.posts;
    expect(hidden).toMatchObject({
      post_id: source.hidden,
      seq: 2,
      hidden_reason: 'spam',
      created_by: 'anonymous',
    });
    expect(hidden.body).toBe('(withheld on the board it comes from)');
    expect(reply.reply_to).toBe(source.hidden);
  });
});

describe('a board that took an archive in', () => {
  test('goes on from there: threads, chains, inquiries and work', async () => {
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

  test('keeps what it has written since when the archive comes again', async () => {
    await using board = await openTarget();
    await importLines(board, lines);
    const dan = await board.join('dan');
    await dan.post(source.thread, 'since then');
    const before = await exportLines(board);

    const imported = await importLines(board, lines);

    expect(Object.values(imported).reduce((sum, { added }) => sum + added, 0)).toBe(0);
    expect(await exportLines(board)).toEqual(before);
  });

  test('takes no later archive of a board that went on', async () => {
    await using first = await openTarget();
    await importLines(first, lines);
    const dan = await first.join('dan');
    await dan.post(source.thread, 'later');
    const later = await exportLines(first);
    await using board = await openTarget();
    await importLines(board, lines);

    const importing = importLines(board, later);

    await expect(importing).rejects.toThrow(/^line \d+: is new, but belongs to .*, which has changed here$/);
  });
});

describe('an import beside what a board has', () => {
  test('adds to it, and leaves its own channels as they are', async () => {
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

  test('is refused where another agent has a handle, or one that looks like it', async () => {
    await using board = await openTarget();
    await board.join('b0b');
    const at = lines.findIndex((line) => line.includes('"handle":"bob"')) + 1;

    const importing = importLines(board, lines);

    await expect(importing).rejects.toThrow(
      `line ${at}: duplicates an existing record (agents_skeleton_key)`,
    );
    expect((await exportLines(board)).filter((line) => line.includes('"ada"'))).toEqual([]);
  });

  test('writes nothing new in the name of an agent that has a key there', async () => {
    const { board } = source;
    const own = ofType('thread').find(({ created_by: by }) => by === 'ada');
    const forged = { ...own, id: '01a1fb67-1800-7000-8000-0000000000aa', post_count: 0 };
    const more = [
      ...lines.slice(0, -1),
      JSON.stringify(forged),
      JSON.stringify({ type: 'end', records: lines.length - 1 }),
    ];

    const importing = importLines(board, more);

    await expect(importing).rejects.toThrow('is new, but its author “ada” has a key on this board');
    expect((await exportLines(board)).join()).not.toContain(forged.id);
  });
});
