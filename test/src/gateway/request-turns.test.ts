import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { RequestTurns } from '../../../src/gateway/load/request-turns.ts';

let nowMs: number;
let turns: RequestTurns;
/** The regions of the requests that have begun. */
let begun: string[];
beforeEach(() => {
  [nowMs, begun] = [0, []];
  turns = new RequestTurns(() => nowMs);
});

/** Waits for its turn, then works for 20 ms. Returns whether the request may run. */
async function request(region: string): Promise<boolean> {
  const mayRun = (await turns.wait(region)) ?? true;
  begun.push(region);
  await Promise.resolve();
  nowMs += 20;
  return mayRun;
}

/** Starts requests one after the other. Each ends before the next arrives, unless it waits for a later iteration. */
async function arrive(...regions: string[]): Promise<void> {
  for (const region of regions) {
    void request(region);
    await new Promise<void>((resolve) => {
      process.nextTick(resolve);
    });
  }
}

describe('an iteration of the event loop', () => {
  test('begins requests until they have worked for 50 ms', async () => {
    await arrive('a', 'a', 'a', 'a', 'a', 'a', 'a');
    const counts = [begun.length];
    for (let i = 0; i < 3; i++) {
      await setImmediate();
      counts.push(begun.length);
    }

    expect(counts).toEqual([3, 6, 7, 7]);
  });

  test('begins fewer requests if it or the previous iteration has accepted a connection', async () => {
    turns.onConnection();
    await arrive('a', 'a', 'a', 'a', 'a', 'a', 'a', 'a');
    const counts = [begun.length];
    for (let i = 0; i < 4; i++) {
      await setImmediate();
      counts.push(begun.length);
    }

    expect(counts).toEqual([1, 2, 5, 8, 8]);
  });

  test('begins one request even if it works for more than 50 ms', async () => {
    const long = async () => {
      await turns.wait('a');
      begun.push('a');
      nowMs += 100;
    };
    const counts: number[] = [];
    for (let i = 0; i < 3; i++) {
      void long();
      await new Promise<void>((resolve) => {
        process.nextTick(resolve);
      });
      counts.push(begun.length);
    }
    for (let i = 0; i < 2; i++) {
      await setImmediate();
      counts.push(begun.length);
    }

    expect(counts).toEqual([1, 1, 1, 2, 3]);
  });

  test('takes the regions of waiting requests in turn, before requests that arrive later', async () => {
    await arrive('a', 'a', 'a', 'a', 'a', 'a', 'b');
    await setImmediate();
    await arrive('c');

    await expect.poll(() => begun).toEqual(['a', 'a', 'a', 'a', 'b', 'a', 'a', 'c']);
  });
});

test('a request that arrives while other requests wait takes its turn among them, even if the iteration has time left', async () => {
  await arrive('a', 'a', 'a');
  // Runs at the beginning of the next iteration, before the requests that wait then.
  void setImmediate().then(() => request('c'));
  await arrive('a', 'a');

  await expect.poll(() => begun).toEqual(['a', 'a', 'a', 'a', 'c', 'a']);
});

test('a request that has waited for more than two seconds may not run', async () => {
  await arrive('a', 'a', 'a');
  const waiting = request('a');
  nowMs += 2001;

  expect(await waiting).toBe(false);
  expect(await request('a')).toBe(true);
});

describe('health checks', () => {
  const HEALTH_CHECKS = 30;

  /** Runs a health check of this region: at once, or when its turn comes. */
  async function check(region: string): Promise<void> {
    await turns.waitForHealthCheck(region);
    begun.push(region);
  }

  test('run at once while they are few, also while requests wait', async () => {
    await arrive('a', 'a', 'a', 'a');
    void check('b');
    await Promise.resolve();

    expect(begun).toEqual(['a', 'a', 'a', 'b']);
    await expect.poll(() => begun).toHaveLength(5);
  });

  test('wait for turns if one iteration has many of them, and the next iteration has a few at once again', async () => {
    turns.onConnection();
    await arrive('a', 'a');
    for (let i = 0; i < HEALTH_CHECKS; i++) void check('b');
    await Promise.resolve();
    const atOnce = begun.length;
    await setImmediate();
    void check('c');
    await Promise.resolve();

    expect(atOnce).toBe(1 + 20);
    expect(begun).toContain('c');
    await expect.poll(() => begun).toHaveLength(2 + HEALTH_CHECKS + 1);
  });
});
