import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { PositionHistory } from '../../../prisma/replicas/position-history.ts';

describe('the lag of a standby', () => {
  test('is 0 if it has replayed all that the primary has written', () => {
    const history = new PositionHistory();

    history.add(10);
    history.add(20);

    expect(history.lagOf(20)).toBe(0);
  });

  test('is the time since the primary wrote more than the standby has replayed', async () => {
    const history = new PositionHistory();
    history.add(10);
    history.add(20);
    await wait(30);
    history.add(30);

    expect(history.lagOf(10)).toBeGreaterThan(29);
    expect(history.lagOf(20)).toBeLessThan(history.lagOf(10));
  });

  test('starts again at 0 if the positions of the primary decrease', () => {
    const history = new PositionHistory();
    history.add(20);
    history.add(10);

    expect(history.lagOf(10)).toBe(0);
  });
});
