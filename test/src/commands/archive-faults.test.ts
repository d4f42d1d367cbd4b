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
import { UNKNOWN_ID } from '../../support/records/ids.ts';

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
): { readonly number: number; readonly altered: string[] } {
  const at = parseLines(lines).findIndex((line) => line.type === type);
  const altered = lines.with(at, JSON.stringify(change(JSON.parse(lines[at] ?? ''))));
  return { number: at + 1, altered };
}

const importForError = async (altered: readonly string[]): Promise<string> => {
  const error: unknown = await importLines(board, altered).catch((thrown: unknown) => thrown);
  return error instanceof ArchiveError ? error.message : `not an ArchiveError: ${String(error)}`;
};

test('an import reports a line whose type is nested too deeply to be quoted', async () => {
  const nested = `{"type": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
  expect(await importForError(lines.with(1, nested))).toBe('line 2: type: Must be text');
});

describe('an import refuses without writing anything:', () => {
  const KEY = `sbk_${'0'.repeat(10)}_${'0'.repeat(43)}_000000`;

  test.each<[string, string, (line: Body) => object, string | RegExp]>([
    [
      'post',
      'a body that is too long',
      (post) => ({ ...post, body: 'x'.repeat(20_001) }),
      'body: Must have at most 20000 characters',
    ],
    [
      'post',
      'a control character',
      (post) => ({ ...post, body: 'a\u0000b' }),
      'body: Must not contain the character U+0000',
    ],
    [
      'post',
      'text that is not NFC',
      (post) => ({ ...post, body: 'e\u0301' }),
      /^body: Must be in the form that the board stores/,
    ],
    ['post', 'a key', (post) => ({ ...post, body: KEY }), 'contains an API key'],
    ['post', 'no id', ({ id: _, ...post }) => post, 'id: Is required'],
    [
      'post',
      'an id that is not a UUID',
      (post) => ({ ...post, id: '1; drop table posts' }),
      'id: Must be a UUID',
    ],
    ['post', 'an unknown member', (post) => ({ ...post, hidden_at: null }), 'Unrecognized key: "hidden_at"'],
    [
      'post',
      'an unknown type',
      (post) => ({ ...post, type: 'receipt', of: 'post' }),
      'has the unknown type "receipt"',
    ],
    [
      'post',
      'a type that is an object',
      (post) => ({ ...post, type: { toString: false } }),
      'type: Must be text',
    ],
    ['post', 'no type', ({ type: _, ...post }) => ({ ...post, of: 'post' }), 'has no type'],
    ['post', 'a fractional seq', (post) => ({ ...post, seq: 1.5 }), /^seq: /],
    [
      'post',
      'a time in the future',
      (post) => ({ ...post, created_at: '2099-01-01T00:00:00Z' }),
      'created_at: Must not be in the future',
    ],
    [
      'post',
      'an invalid time',
      (post) => ({ ...post, created_at: 'yesterday' }),
      'created_at: Must be an RFC 3339 time',
    ],
    ['post', 'an unknown interface', (post) => ({ ...post, via: 'window' }), /^via: Must be one of .*rest/],
    ['agent', 'a reserved name', (agent) => ({ ...agent, handle: 'admin' }), /^handle: Is reserved/],
    [
      'fact',
      'a repeated tag',
      (fact) => ({ ...fact, tags: ['a', 'a'] }),
      /^tags: Must be in the form that the board stores/,
    ],
    ['work', 'invalid criteria', (work) => ({ ...work, acceptance: ['a text'] }), /^acceptance.0: /],
    [
      'event',
      'an unknown kind',
      (event) => ({ ...event, kind: 'packet.exploded' }),
      /^kind: Must be one of /,
    ],
    [
      'submission',
      'an unknown artifact',
      (submission) => ({ ...submission, artifact: { kind: 'virus' } }),
      /^artifact: /,
    ],
    ['submission', 'invalid limitations', (each) => ({ ...each, limitations: { n: 1 } }), /^limitations: /],
    [
      'moderation',
      'a session as target',
      (entry) => ({ ...entry, target_type: 'session' }),
      /^target_type: Must be one of (?!.*session)/,
    ],
    ['moderation', 'a note', (entry) => ({ ...entry, note: 'private' }), 'Unrecognized key: "note"'],
  ])('a line of type %s with %s', async (type, _what, change, fault) => {
    const { number, altered } = alter(type, change);

    const message = await importForError(altered);

    expect(message.split(`line ${number}: `)[1]).toMatch(
      typeof fault === 'string' ? new RegExp(`^${RegExp.escape(fault)}$`) : fault,
    );
    expect(await exportLines(board)).toEqual(empty);
  });

  test.each<[string, (whole: readonly string[]) => readonly string[], string]>([
    ['has no first line', (whole) => whole.slice(1), 'line 1: is not the head of an archive'],
    ['is truncated', (whole) => whole.slice(0, 20), 'line 21: is missing: the archive is truncated'],
    ['lacks a record', (whole) => whole.toSpliced(9, 1), 'line 62: records: Must be 60 (got 61)'],
    ['has two first lines', (whole) => [whole[0]!, ...whole], 'line 2: is a second head'],
    ['has two last lines', (whole) => [...whole, whole.at(-1)!], 'line 64: follows the end line'],
    ['is not JSON', () => ['<html>'], 'line 1: is not a JSON object'],
    ['is empty', () => [], 'line 1: is missing: the archive is truncated'],
    [
      'has another format version',
      (whole) => [whole[0]!.replace('"format":2', '"format":1')],
      'line 1: format: Must be 2: another version of the board wrote the archive',
    ],
  ])('an archive that %s', async (_what, change, fault) => {
    expect(await importForError(change(lines))).toBe(fault);
    expect(await exportLines(board)).toEqual(empty);
  });
});

describe('a time in the future', () => {
  const AHEAD = '9999-12-31T23:59:59.999Z';
  const pastTimes: Readonly<Record<string, readonly string[]>> = {
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
  const futureTimes: typeof pastTimes = {
    inquiry: ['claim_expires_at'],
    fact: ['valid_as_of', 'decay_after'],
    report: ['recheck_after', 'stale_at'],
    work: ['expires_at'],
    claim: ['expires_at'],
    submission: ['expires_at'],
  };
  const toPairs = (names: typeof pastTimes) =>
    Object.entries(names).flatMap(([type, members]) => members.map((name) => [type, name] as const));

  test.each(toPairs(pastTimes))('is refused in a line of type %s: %s', async (type, name) => {
    const { number, altered } = alter(type, (line) => ({ ...line, [name]: AHEAD }));

    expect(await importForError(altered)).toBe(`line ${number}: ${name}: Must not be in the future`);
    expect(await exportLines(board)).toEqual(empty);
  });

  test('is refused in the tombstone of a superseded fact', async () => {
    const at = parseLines(lines).findIndex((line) => line.of === 'fact');
    const altered = lines.with(at, JSON.stringify({ ...parseLines(lines)[at], superseded_at: AHEAD }));

    expect(await importForError(altered)).toBe(`line ${at + 1}: superseded_at: Must not be in the future`);
  });

  test.each(toPairs(futureTimes))('is accepted in a line of type %s: %s', async (type, name) => {
    const { altered } = alter(type, (line) => ({ ...line, [name]: AHEAD }));

    expect(await importForError(altered.with(-1, '<html>'))).toBe(
      `line ${lines.length}: is not a JSON object`,
    );
  });
});

describe('an import of a record that violates a constraint', () => {
  test.each<[string, (line: Body) => object, string]>([
    [
      'thread',
      (thread) => ({ ...thread, created_by: 'nobody' }),
      'refers to a record that does not exist (threads_created_by_fkey)',
    ],
    [
      'post',
      (post) => ({ ...post, reply_to_id: UNKNOWN_ID }),
      'refers to a record that does not exist (posts_reply_to_id_thread_id_fkey)',
    ],
    ['post', (post) => ({ ...post, seq: 99 }), 'seq: Must be at most the number of posts of its thread'],
    [
      'answer',
      (answer) => ({ ...answer, seq: 99 }),
      'seq: Must be at most the number of answers to its inquiry',
    ],
    ['event', (event) => ({ ...event, seq: 99 }), 'seq: Must be 1 (got 99)'],
    ['event', (event) => ({ ...event, packet_id: UNKNOWN_ID }), 'packet_id: Must be a packet of the archive'],
    [
      'fact',
      (fact) => ({ ...fact, supersedes_id: UNKNOWN_ID }),
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
  ])('ends at the line of the record, with nothing written: %s', async (type, change, fault) => {
    const { number, altered } = alter(type, change);

    expect(await importForError(altered)).toBe(`line ${number}: ${fault}`);
    expect(await exportLines(board)).toEqual(empty);
  });

  test('continues where it stopped once the record is corrected', async () => {
    await using fresh = await openBoardAtSameTime(source.board);
    const { number, altered } = alter('scope', (scope) => ({ ...scope, claim_id: UNKNOWN_ID }));
    const importing = importLines(fresh, altered);
    await expect(importing).rejects.toThrow(
      `line ${number}: refers to a record that does not exist (work_scopes_claim_id_fkey)`,
    );

    const imported = await importLines(fresh, lines);

    expect(imported['post']).toEqual({ added: 0, total: 5 });
    expect((await exportLines(fresh)).slice(1)).toEqual(lines.slice(1));
  });
});

test('with an arbitrary value in a line, an import succeeds or fails with an ArchiveError', async () => {
  const anyValue = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom('\ud800', '\u202e', -0, Number.MAX_VALUE, 2 ** 53, '0'.repeat(70_000)),
  );
  await using fresh = await openBoardAtSameTime(source.board);

  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.nat(), anyValue, async (line, member, value) => {
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
