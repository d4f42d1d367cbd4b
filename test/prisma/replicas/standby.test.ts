// The checks and the read targets of one standby.
import { Pool } from 'pg';
import { afterEach, describe, expect, test, vi, type Mock } from 'vitest';
import { Standby } from '../../../prisma/replicas/standby.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type State = Record<string, unknown>;

/** Opens a standby with a state that a test changes. While the state is null, the server cannot be reached. */
function openStandby() {
  const server: { state: State | null } = {
    state: { position: 5, received: 6, isStandby: true, server: 'a', primary: 'one' },
  };
  const query = vi.spyOn(Pool.prototype, 'query') as unknown as Mock<() => Promise<object>>;
  query.mockImplementation(() =>
    server.state ? Promise.resolve({ rows: [{ ...server.state }] }) : Promise.reject(new Error('gone')),
  );
  const standby = new Standby({ name: 'one', connection: {}, expensive: {} }, () => ({
    rows: () => Promise.resolve([]),
  }));
  return { standby, server, query };
}

describe('a standby', () => {
  test('has no position before its first check and while it cannot be reached', async () => {
    const { standby, server } = openStandby();
    const stateOf = () => [standby.position, standby.received, standby.primary, standby.isStandby];
    const before = stateOf();
    await standby.check();
    const checked = stateOf();
    server.state = null;
    await standby.check();

    expect([before, checked, stateOf()]).toEqual([
      [-1, -1, null, true],
      [5, 6, 'one', true],
      [-1, -1, null, true],
    ]);
    await standby.close();
  });

  test('that has restarted without receiving WAL has received as much as it has replayed', async () => {
    const { standby, server } = openStandby();
    await standby.check();
    server.state = { position: 3, received: null, isStandby: true, server: 'b', primary: 'one' };
    await standby.check();

    expect([standby.position, standby.received]).toEqual([-1, 3]);
    await standby.close();
  });

  test('has its connections closed when it can no longer be reached, so that running reads fail', async () => {
    const connected: ((client: object) => void)[] = [];
    const on = vi.spyOn(Pool.prototype, 'on').mockImplementation(function (this: Pool, event, listener) {
      if (event === 'connect') connected.push(listener as (client: object) => void);
      return this;
    });
    const { standby, server } = openStandby();
    on.mockRestore();
    const destroy = vi.fn();
    for (const listener of connected) listener({ connection: { stream: { destroy } }, on: () => undefined });
    await standby.check();
    const before = destroy.mock.calls.length;
    server.state = null;

    await standby.check();
    const lost = destroy.mock.calls.length;
    await standby.check();

    // One connection of each pool for reads.
    expect([before, lost, destroy.mock.calls.length]).toEqual([0, 2, 2]);
    await standby.close();
  });

  test('shares a check among concurrent calls', async () => {
    const { standby, query } = openStandby();

    await Promise.all([standby.check(), standby.check()]);
    await standby.check();

    expect(query).toHaveBeenCalledTimes(2);
    await standby.close();
  });

  test('is checked up to five times while it has not reached a position, and once if it cannot be reached', async () => {
    const { standby, server, query } = openStandby();
    await standby.check();
    const reached = [await standby.reach(5), await standby.reach(9)];
    const checks = query.mock.calls.length;
    server.state = null;
    reached.push(await standby.reach(9));

    expect([reached, checks, query.mock.calls.length]).toEqual([[true, false, false], 6, 7]);
    await standby.close();
  });

  test('has one target for all computations, with the newest snapshot that they need, and counts the computations', async () => {
    const { standby } = openStandby();
    await standby.check();
    const first = standby.admit({ position: 3, snapshot: '3:3:' });
    const second = standby.admit({ position: 4, snapshot: '4:4:' });
    const snapshot = second.snapshot;
    const older = standby.admit({ position: 3, snapshot: '3:3:' });

    expect([first === second, first === older, snapshot, older.snapshot, standby.chosen]).toEqual([
      true,
      true,
      '4:4:',
      '4:4:',
      3,
    ]);
    await standby.close();
  });

  test.each<[string, State | null]>([
    ['cannot be reached', null],
    ['has restarted', { server: 'b' }],
    ['has the WAL of another primary', { primary: 'two' }],
    ['has a lower position', { position: 4 }],
  ])('retires its target when it %s', async (_what, change) => {
    const { standby, server } = openStandby();
    await standby.check();
    const target = standby.admit({ position: 5, snapshot: '5:5:' });
    await standby.check();
    const before = target.isRetired;
    server.state = change && { ...server.state, ...change };
    await standby.check();

    expect([before, target.isRetired]).toEqual([false, true]);
    expect(standby.admit({ position: 5, snapshot: '5:5:' })).not.toBe(target);
    await standby.close();
  });

  test('retires its target when the primary becomes unreachable and when the primary returns', async () => {
    const { standby } = openStandby();
    await standby.check();
    const [first, withoutPrimary, again] = [
      standby.admit({ position: 5, snapshot: '5:5:' }),
      standby.admit({ position: 5, snapshot: null }),
      standby.admit({ position: 5, snapshot: '5:5:' }),
    ];

    expect([first.isRetired, withoutPrimary.isRetired, again.isRetired]).toEqual([true, true, false]);
    await standby.close();
  });
});
