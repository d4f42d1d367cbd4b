// Hashes of events in archives.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSnapshot } from '../../../prisma/snapshot.ts';
import { verifyHistories } from '../../../schema/work/verify-histories.ts';
import type { TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { hasIntactHistory } from '../../support/docs/history-check.ts';
import {
  type BoardWithEveryRecord,
  exportLines,
  importLines,
  openBoardAtSameTime,
  openBoardWithEveryRecord,
  parseLines,
  recomputeHashes,
} from '../../support/records/archive.ts';
import { deriveId } from '../../../schema/values/ids.ts';
import { callWorkOrThrow, createWork, readEvents } from '../../support/records/work.ts';

let source: BoardWithEveryRecord;
/** A board that imports nothing: each archive is refused. */
let target: TestBoard;
let lines: string[];
let records: Body[];

beforeAll(async () => {
  source = await openBoardWithEveryRecord();
  const { board, operator, packet } = source;
  const events = await readEvents(board, packet);
  const repaired = events.find(({ kind }) => kind === 'disposition.repair');
  await operator.moderate('submissions', repaired.submission_id, 'hide');
  lines = await exportLines(board);
  records = parseLines(lines);
  target = await openBoardAtSameTime(board);
});

afterAll(async () => {
  await source.board[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
});

const eventAt = (isWanted: (event: Body) => boolean): number =>
  records.findIndex((record) => record.type === 'event' && isWanted(record));

describe('an import refuses', () => {
  const importAltered = (at: number, change: Body) =>
    importLines(target, lines.with(at, JSON.stringify({ ...records[at], ...change })));

  test('an event that was altered', async () => {
    const at = eventAt(({ redacted }) => !redacted);

    await expect(importAltered(at, { actor: 'bob' })).rejects.toThrow(
      `line ${at + 1}: hash: Must be the hash of the event`,
    );
  });

  test('an event after one that was left out', async () => {
    const at = eventAt(({ seq }) => seq === 2);

    await expect(importLines(target, lines.toSpliced(at, 1))).rejects.toThrow(
      `line ${at + 1}: seq: Must be 2 (got 3)`,
    );
  });

  test('a redacted event whose hash was altered', async () => {
    const at = eventAt(({ redacted }) => redacted);

    await expect(importAltered(at, { hash: `sha256:${'0'.repeat(64)}` })).rejects.toThrow(
      `line ${at + 2}: prev_hash: Must be the hash of the event before`,
    );
  });

  test('an event that is marked as redacted although its record is not hidden', async () => {
    const at = eventAt(({ redacted }) => !redacted);

    await expect(importAltered(at, { redacted: true, actor: 'bob' })).rejects.toThrow(
      `line ${at + 1}: redacted: Must be false, because neither its submission nor its review is hidden`,
    );
  });

  test('an event with the id that the board will give to an expiration', async () => {
    const local = await target.join('local');
    const { work_id } = await createWork(local);
    const { expires_at } = await callWorkOrThrow(local, 'claim', { work_id, scope: 'main' });
    const at = eventAt(({ seq }) => seq === 1);
    const id = deriveId(new Date(expires_at), `${work_id} 3`);
    const altered = lines.with(at, JSON.stringify({ ...records[at], id }));

    await expect(importLines(target, recomputeHashes(altered))).rejects.toThrow(
      `line ${at + 1}: id: Must not have a time in the future`,
    );
  });

  test('a packet that names another last event', async () => {
    const at = records.findIndex(({ type }) => type === 'work');

    await expect(importAltered(at, { events_head_hash: `sha256:${'0'.repeat(64)}` })).rejects.toThrow(
      `line ${at + 1}: events_head_hash: Must be the hash of the last event`,
    );
  });
});

test('an imported history has the hashes of the archive and continues them, also with redacted events', async () => {
  const { board, packet } = source;
  const exported = await readEvents(board, packet);
  await using target = await openBoardAtSameTime(board);

  await importLines(target, lines);
  const imported = await readEvents(target, packet);
  const joined = await target.join('zoe');
  await callWorkOrThrow(joined, 'claim', { work_id: packet, scope: 'c' });

  expect(imported.map(({ hash, redacted }) => [hash, redacted])).toEqual(
    exported.map(({ hash, redacted }) => [hash, redacted]),
  );
  expect(imported.some(({ redacted }) => redacted)).toBe(true);
  const events = await readEvents(target, packet);
  expect(events).toHaveLength(exported.length + 1);
  expect(await hasIntactHistory(target, packet)).toBe(true);
  await using snapshot = await openSnapshot(target.database.connection);
  const verified = await Array.fromAsync(verifyHistories(snapshot, undefined));
  expect(verified.map(({ fault }) => fault)).toEqual(verified.map(() => null));
});
