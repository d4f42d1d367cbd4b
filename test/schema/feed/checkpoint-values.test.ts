import { describe, expect, test } from 'vitest';
import type { Checkpoint } from '../../../schema/feed/checkpoints.ts';
import {
  fromCursorValues,
  laterTime,
  readStart,
  startBeyond,
  toCursorValues,
} from '../../../schema/feed/checkpoint-values.ts';
import { NOW } from '../../../schema/values/validators.ts';

const [EARLY, LATE] = [new Date('2026-11-21T12:00:00.000Z'), new Date('2026-11-21T12:00:00.001Z')];

const checkpoint = (at: Date, id = 'a'): Checkpoint => ({
  at: at.toISOString(),
  id,
  snapshot: '10:10:',
  takenAt: at.getTime() + 10_000_000,
});

test('the later of two times is the larger time, or the only time', () => {
  expect([
    laterTime(null, null),
    laterTime(EARLY, null),
    laterTime(null, EARLY),
    laterTime(EARLY, LATE),
    laterTime(LATE, EARLY),
  ]).toEqual([null, EARLY, EARLY, LATE, LATE]);
});

test('checkpoints are equal after they were written to a cursor and read from it', () => {
  const checkpoints = [checkpoint(EARLY), checkpoint(LATE, 'b')];

  expect(fromCursorValues(toCursorValues([]))).toEqual([]);
  expect(fromCursorValues(toCursorValues(checkpoints))).toEqual(checkpoints);
});

test('a read starts at the later of its time and the start that its checkpoints give', () => {
  expect(startBeyond([checkpoint(EARLY)], null)).toMatchObject({ at: EARLY.toISOString(), id: 'a' });
  expect(startBeyond([checkpoint(EARLY)], LATE).at).toBe(LATE.toISOString());
  expect(startBeyond([checkpoint(LATE)], EARLY)).toMatchObject({ at: LATE.toISOString(), id: 'a' });
  expect(startBeyond([], EARLY).at).toBe(EARLY.toISOString());
});

describe('the start of a read', () => {
  const start = (since: Date | null | undefined, cursor: { since: Date | null } | null) => {
    const repetition = { present: undefined as Checkpoint | undefined };
    const ctx = {
      clock: { now: () => LATE },
      loaders: { loadRows: () => Promise.resolve([{ snapshot: '20:20:' }]) },
      queueKey: 'key',
      repetition,
    } as unknown as Parameters<typeof readStart>[0];
    const read = () => readStart(ctx, since, cursor && { ...cursor, checkpoints: [checkpoint(EARLY)] });
    return { read, repetition };
  };

  test.each([
    ['without a cursor', undefined, null, { since: null, checkpoints: [] }],
    ['without a cursor, after a time', EARLY, null, { since: EARLY, checkpoints: [] }],
    [
      'at a cursor and an earlier time',
      EARLY,
      { since: LATE },
      { since: LATE, checkpoints: [checkpoint(EARLY)] },
    ],
    [
      'at a cursor and a later time',
      LATE,
      { since: EARLY },
      { since: LATE, checkpoints: [checkpoint(EARLY)] },
    ],
    ['at a cursor and now', NOW, { since: EARLY }, { since: EARLY, checkpoints: [checkpoint(EARLY)] }],
  ])('%s has the expected time and checkpoints', async (_name, since, cursor, expected) => {
    expect(await start(since, cursor).read()).toEqual(expected);
  });

  test('from “now” on is the present of the first execution, which repetitions keep', async () => {
    const { read, repetition } = start(NOW, null);
    const present = { at: LATE.toISOString(), snapshot: '20:20:', takenAt: LATE.getTime() };

    const first = await read();

    expect(first).toMatchObject({ since: null, checkpoints: [present] });
    expect(repetition.present).toEqual(first.checkpoints[0]);
    repetition.present = checkpoint(EARLY);
    expect(await read()).toEqual({ since: null, checkpoints: [checkpoint(EARLY)] });
  });
});
