import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ArchiveError } from '../../../schema/archive/import/line.ts';
import {
  type BoardWithEveryRecord,
  exportLines,
  importLines,
  openBoardAtSameTime,
  openBoardWithEveryRecord,
  parseLines,
} from '../../support/records/archive.ts';
import type { TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';

let source: BoardWithEveryRecord;
let lines: string[];
let board: TestBoard;
let empty: string[];

beforeAll(async () => {
  source = await openBoardWithEveryRecord();
  lines = await exportLines(source.board);
  board = await openBoardAtSameTime(source.board);
  empty = await exportLines(board);
});

afterAll(async () => {
  await source.board[Symbol.asyncDispose]();
  await board[Symbol.asyncDispose]();
});

/** The archive with its first line of a type changed, and the number of that line. */
function alter(
  type: string,
  change: (line: Body) => object,
): { readonly at: number; readonly altered: string[] } {
  const at = parseLines(lines).findIndex((line) => line.type === type);
  const altered = lines.with(at, JSON.stringify(change(JSON.parse(lines[at] ?? ''))));
  return { at: at + 1, altered };
}

const faultOf = async (altered: readonly string[]): Promise<string> => {
  const error: unknown = await importLines(board, altered).catch((thrown: unknown) => thrown);
  return error instanceof ArchiveError ? error.message : `no fault of the archive: ${String(error)}`;
};

describe('a line that no board would have written is refused before anything is kept', () => {
  const KEY = `sbk_${'0'.repeat(10)}_${'0'.repeat(43)}_000000`;

  test.each<[string, string, (line: Body) => object, string | RegExp]>([
    [
      'post',
      'too long',
      (post) => ({ ...post, body: 'x'.repeat(20_001) }),
      'body: Must have at most 20000 characters',
    ],
    [
      'post',
      'a control',
      (post) => ({ ...post, body: 'a\u0000b' }),
      'body: Must not contain the character U+0000',
    ],
    [
      'post',
      'not NFC',
      (post) => ({ ...post, body: 'e\u0301' }),
      /^body: Must be in the form that the board stores/,
    ],
    ['post', 'a key', (post) => ({ ...post, body: KEY }), 'contains an API key'],
    ['post', 'no id', ({ id: _, ...post }) => post, 'id: Is required'],
    ['post', 'no UUID', (post) => ({ ...post, id: '1; drop table posts' }), 'id: Must be a UUID'],
    ['post', 'hidden', (post) => ({ ...post, hidden_at: null }), 'Unrecognized key: "hidden_at"'],
    ['post', 'another type', (post) => ({ ...post, type: 'receipt' }), 'has the unknown type "receipt"'],
    ['post', 'no type', ({ type: _, ...post }) => post, 'has no type'],
    ['post', 'no seq', (post) => ({ ...post, seq: 1.5 }), /^seq: /],
    [
      'post',
      'the future',
      (post) => ({ ...post, created_at: '2099-01-01T00:00:00Z' }),
      'created_at: Must not be in the future',
    ],
    [
      'post',
      'no time',
      (post) => ({ ...post, created_at: 'yesterday' }),
      'created_at: Must be an RFC 3339 time',
    ],
    ['post', 'a door', (post) => ({ ...post, via: 'window' }), /^via: Must be one of .*rest/],
    ['agent', 'a reserved name', (agent) => ({ ...agent, handle: 'admin' }), /^handle: Is reserved/],
    [
      'fact',
      'tags twice',
      (fact) => ({ ...fact, tags: ['a', 'a'] }),
      /^tags: Must be in the form that the board stores/,
    ],
    ['work', 'criteria', (work) => ({ ...work, acceptance: ['a text'] }), /^acceptance.0: /],
    ['event', 'a kind', (event) => ({ ...event, kind: 'packet.exploded' }), /^kind: Must be one of /],
    ['submission', 'an artifact', (handed) => ({ ...handed, artifact: { kind: 'virus' } }), /^artifact: /],
    [
      'moderation',
      'a session',
      (entry) => ({ ...entry, target_type: 'session' }),
      /^target_type: Must be one of (?!.*session)/,
    ],
    ['moderation', 'a note', (entry) => ({ ...entry, note: 'private' }), 'Unrecognized key: "note"'],
  ])('a %s with %s', async (type, _what, change, fault) => {
    const { at, altered } = alter(type, change);

    const found = await faultOf(altered);

    expect(found.replace(`line ${at}: `, '')).toMatch(
      typeof fault === 'string' ? new RegExp(`^${RegExp.escape(fault)}$`) : fault,
    );
    expect(await exportLines(board)).toEqual(empty);
  });

  test.each<[string, (whole: readonly string[]) => readonly string[], string]>([
    ['has no head', (whole) => whole.slice(1), 'line 1: is not the head of an archive'],
    ['was cut short', (whole) => whole.slice(0, 20), 'line 21: is missing: the archive is truncated'],
    ['lacks a line', (whole) => whole.toSpliced(9, 1), 'line 60: records: Must be 58 (got 59)'],
    ['goes on', (whole) => [...whole, '{"type":"end","records":59}'], 'line 62: follows the end line'],
    ['is none', () => ['<html>'], 'line 1: is not a JSON object'],
    ['is empty', () => [], 'line 1: is missing: the archive is truncated'],
    [
      'is of another version',
      (whole) => [whole[0]!.replace('"format":1', '"format":2')],
      'line 1: format: Must be 1: another version of the board wrote the archive',
    ],
  ])('an archive that %s', async (_what, change, fault) => {
    expect(await faultOf(change(lines))).toBe(fault);
    expect(await exportLines(board)).toEqual(empty);
  });
});

describe('a time that lies ahead', () => {
  const AHEAD = '9999-12-31T23:59:59.999Z';
  const past: Readonly<Record<string, readonly string[]>> = {
    archive: ['exported_at'],
    channel: ['created_at'],
    agent: ['created_at', 'last_seen_at'],
    thread: ['created_at', 'last_post_at', 'moderated_at'],
    post: ['created_at'],
    inquiry: ['created_at', 'claimed_at', 'first_answered_at', 'closed_at'],
    answer: ['created_at'],
    fact: ['created_at', 'superseded_at', 'last_confirmed_at'],
    report: ['created_at', 'observed_at', 'last_confirmed_at'],
    signal: ['created_at', 'updated_at'],
    work: ['created_at', 'changed_at'],
    claim: ['created_at', 'renewed_at'],
    submission: ['created_at', 'decided_at'],
    review: ['created_at'],
    event: ['at'],
    moderation: ['created_at'],
    tombstone: ['at'],
  };
  const yetToCome: typeof past = {
    inquiry: ['claim_expires_at'],
    fact: ['valid_as_of', 'decay_after'],
    report: ['recheck_after', 'stale_at'],
    work: ['expires_at'],
    claim: ['expires_at'],
    submission: ['expires_at'],
  };
  const each = (names: typeof past) =>
    Object.entries(names).flatMap(([type, members]) => members.map((name) => [type, name] as const));

  test.each(each(past))('is refused where %s tells of what was: %s', async (type, name) => {
    const { at, altered } = alter(type, (line) => ({ ...line, [name]: AHEAD }));

    expect(await faultOf(altered)).toBe(`line ${at}: ${name}: Must not be in the future`);
    expect(await exportLines(board)).toEqual(empty);
  });

  test('is refused where a withdrawn fact tells when it was corrected', async () => {
    const at = parseLines(lines).findIndex((line) => line.of === 'fact');
    const altered = lines.with(at, JSON.stringify({ ...parseLines(lines)[at], superseded_at: AHEAD }));

    expect(await faultOf(altered)).toBe(`line ${at + 1}: superseded_at: Must not be in the future`);
  });

  test.each(each(yetToCome))('is taken where %s tells of what is to come: %s', async (type, name) => {
    const { altered } = alter(type, (line) => ({ ...line, [name]: AHEAD }));

    expect(await faultOf(altered.with(-1, '<html>'))).toBe(`line ${lines.length}: is not a JSON object`);
  });
});

describe('a record that a board cannot have ends the import at its line', () => {
  const NOTHING = '01a1fb67-1800-7000-8000-0000000000aa';

  test.each<[string, (line: Body) => object, string]>([
    [
      'thread',
      (thread) => ({ ...thread, created_by: 'nobody' }),
      'refers to a record that does not exist (threads_created_by_fkey)',
    ],
    [
      'post',
      (post) => ({ ...post, reply_to_id: NOTHING }),
      'refers to a record that does not exist (posts_reply_to_id_thread_id_fkey)',
    ],
    ['post', (post) => ({ ...post, seq: 99 }), 'seq: Must be at most the number of posts of its thread'],
    [
      'answer',
      (answer) => ({ ...answer, seq: 99 }),
      'seq: Must be at most the number of answers to its inquiry',
    ],
    ['event', (event) => ({ ...event, seq: 99 }), 'seq: Must be at most the number of events of its packet'],
    [
      'fact',
      (fact) => ({ ...fact, supersedes_id: NOTHING }),
      'refers to a record that does not exist (facts_supersedes_id_fkey)',
    ],
    [
      'inquiry',
      (inquiry) => ({ ...inquiry, status: 'open' }),
      'violates a constraint (inquiries_closed_check)',
    ],
    [
      'claim',
      (claim) => ({ ...claim, scope_name: 'z' }),
      'refers to a record that does not exist (work_claims_packet_id_scope_name_fkey)',
    ],
  ])('a %s', async (type, change, fault) => {
    const { at, altered } = alter(type, change);

    expect(await faultOf(altered)).toBe(`line ${at}: ${fault}`);
    expect(await exportLines(board)).toEqual(empty);
  });

  test('a review by the author of the submission', async () => {
    const author = parseLines(lines).find(({ type }) => type === 'submission').created_by;
    const { at, altered } = alter('review', (review) => ({ ...review, created_by: author }));

    expect(await faultOf(altered)).toBe(`line ${at}: created_by: Must not be the author of the submission`);
  });

  test.each<[string, string, (line: Body) => boolean, object]>([
    ['rejected', 'submission', ({ status }) => status === 'accepted', { status: 'rejected' }],
    ['sent back', 'submission', ({ status }) => status === 'accepted', { status: 'repair' }],
    ['accepted', 'event', ({ kind }) => kind === 'disposition.accepted', { submission_id: null }],
    ['accepted', 'event', ({ kind }) => kind === 'disposition.accepted', { kind: 'disposition.rejected' }],
  ])(
    'a submission that is %s without an event of it: its %s is altered',
    async (_state, type, isIt, change) => {
      await using fresh = await openBoardAtSameTime(source.board);
      const all = parseLines(lines);
      const at = all.findIndex((line) => line.type === type && isIt(line));
      const { scope_name: name, packet_id: packet } = all[at]!;
      const scope = all.findIndex(
        (line) => line.type === 'scope' && line.name === name && line.packet_id === packet,
      );

      const importing = importLines(fresh, lines.with(at, JSON.stringify({ ...all[at], ...change })));

      await expect(importing).rejects.toThrow(
        `line ${scope + 1}: submission_id: A submission that is accepted, rejected or sent back must have the event of it`,
      );
    },
  );

  test('and once it is mended, the import goes on where it ended', async () => {
    await using fresh = await openBoardAtSameTime(source.board);
    const { at, altered } = alter('scope', (scope) => ({ ...scope, claim_id: NOTHING }));
    const importing = importLines(fresh, altered);
    await expect(importing).rejects.toThrow(
      `line ${at}: refers to a record that does not exist (work_scopes_claim_id_fkey)`,
    );

    const imported = await importLines(fresh, lines);

    expect(imported['post']).toEqual({ added: 0, total: 5 });
    expect((await exportLines(fresh)).slice(1)).toEqual(lines.slice(1));
  });
});

test('whatever is written into a line, an import answers with its number or takes it', async () => {
  const any = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom('\ud800', '\u202e', -0, Number.MAX_VALUE, 2 ** 53, '0'.repeat(70_000)),
  );
  await using fresh = await openBoardAtSameTime(source.board);

  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.nat(), any, async (line, member, value) => {
      const at = 1 + (line % (lines.length - 2));
      const record = JSON.parse(lines[at]!) as Record<string, unknown>;
      const names = Object.keys(record);
      record[names[member % names.length]!] = value;

      const fault = await importLines(fresh, lines.with(at, JSON.stringify(record))).catch(
        (error: unknown) => error,
      );

      if (fault instanceof Error) expect(fault).toBeInstanceOf(ArchiveError);
    }),
    { numRuns: 60 },
  );
});
