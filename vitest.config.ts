import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { findChromium } from './demo/screenshots/chromium.ts';

/** Programs that are not npm packages. If one is missing, the tests that need it are excluded. */
const missing = [
  {
    name: 'Redis',
    tests: 'test/redis/**',
    isInstalled: spawnSync('redis-server', ['--version']).status === 0,
  },
  { name: 'Chromium', tests: 'test/browser/**', isInstalled: findChromium() !== null },
].filter(({ isInstalled }) => !isInstalled);

for (const { name } of missing) process.stderr.write(`${name} not found: its tests are excluded\n`);

export default defineConfig({
  resolve: {
    // Vitest would otherwise load graphql twice, as an ES module and as CommonJS.
    alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }],
  },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: missing.map(({ tests }) => tests),
    globalSetup: ['test/support/global-setup.ts'],
    // One more than processors: tests wait for the database and the browser.
    maxWorkers: 3,
    // Modules are loaded once per worker, not once per file: tests share no state but what they open themselves.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
