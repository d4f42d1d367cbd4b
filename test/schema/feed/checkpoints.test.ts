import { describe, expect, test } from 'vitest';
import {
  advanceCheckpoints,
  MAX_COMMIT_DELAY_MS,
  type Checkpoint,
  startPosition,
} from '../../../schema/feed/checkpoints.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const at = (seconds: number) => new Date(NOW + seconds * 1000).toISOString();
const mark = (seconds: number, takenAt = NOW, snapshot = '10:10:'): Checkpoint => ({
  at: at(seconds),
  id: 'a',
  snapshot,
  takenAt,
});

describe('marks', () => {
  test('are one, at the end, after a page that was read to the end', () => {
    const marks = advanceCheckpoints([mark(0), mark(-20)], {
      last: mark(-5),
      isCut: false,
      snapshot: '20:20:',
      takenAt: NOW,
    });

    expect(marks).toEqual([mark(0, NOW, '20:20:')]);
  });

  test('stay where a page was cut before them', () => {
    const marks = advanceCheckpoints([mark(0)], {
      last: mark(-5),
      isCut: true,
      snapshot: '20:20:',
      takenAt: NOW,
    });

    expect(marks).toEqual([mark(0), mark(-5, NOW, '20:20:')]);
  });

  test('are dropped where a page was cut beyond them', () => {
    const marks = advanceCheckpoints([mark(0)], {
      last: mark(5),
      isCut: true,
      snapshot: '20:20:',
      takenAt: NOW,
    });

    expect(marks).toEqual([mark(5, NOW, '20:20:')]);
  });

  test('are at most four, of which the newest stay', () => {
    const steps = [0, -1, -2, -3, -4].map((seconds) => ({ last: mark(seconds), isCut: true }));

    const marks = steps.reduce<Checkpoint[]>(
      (before, step) => advanceCheckpoints(before, { ...step, snapshot: '10:10:', takenAt: NOW }),
      [],
    );

    expect(marks).toEqual([mark(-1), mark(-2), mark(-3), mark(-4)]);
  });

  test('are none while nothing was read', () => {
    expect(advanceCheckpoints([], { last: null, isCut: false, snapshot: '20:20:', takenAt: NOW })).toEqual(
      [],
    );
  });

  test('name at most a hundred running transactions: of the others none counts as seen', () => {
    const running = Array.from({ length: 300 }, (_, i) => 1000 + 2 * i);
    const snapshot = `1000:9999:${running.join(',')}`;

    const [made] = advanceCheckpoints([], { last: mark(0), isCut: false, snapshot, takenAt: NOW });

    expect(made?.snapshot).toBe(`1000:1200:${running.slice(0, 100).join(',')}`);
  });
});

describe('reading starts', () => {
  test('from the beginning where there are no marks', () => {
    expect(startPosition([]).at).toBe('-infinity');
  });

  test('as far before the oldest snapshot as a record may be late', () => {
    expect(startPosition([mark(0, NOW), mark(-5, NOW + 1000)]).at).toBe(at(-MAX_COMMIT_DELAY_MS / 1000));
  });

  test('at the furthest mark where that lies further back still: nothing late is to come there', () => {
    expect(startPosition([mark(-3600)])).toMatchObject({ at: at(-3600), id: 'a' });
  });
});
