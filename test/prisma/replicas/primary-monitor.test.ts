// The state of the primary, and the lag of its standbys.
import { Pool } from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { PositionHistory } from '../../../prisma/replicas/position-history.ts';
import { PrimaryMonitor } from '../../../prisma/replicas/primary-monitor.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type State = Record<string, unknown>;

describe('the primary', () => {
  const STATE = { position: 7, received: null, isStandby: false, server: 'a', primary: 'a' };

  /** Opens a monitor whose checks have these results, one after the other. */
  function openMonitor(...results: (State | null)[]) {
    const statements: string[] = [];
    const query = (statement: string | { text: string }) => {
      statements.push(typeof statement === 'string' ? 'save' : 'check');
      if (typeof statement === 'string') return Promise.resolve();
      const state = results.shift();
      return state ? Promise.resolve({ rows: [{ ...STATE, ...state }] }) : Promise.reject(new Error('gone'));
    };
    const reads = new Pool();
    const client = { connection: { stream: { destroy: vi.fn() } } };
    const monitor = new PrimaryMonitor({ query } as never, [reads]);
    reads.emit('connect', client);
    return { monitor, statements, closed: client.connection.stream.destroy };
  }

  test('is unreachable after a check that fails, and the connections for reads are closed once', async () => {
    const { monitor, closed } = openMonitor({}, null, null, { position: 8 });
    const states: unknown[] = [monitor.isReachable];
    for (let i = 0; i < 4; i++)
      states.push([await monitor.check(), monitor.isReachable, closed.mock.calls.length]);

    expect(states).toEqual([true, [true, true, 0], [false, false, 1], [false, false, 1], [true, true, 1]]);
    expect([monitor.server, monitor.positions.lagOf(8)]).toEqual(['a', 0]);
  });

  test('stores the time of its start if another time or none is stored, unless it is a standby', async () => {
    const { monitor, statements } = openMonitor(
      {},
      { primary: 'b' },
      { primary: null },
      { primary: 'b', isStandby: true },
    );
    for (let i = 0; i < 4; i++) await monitor.check();

    expect(statements).toEqual(['check', 'check', 'save', 'check', 'save', 'check']);
  });

  test('is reachable if it refuses to store the time of its start, as a read-only server does', async () => {
    const query = (statement: string | object) =>
      typeof statement === 'string'
        ? Promise.reject(new Error('cannot execute INSERT in a read-only transaction'))
        : Promise.resolve({ rows: [{ ...STATE, primary: 'b' }] });
    const monitor = new PrimaryMonitor({ query } as never, []);

    expect([await monitor.check(), monitor.isReachable, monitor.server]).toEqual([true, true, 'a']);
  });

  test('has returned if a check succeeds soon, and has not returned while a check gets no response', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const response = Promise.withResolvers<object>();
    const monitor = new PrimaryMonitor({ query: () => response.promise } as never, []);
    const { monitor: other } = openMonitor({});
    const early = monitor.hasReturned();
    vi.advanceTimersByTime(101);

    expect([await other.hasReturned(), await monitor.hasReturned()]).toEqual([true, false]);
    response.resolve({ rows: [STATE] });
    expect(await early).toBe(true);
  });

  test('is reachable after a commit', async () => {
    const { monitor } = openMonitor(null);
    await monitor.check();

    monitor.setReachable();

    expect(monitor.isReachable).toBe(true);
  });
});

test('the lag of a standby is measured from the first of the latest thousand positions that the standby has not replayed', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const history = new PositionHistory();
  for (let position = 1; position <= 1_001; position++) {
    history.add(position);
    vi.advanceTimersByTime(10);
    history.add(position);
  }

  expect([0, 1, 500, 1_000, 1_001].map((position) => history.lagOf(position))).toEqual([
    10_000, 10_000, 5_010, 10, 0,
  ]);
});
