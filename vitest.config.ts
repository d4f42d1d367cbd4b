import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { findChromium } from './demo/screenshots/chromium.ts';

/** Some programs come from the system, not from npm: where one is missing, what needs it is not part of the run. */
const missing = [
  { name: 'Redis', tests: 'test/redis/**', isHere: spawnSync('redis-server', ['--version']).status === 0 },
  { name: 'Chromium', tests: 'test/browser/**', isHere: findChromium() !== null },
].filter(({ isHere }) => !isHere);

for (const { name } of missing) process.stderr.write(`no ${name}: its tests are left out\n`);

export default defineConfig({
  resolve: {
    // One realm: vitest would otherwise load graphql once as a module and once as CommonJS.
    alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }],
  },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: missing.map(({ tests }) => tests),
    globalSetup: ['test/support/global-setup.ts'],
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
