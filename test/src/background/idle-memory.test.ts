// When an idle process returns its memory, with simulated timers and measurements and with real ones.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { repository } from '../../support/docs/source.ts';

const run = promisify(execFile);

const MODULE = JSON.stringify(join(repository, 'src/background/idle-memory.ts'));

const execute = async (script: string): Promise<unknown> => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script]);
  return JSON.parse(stdout);
};

/** Runs the checks. A check that collects garbage measures the memory twice: before and after the collection. */
const SCRIPT = `
  import { syncBuiltinESMExports } from 'node:module';
  import { mock } from 'node:test';
  let [now, processorTime, bytes, measurements] = [0, 0, 0, 0];
  performance.now = () => now;
  process.cpuUsage = ({ user = 0, system = 0 } = {}) =>
    ({ user: processorTime / 4 - user, system: (processorTime * 3) / 4 - system });
  process.memoryUsage.rss = () => ((measurements += 1), bytes);
  syncBuiltinESMExports();
  const { releaseMemoryWhenIdle } = await import(${MODULE});
  mock.timers.enable({ apis: ['setInterval'] });
  const { stop } = releaseMemoryWhenIdle();
  const MIB = 1024 * 1024;
  const collections = [];
  let checks = 0;
  /** Runs checks. Before each, the process uses a share of a processor for five seconds, and its memory grows. */
  function check(count, { share = 0.24, growth = 64 * MIB } = {}) {
    for (let i = 0; i < count; i++) {
      [now, processorTime, bytes] = [now + 5000, processorTime + share * 5_000_000, bytes + growth];
      measurements = 0;
      mock.timers.tick(5000);
      checks += 1;
      if (measurements === 2) collections.push(checks);
    }
  }
  const collectionsOf = (run) => {
    [collections.length, checks] = [0, 0];
    run();
    return [...collections];
  };
  const results = {
    idle: collectionsOf(() => check(220)),
    busy: collectionsOf(() => check(20, { share: 0.26 })),
    afterBusy: collectionsOf(() => check(20)),
    interrupted: collectionsOf(() => {
      check(5);
      check(1, { share: 0.26 });
      check(6);
    }),
    small: collectionsOf(() => {
      check(1, { share: 0.26, growth: 0 });
      check(8, { growth: 1 });
      check(1, { growth: 64 * MIB - 9 });
      check(1, { growth: 1 });
    }),
  };
  stop();
  results.stopped = collectionsOf(() => check(100));
  process.stdout.write(JSON.stringify(results));
`;

test('memory that has grown is returned after six idle checks, then after twice as many each time up to sixty, and after six again once the process was busy', async () => {
  expect(await execute(SCRIPT)).toEqual({
    idle: [6, 18, 42, 90, 150, 210],
    busy: [],
    afterBusy: [6, 18],
    interrupted: [12],
    small: [11],
    stopped: [],
  });
});

test('a process that is idle after its start returns unused heap to the operating system', async () => {
  const { before, after } = (await execute(`
    import { getHeapSpaceStatistics } from 'node:v8';
    import { releaseMemoryWhenIdle } from ${MODULE};
    const sizeOfNewSpace = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size;
    let objects = Array.from({ length: 400_000 }, (_, i) => ({ i, list: [i] }));
    const before = sizeOfNewSpace();
    releaseMemoryWhenIdle(50);
    const timer = setInterval(() => {
      if (sizeOfNewSpace() >= before) return;
      clearInterval(timer);
      process.stdout.write(JSON.stringify({ before, after: sizeOfNewSpace() }));
      objects = null;
    }, 10);
  `)) as { readonly before: number; readonly after: number };

  expect(after).toBeLessThan(before / 4);
});

test('a process that is idle after a burst returns the memory of the burst, each time', async () => {
  const bursts = await execute(`
    import { memoryUsage } from 'node:process';
    import { releaseMemoryWhenIdle } from ${MODULE};
    releaseMemoryWhenIdle(50);
    let bursts = 0;
    let buffers = [];
    const timer = setInterval(() => {
      if (memoryUsage().arrayBuffers > 64_000_000) return;
      if (bursts === 3) {
        clearInterval(timer);
        process.stdout.write(JSON.stringify(bursts));
        return;
      }
      bursts += 1;
      for (let i = 0; i < 160; i++) buffers.push(Buffer.alloc(1_000_000, 1));
      buffers = [];
    }, 10);
  `);

  expect(bursts).toBe(3);
});
