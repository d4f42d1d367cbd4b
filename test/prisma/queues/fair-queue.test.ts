import { describe, expect, test, vi } from 'vitest';
import { BusyError } from '../../../prisma/client.ts';
import { FairQueue } from '../../../prisma/queues/fair-queue.ts';

/**
 * Opens a queue. `run` adds work of a caller, named after the caller by default, and resolves to the outcome of the work. `started`
 * has the names of the work that has started. `endAll` ends running work until all `runs` have settled.
 */
function openQueue(bounds: Partial<ConstructorParameters<typeof FairQueue>[0]> = {}) {
  const queue = new FairQueue({ maxRunning: 2, maxWaiting: 8, maxWaitMs: 60_000, ...bounds });
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const run = (caller: string, name = caller, records?: readonly string[]) =>
    queue
      .run(
        caller,
        () => {
          started.push(name);
          return new Promise<void>((resolve) => ends.push(resolve));
        },
        records,
      )
      .then(
        () => 'done',
        (error: unknown) => (error instanceof BusyError ? 'busy' : 'failed'),
      );
  const endAll = async (runs: readonly Promise<string>[]) => {
    const timer = setInterval(() => ends.splice(0).forEach((end) => end()), 1);
    return Promise.all(runs).finally(() => clearInterval(timer));
  };
  return { queue, run, started, endAll };
}

const repeat = <Value>(count: number, create: () => Value) => Array.from({ length: count }, create);

describe('a fair queue', () => {
  test('runs at most maxRunning work items and keeps one slot for other callers', async () => {
    const { run, started, endAll } = openQueue({ maxRunning: 4 });

    const flood = repeat(5, () => run('flood'));
    await Promise.resolve();
    const others = [run('other'), run('late')];
    await Promise.resolve();

    expect(started).toEqual(['flood', 'flood', 'flood', 'other']);
    expect(await endAll([...flood, ...others])).toEqual(repeat(7, () => 'done'));
  });

  test('runs at most maxRunningPerCaller work items of one caller', async () => {
    const { queue, run, started, endAll } = openQueue({ maxRunning: 8, maxRunningPerCaller: 4 });

    const flood = repeat(6, () => run('flood'));
    const other = run('other');
    await Promise.resolve();

    expect(started).toEqual(['flood', 'flood', 'flood', 'flood', 'other']);
    expect(await endAll([...flood, other])).toEqual(repeat(7, () => 'done'));
    expect([queue.running, queue.callers]).toEqual([0, 0]);
  });

  test('shared by number serves callers with less earlier work first, and callers with equal work in turn', async () => {
    const { run, started, endAll } = openQueue({ maxRunning: 1, sharedBy: 'number' });

    await endAll(['often', 'often', 'often'].map((caller) => run(caller)));
    await endAll(['other', 'often', 'often', 'new', 'other', 'seldom'].map((caller) => run(caller)));

    expect(started.slice(3)).toEqual(['other', 'new', 'seldom', 'other', 'often', 'often']);
  });

  test('shared by time gives callers equal time, however long their work takes', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const queue = new FairQueue({ maxRunning: 1, maxWaiting: 20, maxWaitMs: 60_000, sharedBy: 'time' });
    const started: string[] = [];
    const run = (caller: string, ms: number) =>
      queue.run(caller, () => {
        started.push(caller);
        vi.advanceTimersByTime(ms);
        return Promise.resolve();
      });

    await Promise.all([...repeat(3, () => run('slow', 3)), ...repeat(8, () => run('quick', 1))]).finally(() =>
      vi.useRealTimers(),
    );

    const round = ['slow', 'quick', 'quick', 'quick'];
    expect(started).toEqual([...round, ...round, 'slow', 'quick', 'quick']);
  });

  test('alternates between the waiting callers', async () => {
    const { run, started, endAll } = openQueue();

    const runs = [...repeat(4, () => run('a')), ...repeat(3, () => run('b'))];
    await endAll(runs);

    expect(started.slice(0, 6)).toEqual(['a', 'b', 'a', 'b', 'a', 'b']);
    expect(started).toHaveLength(7);
  });

  test('serves the callers in turn: a new caller comes after those that wait', async () => {
    const { run, started, endAll } = openQueue({ maxRunning: 1 });
    const runs = [run('x'), run('a', 'a1'), run('a', 'a2'), run('b', 'b1'), run('b', 'b2')];
    const late: Promise<string>[] = [];
    void runs[1]?.then(() => late.push(run('c', 'c1')));

    await endAll(runs);
    await endAll(late);

    expect(started).toEqual(['x', 'a1', 'b1', 'a2', 'b2', 'c1']);
  });

  test('shared by number also counts work that has waited', async () => {
    const { run, started, endAll } = openQueue({ maxRunning: 1, sharedBy: 'number' });
    await endAll(['few', 'many', 'many', 'many'].map((caller) => run(caller)));

    await endAll(['other', 'many', 'few'].map((caller) => run(caller)));

    expect(started.slice(4)).toEqual(['other', 'few', 'many']);
  });

  test('shared by number gives a new caller no advantage for the work that others had done before it came', async () => {
    const { run, started, endAll } = openQueue({ maxRunning: 1, sharedBy: 'number' });
    for (let i = 0; i < 3; i++) await endAll([run('old')]);

    await endAll(['old', 'old', 'old', 'new', 'new', 'new'].map((caller) => run(caller)));

    expect(started.slice(3)).toEqual(['old', 'new', 'old', 'new', 'old', 'new']);
  });

  test('runs no work that locks a record while other work locks this record, but runs later work meanwhile', async () => {
    const { run, started, endAll } = openQueue({ maxRunning: 4 });
    const runs = [
      run('a', 'a1', ['r']),
      run('b', 'b1', ['r', 's']),
      run('b', 'b2', ['s']),
      run('c', 'c1', []),
    ];
    await Promise.resolve();
    const before = [...started];

    expect(await endAll(runs)).toEqual(repeat(4, () => 'done'));
    expect([before, started]).toEqual([
      ['a1', 'b2', 'c1'],
      ['a1', 'b2', 'c1', 'b1'],
    ]);
  });

  test('starts no waiting work that locks a record when work ends that does not lock this record', async () => {
    const { queue, run, started, endAll } = openQueue({ maxRunning: 4 });
    const { promise, resolve } = Promise.withResolvers<null>();
    const locking = queue.run('a', () => promise, ['r']);
    const [waiting, other] = [run('b', 'b1', ['r']), run('c', 'c1', [])];

    await endAll([other]);
    const before = [...started];
    resolve(null);
    await endAll([waiting]);

    expect([before, started, await locking]).toEqual([['c1'], ['c1', 'b1'], null]);
  });

  test('refuses more work of a caller whose work fills half of the queue', async () => {
    const { run, endAll } = openQueue();

    const flood = repeat(10, () => run('flood'));
    const others = repeat(3, () => run('other'));

    const outcomes = await endAll(flood);
    expect(outcomes.filter((outcome) => outcome === 'busy')).toHaveLength(5);
    expect(await endAll(others)).toEqual(repeat(3, () => 'done'));
  });

  test('that is full gives each caller its share of the waiting places', async () => {
    const { run, endAll } = openQueue({ maxRunning: 1, maxWaiting: 6 });

    const runs = ['a', 'b', 'c'].map((caller) => repeat(10, () => run(caller)));
    const outcomes = await Promise.all(runs.map(endAll));

    // The first work of `a` ran at once, without a waiting place.
    const done = outcomes.map((each) => each.filter((outcome) => outcome === 'done').length);
    expect(done).toEqual([3, 2, 2]);
  });

  test('that is full refuses the newest work of the caller with the most waiting work', async () => {
    const { run, endAll } = openQueue({ maxRunning: 1, maxWaiting: 4 });
    const first = run('first');
    const most = [run('most'), run('most')];
    const others = [run('a'), run('b'), run('c')];

    expect(await endAll([first, ...most, ...others])).toEqual([
      'done',
      'done',
      'busy',
      'done',
      'done',
      'done',
    ]);
  });

  test('that is full refuses the newest work of the first of the callers with the most waiting work', async () => {
    const { run, endAll } = openQueue({ maxRunning: 1, maxWaiting: 7 });
    const first = run('first');
    const waiting = ['a', 'a', 'a', 'b', 'b', 'b', 'c'].map((caller) => run(caller));

    const outcomes = await endAll([first, ...waiting, run('d')]);

    expect(outcomes.map((outcome, i) => (outcome === 'busy' ? i : -1)).filter((i) => i >= 0)).toEqual([3]);
  });

  test('stores no caller whose only work it has refused', async () => {
    const { queue, run, endAll } = openQueue({ maxRunning: 1, maxWaiting: 1 });
    const runs = [run('a'), run('b')];

    expect(await run('c')).toBe('busy');
    expect(queue.callers).toBe(2);
    await endAll(runs);
    expect(queue.callers).toBe(0);
  });

  test('refuses work that waits longer than maxWaitMs, and forgets its caller', async () => {
    const { queue, run, endAll } = openQueue({ maxRunning: 1, maxWaitMs: 20 });
    const first = run('a');

    expect([await run('b'), queue.callers, queue.waiting]).toEqual(['busy', 1, 0]);
    expect(await endAll([first, run('b')])).toEqual(['done', 'done']);
  });

  test('does not give up work that has started, however long it takes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { queue, run, started, endAll } = openQueue({ maxRunning: 1 });
    const [first, second] = [run('first'), run('second')];
    await endAll([first]);
    await vi.waitUntil(() => started.includes('second'), { timeout: 20_000 });

    await vi.advanceTimersByTimeAsync(60_001);

    expect([queue.waiting, queue.running]).toEqual([0, 1]);
    vi.useRealTimers();
    expect(await endAll([second])).toEqual(['done']);
  });

  test('continues after work that fails', async () => {
    const { queue, run, endAll } = openQueue({ maxRunning: 1 });
    await expect(queue.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');

    expect(await endAll([run('a')])).toEqual(['done']);
  });
});
