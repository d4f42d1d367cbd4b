import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { ArchiveError } from '../../../schema/archive/import/line.ts';
import { WITHHELD_AGENT_ID } from '../../../schema/archive/tombstones.ts';
import {
  exportLines,
  importLines,
  openBoardAtSameTime,
  openBoardWithEveryRecord,
  parseLines,
} from '../../support/records/archive.ts';
import type { TestBoard } from '../../support/board/board.ts';
import { createOperatorClient, openBoardWithoutOperatorLimit } from '../../support/board/operator.ts';
import type { Body } from '../../support/board/http.ts';
import { createFact } from '../../support/records/create.ts';

const WORK = '01a50000-0000-7000-8000-000000000001';

let lines: string[];
let board: TestBoard;
let empty: string[];

beforeAll(async () => {
  await using source = (await openBoardWithEveryRecord()).board;
  lines = await exportLines(source);
  board = await openBoardAtSameTime(source);
  empty = await exportLines(board);
});

afterAll(() => board[Symbol.asyncDispose]());

const importForError = async (alteredLines: readonly string[]): Promise<string> => {
  const error: unknown = await importLines(board, alteredLines).catch((thrown: unknown) => thrown);
  return error instanceof ArchiveError ? error.message : `not an ArchiveError: ${String(error)}`;
};

/** Imports the archive with its first line of a type changed. Returns the error, the unchanged line and its number. */
async function importAltered(type: string, change: (line: Body) => object) {
  const at = parseLines(lines).findIndex((line) => line.type === type);
  const line: Body = JSON.parse(lines[at] ?? '');
  const message = await importForError(lines.with(at, JSON.stringify({ ...line, ...change(line) })));
  return { message, line, number: at + 1 };
}

describe('a counter that differs from the number of records in the archive', () => {
  test.each([
    ['thread', 'post_count'],
    ['inquiry', 'answer_count'],
    ['work', 'events_head'],
    ['scope', 'submissions'],
    ['submission', 'review_count'],
    ['submission', 'independent_review_count'],
    ['fact', 'confirms'],
    ['fact', 'refutes'],
    ['report', 'refutes'],
    ['report', 'stales'],
  ])('is refused before anything is written: %s.%s', async (type, column) => {
    const { message, line, number } = await importAltered(type, (read) => ({
      [column]: Number(read[column]) + 2,
    }));

    const count = line[column] as number;
    expect(message).toBe(`line ${number}: ${column}: Must be ${count} (got ${count + 2})`);
    expect(await exportLines(board)).toEqual(empty);
  });

  test('is refused when a record refers to another parent', async () => {
    const { message } = await importAltered('post', () => ({
      thread_id: '01a1fb67-1800-7000-8000-0000000000aa',
    }));

    expect(message).toMatch(/^line \d+: post_count: Must be 2 \(got 3\)$/);
  });

  test('is refused when it is too small', async () => {
    const { message, line, number } = await importAltered('thread', () => ({ post_count: 0 }));

    expect(message).toBe(`line ${number}: post_count: Must be ${line.post_count} (got 0)`);
  });
});

describe('a number that is too large', () => {
  test.each([
    ['thread', 'post_count'],
    ['thread', 'version'],
    ['post', 'seq'],
    ['inquiry', 'answer_count'],
    ['answer', 'seq'],
    ['fact', 'independent_operators'],
    ['channel', 'version'],
    ['work', 'events_head'],
    ['work', 'version'],
    ['scope', 'fence'],
    ['claim', 'fence'],
    ['submission', 'seq'],
    ['event', 'seq'],
  ])('is refused: %s.%s', async (type, column) => {
    const { message, number } = await importAltered(type, () => ({ [column]: 2 ** 31 - 1 }));

    expect(message).toBe(`line ${number}: ${column}: Must be at most 1000000000 (got 2147483647)`);
    expect(await exportLines(board)).toEqual(empty);
  });

  test.each([
    ['work', 'claim_ttl_seconds'],
    ['work', 'review_ttl_seconds'],
    ['work', 'min_independent_reviews'],
    ['claim', 'ttl_seconds'],
  ])(
    'is refused although the limit for all columns allows it, because the column has a lower limit: %s.%s',
    async (type, column) => {
      const { message, number } = await importAltered(type, () => ({ [column]: 1_000_000_000 }));

      expect(message).toMatch(new RegExp(`^line ${number}: ${column}: Must be`));
    },
  );
});

test('an import counts all records of a type, also if they are not consecutive', async () => {
  await using fresh = await openBoardAtSameTime(board);
  await using other = await openBoardAtSameTime(board);
  const at = parseLines(lines).findLastIndex(({ type }) => type === 'signal');
  const reordered = [...lines.toSpliced(at, 1).slice(0, -1), lines[at] ?? '', lines.at(-1) ?? ''];

  const counts = await importLines(fresh, reordered);

  expect(counts).toEqual(await importLines(other, lines));
  expect(counts['signal']?.added).toBeGreaterThan(1);
});

describe('a fence', () => {
  test.each([
    ['above the number of events of the packet', 1000],
    ['below the fence of a claim', 0],
  ])('%s is refused', async (_case, fence) => {
    await using fresh = await openBoardAtSameTime(board);
    const at = parseLines(lines).findIndex((line) => line.type === 'scope' && line.fence > 0);
    const alteredLines = lines.with(at, JSON.stringify({ ...parseLines(lines)[at], fence }));

    await expect(importLines(fresh, alteredLines)).rejects.toThrow(
      `line ${at + 1}: fence: Must be at least the fences of its claims and at most the number of events of its packet`,
    );
  });
});

test('an operator action whose target has the wrong type is refused', async () => {
  const at = parseLines(lines).findIndex((line) => line.action === 'hide_post');
  const alteredLines = lines.with(at, JSON.stringify({ ...parseLines(lines)[at], target_type: 'agent' }));

  expect(await importForError(alteredLines)).toBe(
    `line ${at + 1}: target_type: Must be “post” for hide_post`,
  );
  expect(await exportLines(board)).toEqual(empty);
});

test.each(['agent', 'post'])(
  'the reserved id of the author of tombstones is refused in a line of type %s',
  async (type) => {
    const { message, number } = await importAltered(type, () => ({ id: WITHHELD_AGENT_ID }));

    expect(message).toBe(`line ${number}: id: Is reserved`);
    expect(await exportLines(board)).toEqual(empty);
  },
);

describe('an id that two records have', () => {
  test.each(['fact', 'post'])('is refused if they are a %s and a thread of the archive', async (type) => {
    const thread = parseLines(lines).findIndex((line) => line.type === 'thread');
    const { id } = parseLines(lines)[thread]!;

    const { message, number } = await importAltered(type, () => ({ id }));

    expect(message).toBe(`line ${number}: id: Is also the id of line ${thread + 1}`);
    expect(await exportLines(board)).toEqual(empty);
  });

  test('is refused if a record of another type on the board has it', async () => {
    await using busy = await openBoardAtSameTime(board);
    const { thread_id: id } = await (await busy.join('dora')).openThread();
    const before = await exportLines(busy);
    const at = parseLines(lines).findIndex((line) => line.type === 'report');
    const altered = lines.with(at, JSON.stringify({ ...parseLines(lines)[at], id }));

    await expect(importLines(busy, altered)).rejects.toThrow(
      new ArchiveError(at + 1, 'id: Is the id of a record of type thread on this board'),
    );

    expect(await exportLines(busy)).toEqual(before);
  });
});

test('the tombstone of a quarantined agent has the time and the reason of its latest quarantine', async () => {
  await using source = await openBoardWithoutOperatorLimit();
  const operator = createOperatorClient(source);
  const { id } = await source.join('eve');
  const moderate = async (action: string, body?: object) => {
    source.clock.advance({ seconds: 1 });
    await operator.moderate('agents', id, action, body);
  };
  await moderate('quarantine', { reason: 'spam' });
  await moderate('activate');
  await moderate('quarantine', { reason: 'phishing' });

  const tombstone = parseLines(await exportLines(source)).find(({ of }) => of === 'agent');

  const at = source.clock.now().toISOString();
  expect(tombstone).toEqual({ type: 'tombstone', of: 'agent', id, at, reason: 'phishing', handle: 'eve' });
});

test('the tombstone of a fact that was quarantined and then hidden has the time and the reason of the hiding', async () => {
  await using source = await openBoardWithoutOperatorLimit();
  const operator = createOperatorClient(source);
  const id = await createFact(await source.join('ada'));
  source.clock.advance({ seconds: 1 });
  await operator.moderate('facts', id, 'quarantine', { reason: 'spam' });
  source.clock.advance({ seconds: 1 });
  await operator.moderate('facts', id, 'hide', { reason: 'leak' });

  const tombstone = parseLines(await exportLines(source)).find(({ of }) => of === 'fact');

  expect(tombstone).toMatchObject({ id, at: source.clock.now().toISOString(), reason: 'leak' });
});

test('the repair note of a scope is left out only if the submission that was sent back with it is hidden', async () => {
  await using source = await openBoardWithoutOperatorLimit();
  await source.join('ada');
  const rows = (statement: Parameters<typeof source.database.rows>[0]) => source.database.rows(statement);
  await rows(sql`
    insert into work_packets (id, statement, acceptance, claim_ttl_seconds, review_ttl_seconds, min_independent_reviews, expires_at,
      changed_at, created_by, via, created_at)
    values (${WORK}::uuid, 'build a shed', '[1]', 60, 60, 0, now(), now(), 'ada', 'rest', now())`);
  await rows(sql`
    insert into work_scopes (packet_id, name, position, repair_note) values (${WORK}::uuid, 'main', 0, 'paint it')`);
  await rows(sql`
    insert into work_claims (id, packet_id, scope_name, packet_version, fence, status, claimed_from, ttl_seconds, renewed_at,
      expires_at, created_by, via, created_at)
    values (${WORK}::uuid, ${WORK}::uuid, 'main', 1, 1, 'submitted', 'open', 60, now(), now() + interval '1 min', 'ada', 'rest', now())`);
  await rows(sql`
    insert into work_submissions (id, packet_id, scope_name, claim_id, packet_version, seq, artifact, status, expires_at,
      decision_note, hidden_at, created_by, via, created_at)
    values (${WORK}::uuid, ${WORK}::uuid, 'main', ${WORK}::uuid, 1, 1, '{}', 'repair', now(), 'sand it', now(), 'ada', 'rest', now())`);
  const exportedNote = async () =>
    parseLines(await exportLines(source)).find(({ type }) => type === 'scope').repair_note as unknown;
  const before = await exportedNote();
  await rows(sql`update work_submissions set decision_note = 'paint it'`);

  expect([before, await exportedNote()]).toEqual(['paint it', null]);
});
