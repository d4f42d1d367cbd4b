// Rolling restarts, in which workers are replaced one after the other.
import { setImmediate, setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { RollingRestarts } from '../../../src/workers/rolling-restarts.ts';
import type { WorkerSlot } from '../../../src/workers/worker-slot.ts';
import type { TestWorker } from '../../support/processes/test-worker.ts';
import { openSupervisor, POLL } from './test-supervisor.ts';

const BEGUN = 'the workers are restarted';
const DONE = 'the workers have been restarted';
const ENDED = 'the restart has ended early: the remaining workers are not replaced';

describe('a rolling restart', () => {
  test('closes a worker only when its successor serves', async () => {
    const { supervisor, forked, control } = openSupervisor(2);
    await supervisor.start();
    control.onFork = () => undefined;
    const positions = () => supervisor.serving.map((worker) => forked.indexOf(worker as TestWorker));

    supervisor.restart();
    await setImmediate();
    const duringStart = positions();
    control.onFork = (worker) => worker.serve();
    forked[2]?.serve();

    expect(duringStart).toEqual([0, 1]);
    await expect.poll(positions).toEqual([2, 3]);
  });

  test('lets the old worker finish its requests when its successor serves', async () => {
    const { supervisor, forked, changes } = openSupervisor(1);
    await supervisor.start();
    forked[0]!.isHung = true;

    supervisor.restart();
    await expect.poll(() => changes.at(-1), POLL).toEqual([1]);
    const during = supervisor.active;
    forked[0]!.end('closed');
    await setImmediate();

    expect([during, supervisor.active]).toEqual([[forked[1], forked[0]], [forked[1]]]);
    expect(changes).toEqual([[0], [0, 1], [1]]);
  });

  test('immediately replaces a new worker that ends while the old worker finishes its requests', async () => {
    const { supervisor, forked, changes } = openSupervisor(1);
    await supervisor.start();
    forked[0]!.isHung = true;

    supervisor.restart();
    await expect.poll(() => changes.at(-1), POLL).toEqual([1]);
    forked[1]!.end('exit code 1');

    await expect.poll(() => changes.at(-1), POLL).toEqual([2]);
    expect(supervisor.active.map((worker) => forked.indexOf(worker as TestWorker))).toEqual([2, 0]);
    forked[0]!.end('closed');
  });

  test('ends at the first new worker that cannot be started, and leaves the old workers', async () => {
    const { supervisor, forked, control } = openSupervisor(2);
    await supervisor.start();
    control.onFork = (worker) => {
      control.onFork = (next) => next.serve();
      worker.end('exit code 1');
    };

    supervisor.restart();

    await expect.poll(() => forked.length, POLL).toBe(3);
    await setTimeout(20);
    expect(forked).toHaveLength(3);
    expect(supervisor.serving).toEqual(forked.slice(0, 2));
  });

  test('starts one worker in place of a worker that ends meanwhile', async () => {
    const { supervisor, forked, control } = openSupervisor(1);
    await supervisor.start();
    control.onFork = () => undefined;

    supervisor.restart();
    forked[0]?.end('killed by SIGKILL');
    await setImmediate();
    forked[1]?.serve();

    await expect.poll(() => supervisor.serving, POLL).toEqual([forked[1]]);
    expect(forked).toHaveLength(2);
  });

  test('is followed by the restart that was requested meanwhile', async () => {
    const { supervisor, forked } = openSupervisor(1);
    await supervisor.start();

    supervisor.restart();
    supervisor.restart();

    await expect.poll(() => forked.length, POLL).toBe(3);
  });
});

test('a worker that is still starting when the workers are stopped is not reported as failed', async () => {
  const { supervisor, forked, control, errors } = openSupervisor(1);
  await supervisor.start();
  control.onFork = () => undefined;

  supervisor.restart();
  await expect.poll(() => forked.length, POLL).toBe(2);
  await supervisor.stop();
  await setImmediate();

  expect([errors, supervisor.active, forked.length]).toEqual([[], [], 2]);
});

describe('the restart of two workers', () => {
  test.each<[string, { starts: number; results: boolean[]; stopAfter?: number }, unknown[]]>([
    ['restarts both', { starts: 1, results: [true, true] }, [BEGUN, 1, 2, DONE]],
    [
      'runs at most once more, however often it is requested meanwhile',
      { starts: 4, results: [true, true] },
      [BEGUN, 1, 2, DONE, BEGUN, 1, 2, DONE],
    ],
    ['ends when the first one fails', { starts: 1, results: [false, true] }, [BEGUN, 1, ENDED]],
    ['ends when the last one fails', { starts: 1, results: [true, false] }, [BEGUN, 1, 2, ENDED]],
    ['does not begin while the workers are stopped', { starts: 2, results: [], stopAfter: 0 }, []],
    ['ends when the workers are stopped', { starts: 1, results: [true], stopAfter: 1 }, [BEGUN, 1]],
    [
      'ends without an error if a worker fails because the workers are stopped',
      { starts: 1, results: [false], stopAfter: 1 },
      [BEGUN, 1],
    ],
  ])('%s', async (_name, { starts, results, stopAfter }, expected) => {
    const steps: unknown[] = [];
    let restarted = 0;
    const slots = [1, 2].map((number) => ({
      restart: () => {
        restarted += 1;
        steps.push(number);
        return Promise.resolve(results[number - 1] ?? true);
      },
    }));
    const restarts = new RollingRestarts({
      slots: () => slots as unknown as readonly WorkerSlot[],
      isStopping: () => restarted === stopAfter,
      log: {
        info: (text: unknown) => void steps.push(text),
        error: (text: unknown) => void steps.push(text),
      },
    });

    for (let i = 0; i < starts; i++) restarts.start();
    await setImmediate();

    expect(steps).toEqual(expected);
  });
});
