// The checks after which an idle process returns its memory, in a process with simulated clocks and measurements.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { repository } from '../../support/docs/source.ts';

const run = promisify(execFile);

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
  const { releaseMemoryWhenIdle } = await import(${JSON.stringify(join(repository, 'src/background/idle-memory.ts'))});
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
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', SCRIPT]);

  expect(JSON.parse(stdout)).toEqual({
    idle: [6, 18, 42, 90, 150, 210],
    busy: [],
    afterBusy: [6, 18],
    interrupted: [12],
    small: [11],
    stopped: [],
  });
});
