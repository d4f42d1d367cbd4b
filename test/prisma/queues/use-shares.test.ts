import { describe, expect, test } from 'vitest';
import { comparePositions, UseShares } from '../../../prisma/queues/use-shares.ts';

/** Runs work of a caller with a cost. */
function use(shares: UseShares, caller: string, cost: number): void {
  shares.start(caller, shares.virtualTime);
  shares.charge(caller, cost);
}

describe('the position of work', () => {
  test('is before work of callers that have used more; a new caller comes before a known one that has used nothing', () => {
    const shares = new UseShares();
    use(shares, 'much', 10);
    use(shares, 'little', 2);
    use(shares, 'none', 0);

    const order = ['much', 'little', 'none', 'new'].toSorted((a, b) =>
      comparePositions(shares.positionOf(a, 0), shares.positionOf(b, 0)),
    );

    expect(order).toEqual(['new', 'none', 'little', 'much']);
  });

  test('is the finish tag of the work if its cost is known', () => {
    const shares = new UseShares();
    use(shares, 'ada', 3);

    expect([
      shares.positionOf('ada', 0, 5),
      shares.positionOf('ada', 7, 5),
      shares.positionOf('bob', 0, 5),
    ]).toEqual([
      [8, 3],
      [12, 3],
      [5, -1],
    ]);
  });

  test('of a caller that was inactive is not before the virtual time when the work arrived', () => {
    const shares = new UseShares();
    use(shares, 'rare', 1);
    for (let i = 0; i < 5; i++) use(shares, 'busy', 10);

    const arrival = shares.virtualTime;

    expect(arrival).toBe(40);
    expect(shares.positionOf('rare', arrival)).toEqual([40, 1]);
    use(shares, 'rare', 1);
    expect(shares.positionOf('rare', 0)).toEqual([41, 41]);
  });

  test('moves on by the cost of work that ends: from the tag of the caller, or from the virtual time if the caller has no tag', () => {
    const shares = new UseShares();
    for (let i = 0; i < 3; i++) use(shares, 'busy', 10);

    shares.start('late', shares.virtualTime);
    shares.charge('late', 4);
    shares.charge('never started', 4);

    expect([shares.positionOf('late', 0)[0], shares.positionOf('never started', 0)[0]]).toEqual([24, 24]);
    expect(shares.virtualTime).toBe(20);
  });
});

test('the virtual time does not go back, and the tags of the callers served longest ago are dropped beyond 5 000', () => {
  const shares = new UseShares();
  shares.start('ada', 9);
  shares.start('bob', 3);
  const virtualTime = shares.virtualTime;
  for (let i = 0; i < 4_998; i++) shares.charge(`caller ${i}`, 1);
  shares.charge('ada', 1);
  shares.charge('one more', 1);

  expect(virtualTime).toBe(9);
  expect([shares.positionOf('bob', 0)[1], shares.positionOf('ada', 0)[1]]).toEqual([-1, 10]);
});
