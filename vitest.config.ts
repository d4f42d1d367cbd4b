import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { findChromium } from './demo/screenshots/chromium.ts';
import { findPgbouncer } from './test/support/database/find-pgbouncer.ts';

/** Missing programs that are not npm packages. The tests that need them are excluded. */
const missing = [
  {
    name: 'Redis',
    tests: 'test/redis/**',
    isInstalled: spawnSync('redis-server', ['--version']).status === 0,
  },
  { name: 'PgBouncer', tests: 'test/pooler/**', isInstalled: findPgbouncer() !== null },
  {
    name: 'Prometheus',
    tests: 'test/prometheus/**',
    isInstalled: ['prometheus', 'promtool'].every((name) => spawnSync(name, ['--version']).status === 0),
  },
  { name: 'Chromium', tests: 'test/browser/**', isInstalled: findChromium() !== null },
].filter(({ isInstalled }) => !isInstalled);

for (const { name } of missing) process.stderr.write(`${name} not found: its tests are excluded\n`);

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // The defaults exclude the tests of packages that `npm run test:mutation` installs.
    exclude: [...configDefaults.exclude, ...missing.map(({ tests }) => tests)],
    globalSetup: ['test/support/global-setup.ts'],
    // No test depends on the order of tests and files. Vitest prints the seed of a run; `--sequence.seed` repeats it.
    sequence: { shuffle: true },
    // Most objects of a test are short-lived. With more space for new objects, collecting them takes less processor time.
    execArgv: ['--max-semi-space-size=32'],
    // One more than processors: tests wait for the database and the browser.
    maxWorkers: availableParallelism() + 1,
    // Modules are loaded once per worker, not once per file. Test files do not depend on the state of modules.
    isolate: false,
    // Node runs the TypeScript as it is. Vite's module runner makes each use of an import a property access.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Starts of boards in separate processes take long on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // For `expect.poll`. On a busy machine, a second is short.
    expect: { poll: { timeout: 20_000 } },
    // A failure of a race may be seen only once: its message has 2 000 characters of each value, not 40.
    chaiConfig: { truncateThreshold: 2_000 },
  },
});
