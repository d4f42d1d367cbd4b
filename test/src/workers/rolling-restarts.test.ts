// Rolling restarts, in which workers are replaced one after the other.
import { setImmediate, setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { TestWorker } from '../../support/processes/test-worker.ts';
import { openSupervisor, POLL } from './test-supervisor.ts';

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
