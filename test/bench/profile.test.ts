import { describe, expect, test } from 'vitest';
import { cutProfile, summarizeProfile } from '../../bench/profile/summary.ts';

const frame = (functionName: string, url = '') => ({ functionName, url, lineNumber: 0 });

const profile = {
  nodes: [
    { id: 1, callFrame: frame('(root)'), children: [2, 4] },
    { id: 2, callFrame: frame('serve', 'file:///board/facades/http/router.ts'), children: [3] },
    { id: 3, callFrame: frame('execute', 'file:///board/node_modules/graphql/execute.js') },
    { id: 4, callFrame: frame('(idle)') },
  ],
  startTime: 0,
  endTime: 50,
  samples: [2, 3, 3, 4, 2],
  timeDeltas: [0, 10, 10, 10, 10],
};

describe('a profile', () => {
  test('has the self and the total share of each part of the program in the busy time', () => {
    const { busyMs, parts } = summarizeProfile(profile, '/board');

    expect(busyMs).toBeCloseTo(0.03);
    expect(parts).toEqual([
      { name: 'graphql', self: 2 / 3, total: 2 / 3 },
      { name: 'facades/http', self: 1 / 3, total: 1 },
    ]);
  });

  test('can be cut to an interval', () => {
    expect(cutProfile(profile, 15, 35).samples).toEqual([3, 4]);
  });
});
