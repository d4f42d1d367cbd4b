import { setImmediate, setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { TestWorker } from '../../support/processes/test-worker.ts';
import { numbersOf, openSupervisor, POLL } from './test-supervisor.ts';

describe('the primary process', () => {
  test('replaces a worker that has ended by a new worker with the same number', async () => {
    const { supervisor, forked } = openSupervisor(2);
    await supervisor.start();

    forked[0]?.end('killed by SIGKILL');

    await expect.poll(() => forked.length, POLL).toBe(3);
    await expect.poll(() => numbersOf(supervisor.serving), POLL).toEqual([1, 2]);
  });

  test('kills and replaces only a worker that no longer answers', async () => {
    const { supervisor, forked } = openSupervisor(2, 1);
    await supervisor.start();
    const [hung, other] = forked as [TestWorker, TestWorker];

    hung.isHung = true;

    expect(await hung.ended).toBe('killed');
    await expect.poll(() => numbersOf(supervisor.serving), POLL).toEqual([1, 2]);
    expect(supervisor.serving).toContain(other);
    await supervisor.stop();
  });

  test('kills no worker after it was suspended for longer than a worker may take to answer', async () => {
    const { supervisor, forked } = openSupervisor(1, 1);
    await supervisor.start();

    // Simulates a suspended process: the clock continues, and no timer runs.
    const until = performance.now() + 50;
    while (performance.now() < until);
    await setTimeout(20);

    expect(supervisor.serving).toEqual(forked);
    await supervisor.stop();
  });

  test('reports why a worker could not be started', async () => {
    const { supervisor, forked, changes, control } = openSupervisor(2);
    control.onFork = (worker) => worker.end('PORT: address already in use');

    await expect(supervisor.start()).rejects.toThrow('PORT: address already in use');
    expect([changes, forked.length]).toEqual([[], 2]);
  });

  test('gives up after five failed starts in a row if no worker serves', async () => {
    const { supervisor, forked, failures, control } = openSupervisor(1);
    await supervisor.start();
    control.onFork = (worker) => worker.end('exit code 1');

    forked[0]?.end('exit code 1');

    await expect
      .poll(() => failures, POLL)
      .toEqual(['workers cannot be kept running: 5 starts in a row have failed, and no worker serves']);
    // The worker that ended soon after its start is the first of the five.
    expect(forked).toHaveLength(5);
  });

  test('tries again if the process of a worker cannot be created', async () => {
    const { supervisor, forked, errors, control } = openSupervisor(1);
    await supervisor.start();
    control.onFork = () => {
      control.onFork = (worker) => worker.serve();
      throw new Error('spawn ENOMEM');
    };

    forked[0]?.end('killed by SIGKILL');

    await expect.poll(() => forked.length, POLL).toBe(3);
    await expect.poll(() => numbersOf(supervisor.serving), POLL).toEqual([1]);
    expect(errors).toEqual(['a worker has ended: it is replaced', 'a worker could not be started']);
  });

  test('tries again without end while another worker serves', async () => {
    const { supervisor, forked, failures, control } = openSupervisor(2);
    await supervisor.start();
    control.onFork = (worker) => (forked.length < 12 ? worker.end('exit code 1') : worker.serve());

    forked[0]?.end('exit code 1');

    await expect.poll(() => numbersOf(supervisor.serving), POLL).toEqual([1, 2]);
    expect([forked.length, failures]).toEqual([12, []]);
  });
});

test('workers that serve are closed and those that start are killed when the board stops', async () => {
  const { supervisor, forked, errors, control } = openSupervisor(1);
  await supervisor.start();
  control.onFork = () => undefined;
  supervisor.restart();
  await setImmediate();

  const reasons = Promise.all(forked.map(({ ended }) => ended));
  await supervisor.stop();

  expect([await reasons, errors]).toEqual([['closed', 'killed'], []]);
});
