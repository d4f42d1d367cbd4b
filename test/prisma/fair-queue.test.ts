import { describe, expect, test } from 'vitest';
import { BusyError } from '../../prisma/client.ts';
import { FairQueue } from '../../prisma/fair-queue.ts';

/** A queue whose work ends when a test says so, and the names of those whose work has begun. */
function openQueue(bounds: Partial<ConstructorParameters<typeof FairQueue>[0]> = {}) {
  const queue = new FairQueue({ maxRunning: 2, maxWaiting: 8, maxWaitMs: 60_000, ...bounds });
  const begun: string[] = [];
  const endings: (() => void)[] = [];
  const run = (caller: string) =>
    queue
      .run(caller, () => {
        begun.push(caller);
        return new Promise<void>((resolve) => endings.push(resolve));
      })
      .then(
        () => 'done',
        (error: unknown) => (error instanceof BusyError ? 'busy' : 'failed'),
      );
  const endAll = async (runs: readonly Promise<string>[]) => {
    const ending = setInterval(() => endings.splice(0).forEach((end) => end()), 1);
    return Promise.all(runs).finally(() => clearInterval(ending));
  };
  return { queue, run, begun, endAll };
}

const times = <Value>(count: number, make: () => Value) => Array.from({ length: count }, make);

describe('a fair queue', () => {
  test('runs no more than its bound at one time, and leaves one place to others than one caller', async () => {
    const { run, begun, endAll } = openQueue({ maxRunning: 4 });

    const flood = times(5, () => run('flood'));
    await Promise.resolve();
    const other = run('other');
    await Promise.resolve();

    expect(begun).toEqual(['flood', 'flood', 'flood', 'other']);
    expect(await endAll([...flood, other])).toEqual(times(6, () => 'done'));
  });

  test('runs no more of one caller than its bound', async () => {
    const { run, begun, endAll } = openQueue({ maxRunning: 8, maxRunningPerCaller: 4 });

    const flood = times(6, () => run('flood'));
    const other = run('other');
    await Promise.resolve();

    expect(begun).toEqual(['flood', 'flood', 'flood', 'flood', 'other']);
    expect(await endAll([...flood, other])).toEqual(times(7, () => 'done'));
  });

  test('gives callers that wait their turns, one after the other', async () => {
    const { run, begun, endAll } = openQueue();

    const runs = [...times(4, () => run('a')), ...times(3, () => run('b'))];
    await endAll(runs);

    expect(begun.slice(0, 6)).toEqual(['a', 'b', 'a', 'b', 'a', 'b']);
    expect(begun).toHaveLength(7);
  });

  test('refuses a caller that fills half of the room for those that wait, and nobody else', async () => {
    const { run, endAll } = openQueue();

    const flood = times(10, () => run('flood'));
    const others = times(3, () => run('other'));

    const outcomes = await endAll(flood);
    expect(outcomes.filter((outcome) => outcome === 'busy')).toHaveLength(5);
    expect(await endAll(others)).toEqual(times(3, () => 'done'));
  });

  test('refuses what waits too long', async () => {
    const { run, endAll } = openQueue({ maxRunning: 1, maxWaitMs: 20 });
    const first = run('a');

    expect(await run('b')).toBe('busy');
    expect(await endAll([first, run('b')])).toEqual(['done', 'done']);
  });

  test('goes on where work fails', async () => {
    const { queue, run, endAll } = openQueue({ maxRunning: 1 });
    await expect(queue.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');

    expect(await endAll([run('a')])).toEqual(['done']);
  });
});
