// Requests between processes, and the connections and times of workers.
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Database, raw, sql } from '../../../prisma/client.ts';
import { killIfHung } from '../../../src/workers/answer-watch.ts';
import { Channel, ChannelError, type Packet } from '../../../src/workers/channel.ts';
import { divideConnections, serverSettingsFor } from '../../../src/workers/connections.ts';
import { createSingleProcess, gather } from '../../../src/workers/process-group.ts';
import { drainWorker, stopWorker } from '../../../src/workers/worker-process.ts';
import { openTestDatabase } from '../../support/database/database.ts';
import { TestWorker } from '../../support/processes/test-worker.ts';

afterEach(() => void vi.useRealTimers());

/** Two ends of a channel, and the packets that the first one has sent. */
function openChannel() {
  const packets: Packet[] = [];
  const near: Channel = new Channel((packet) => {
    packets.push(packet);
    far.receive(packet);
  });
  const far: Channel = new Channel((packet) => near.receive(packet));
  return { near, far, packets };
}

describe('a request to another process', () => {
  test('gets the result of its handler, which may be a promise, and null instead of no result', async () => {
    const { near, far } = openChannel();
    far.handle('add', (payload) => (payload as number) + 1);
    far.handle('later', (payload) => Promise.resolve([payload]));
    far.handle('none', () => undefined);
    far.handle('later none', () => Promise.resolve());

    expect(
      await Promise.all([
        near.request('add', 1),
        near.request('later'),
        near.request('none'),
        near.request('later none'),
      ]),
    ).toEqual([2, [null], null, null]);
  });

  test('is rejected with the error of its handler, or if nothing handles it', async () => {
    const { near, far } = openChannel();
    far.handle('throws', () => {
      throw new Error('at once');
    });
    far.handle('rejects', () => Promise.reject(new Error('later')));

    const outcomes = await Promise.allSettled(
      ['throws', 'rejects', 'other'].map((topic) => near.request(topic)),
    );

    expect(outcomes.map((outcome) => outcome.status === 'rejected' && (outcome.reason as Error))).toEqual([
      new ChannelError('at once'),
      new ChannelError('later'),
      new ChannelError('nothing handles other'),
    ]);
  });

  test('shares a packet with the other requests and answers of the iteration', async () => {
    const { near, far, packets } = openChannel();
    far.handle('a', () => 1);
    near.handle('b', () => 2);

    const [first, second, third] = [near.request('a', 'x'), near.request('a', 'y'), far.request('b')];
    expect(await Promise.all([first, second, third])).toEqual([1, 1, 2]);
    await near.request('a');

    expect(
      packets.map(({ requests, answers }) => [requests.map(({ id, payload }) => [id, payload]), answers]),
    ).toEqual([
      [
        [
          [1, 'x'],
          [2, 'y'],
        ],
        [],
      ],
      [[], [{ id: 1, result: 2 }]],
      [[[3, null]], []],
    ]);
  });

  test('is not sent once the channel is closed', async () => {
    const { near, packets } = openChannel();
    const request = near.request('a');
    near.close();

    await expect(request).rejects.toThrow('the other process has ended');
    await setImmediate();
    expect(packets).toEqual([]);
  });
});

describe('the answers of several processes', () => {
  test('are those that arrive in time, false ones included', async () => {
    const [first, silent, failing] = [openChannel(), openChannel(), openChannel()];
    first.far.handle('a', (payload) => payload === 7 && 0);
    silent.far.handle('a', () => new Promise(() => undefined));
    failing.far.handle('a', () => Promise.reject(new Error('no')));
    const channels = [first, silent, failing].map(({ near }) => near);

    expect(await gather(channels, 'a', 7, 50)).toEqual([0]);
  });

  test('of a board with one process are its own', async () => {
    const group = createSingleProcess();
    group.handle('a', (payload) => Promise.resolve(payload));

    expect([await group.gather('a', 5), await group.gather('a')]).toEqual([[5], [null]]);
  });
});

describe('the connections to the database', () => {
  test('of an embedded server are enough for all workers, and one more during a restart', () => {
    expect([serverSettingsFor(1), serverSettingsFor(2), serverSettingsFor(4)]).toEqual([
      {},
      { max_connections: '95' },
      { max_connections: '151' },
    ]);
  });

  test.each<[number, number, number | string]>([
    [2, 1_000, 28],
    [2, 92, 28],
    [2, 91, 27],
    [2, 29, 7],
    [2, 28, 'WORKERS: 2 workers need at least 29 database connections; the server allows 28'],
    [8, 71, 7],
    [8, 70, 'WORKERS: 8 workers need at least 71 database connections; the server allows 70'],
  ])('of each of %i workers, of %i that the server allows, are %s', async (WORKERS, allowed, expected) => {
    const database = { rows: () => Promise.resolve([{ allowed }]) } as unknown as Database;
    const divided = await divideConnections(database, { WORKERS, DATABASE_POOLER: undefined }).catch(
      (error: unknown) => (error as Error).message,
    );

    expect(divided).toBe(expected);
    expect(await divideConnections(database, { WORKERS, DATABASE_POOLER: 'transaction' })).toBe(28);
  });

  test('are bounded by the limits of the server and of the database', async () => {
    await using database = await openTestDatabase();
    const [server] = await database.rows<{ max: number }>(sql`
      select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as max`);
    const divide = () => divideConnections(database, { WORKERS: 2, DATABASE_POOLER: undefined });
    const unlimited = await divide();
    const [{ name } = { name: '' }] = await database.rows<{ name: string }>(
      sql`select quote_ident(current_database()) as name`,
    );
    await database.rows(sql`${raw(`alter database ${name} connection limit 38`)}`);

    expect([unlimited, await divide()]).toEqual([Math.min(28, Math.floor((server!.max - 8) / 3)), 10]);
  });
});

describe('a worker', () => {
  test('that answers no ping for 30 s is killed, and logged', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const logged: unknown[] = [];
    const worker = new TestWorker(3);
    const ended = vi.fn();
    void worker.ended.then(ended);
    worker.serve();
    const requests = vi.spyOn(worker.channel, 'request');
    killIfHung(worker, { error: (...line: unknown[]) => void logged.push(line) });
    vi.advanceTimersByTime(5_000);
    await setImmediate();
    worker.isHung = true;
    vi.advanceTimersByTime(30_000);
    await setImmediate();
    const before = ended.mock.calls;
    const killed = [...before];
    vi.advanceTimersByTime(5_000);
    await setImmediate();

    expect([killed, ended.mock.calls]).toEqual([[], [['killed']]]);
    // While a ping is not answered, no other one is sent.
    expect(requests.mock.calls).toEqual([['ping'], ['ping']]);
    expect(logged).toEqual([[{ worker: 3, pid: 1 }, 'a worker does not answer: it is killed']]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that has ended is pinged no more', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const worker = new TestWorker(1);
    killIfHung(worker, { error: () => undefined });
    worker.end('exit code 0');
    await setImmediate();

    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([
    ['replaced', drainWorker, { graceMs: 60_000, idleMs: 2_000 }],
    ['stopped', stopWorker, { graceMs: 7_500 }],
  ])('that is %s has time for its requests, and is killed after it', async (_what, close, times) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const worker = new TestWorker(1);
    const ended = vi.fn();
    void worker.ended.then(ended);
    const requests = vi.spyOn(worker.channel, 'request');
    worker.isHung = true;

    const closing = close(worker);
    await vi.advanceTimersByTimeAsync(times.graceMs + 1_299);
    const before = ended.mock.calls.length;
    await vi.advanceTimersByTimeAsync(1);
    await closing;

    expect([requests.mock.calls, before, ended.mock.calls]).toEqual([[['close', times]], 0, [['killed']]]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that does not serve yet is killed at once', async () => {
    const worker = new TestWorker(1);
    await stopWorker(worker);

    expect(await worker.ended).toBe('killed');
  });
});
