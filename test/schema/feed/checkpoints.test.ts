import { describe, expect, test } from 'vitest';
import {
  advanceCheckpoints,
  MAX_COMMIT_DELAY_MS,
  type Checkpoint,
  startPosition,
} from '../../../schema/feed/checkpoints.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const at = (seconds: number) => new Date(NOW + seconds * 1000).toISOString();
const checkpoint = (seconds: number, takenAt = NOW, snapshot = '10:10:'): Checkpoint => ({
  at: at(seconds),
  id: 'a',
  snapshot,
  takenAt,
});

describe('advanceCheckpoints', () => {
  test('returns one checkpoint at the furthest position after the last page', () => {
    const checkpoints = advanceCheckpoints([checkpoint(0), checkpoint(-20)], {
      last: checkpoint(-5),
      hasMore: false,
      xids: ['19'],
      snapshot: '20:20:',
      takenAt: NOW,
    });

    expect(checkpoints).toEqual([checkpoint(0, NOW, '20:20:')]);
  });

  test('keeps checkpoints beyond the last row of a full page', () => {
    const checkpoints = advanceCheckpoints([checkpoint(0)], {
      last: checkpoint(-5),
      hasMore: true,
      xids: ['19'],
      snapshot: '20:20:',
      takenAt: NOW,
    });

    expect(checkpoints).toEqual([checkpoint(0), checkpoint(-5, NOW, '20:20:')]);
  });

  test('drops checkpoints before the last row of a full page', () => {
    const checkpoints = advanceCheckpoints([checkpoint(0)], {
      last: checkpoint(5),
      hasMore: true,
      xids: ['19'],
      snapshot: '20:20:',
      takenAt: NOW,
    });

    expect(checkpoints).toEqual([checkpoint(5, NOW, '20:20:')]);
  });

  test('keeps the newest four checkpoints', () => {
    const steps = [0, -1, -2, -3, -4].map((seconds) => ({ last: checkpoint(seconds), hasMore: true }));

    const checkpoints = steps.reduce<Checkpoint[]>(
      (before, step) =>
        advanceCheckpoints(before, { ...step, xids: ['9'], snapshot: '10:10:', takenAt: NOW }),
      [],
    );

    expect(checkpoints).toEqual([checkpoint(-1), checkpoint(-2), checkpoint(-3), checkpoint(-4)]);
  });

  test('returns none while nothing has been delivered and there is more', () => {
    const page = { last: null, hasMore: true, xids: [], snapshot: '20:20:', takenAt: NOW };

    expect(advanceCheckpoints([], page)).toEqual([]);
  });

  test.each([
    ['no row', null],
    ['a row of an hour before', checkpoint(-3600)],
  ])('moves to the position before which no more rows can be committed, after %s', (_name, last) => {
    const page = { last, hasMore: false, xids: last ? ['19'] : [], snapshot: '20:20:', takenAt: NOW };

    const checkpoints = advanceCheckpoints([], page);

    expect(checkpoints.map((each) => each.at)).toEqual([at(-MAX_COMMIT_DELAY_MS / 1000)]);
    expect(startPosition(checkpoints).at).toBe(at(-MAX_COMMIT_DELAY_MS / 1000));
  });

  test('moves no further than the last row after a page of a standby without a primary, which may lack older rows', () => {
    const page = { hasMore: false, xids: [], snapshot: '20:20:', takenAt: NOW, isPartial: true };
    const [earlier, last] = [checkpoint(-300, NOW - 300_000), checkpoint(-200)];

    expect(advanceCheckpoints([], { ...page, last: null })).toEqual([]);
    expect(advanceCheckpoints([], { ...page, last })).toEqual([{ ...last, snapshot: '1:1:' }]);
    const after = advanceCheckpoints([earlier], { ...page, last });
    expect(startPosition(after).at).toBe(startPosition([earlier]).at);
  });

  test('names at most a hundred running transactions and treats all later transactions as running', () => {
    const running = Array.from({ length: 300 }, (_, i) => 1000 + 2 * i);
    const snapshot = `1000:9999:${running.join(',')}`;

    const page = { last: checkpoint(0), hasMore: false, xids: ['9998'], snapshot, takenAt: NOW };

    expect(advanceCheckpoints([], page)[0]?.snapshot).toBe(`1000:1200:${running.slice(0, 100).join(',')}`);
  });

  test('returns a snapshot without the transactions after the last one with a row: a database may assign later ids again after a crash', () => {
    const page = { last: checkpoint(0), hasMore: false, snapshot: '15:20:15,18', takenAt: NOW };

    const [first] = advanceCheckpoints([], { ...page, xids: ['12', '16'] });
    const [second] = advanceCheckpoints([first as Checkpoint], { ...page, last: null, xids: [] });

    expect(first?.snapshot).toBe('15:17:15');
    expect(second?.snapshot).toBe('15:17:15');
  });
});

describe('startPosition', () => {
  test('is the beginning without checkpoints', () => {
    expect(startPosition([]).at).toBe('-infinity');
  });

  test('lies the maximum commit delay before the oldest snapshot', () => {
    expect(startPosition([checkpoint(0, NOW), checkpoint(-5, NOW + 1000)]).at).toBe(
      at(-MAX_COMMIT_DELAY_MS / 1000),
    );
  });

  test('is the furthest checkpoint if that lies more than the maximum commit delay before the oldest snapshot: no late row precedes it', () => {
    expect(startPosition([checkpoint(-3600)])).toMatchObject({ at: at(-3600), id: 'a' });
  });
});
