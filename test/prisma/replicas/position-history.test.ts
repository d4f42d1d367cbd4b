import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PositionHistory } from '../../../prisma/replicas/position-history.ts';

describe('the lag of a standby', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  test('is 0 if it has replayed all that the primary has written', () => {
    const history = new PositionHistory();

    history.add(10);
    history.add(20);
    vi.advanceTimersByTime(5);

    expect(history.lagOf(20)).toBe(0);
  });

  test('is the time since the primary wrote more than the standby has replayed', () => {
    const history = new PositionHistory();
    history.add(10);
    history.add(20);
    vi.advanceTimersByTime(30);
    history.add(30);
    vi.advanceTimersByTime(5);

    expect([history.lagOf(10), history.lagOf(20)]).toEqual([35, 5]);
  });

  test('starts again at 0 if the positions of the primary decrease', () => {
    const history = new PositionHistory();
    history.add(20);
    history.add(10);
    vi.advanceTimersByTime(5);

    expect(history.lagOf(10)).toBe(0);
  });
});
