import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Redis comes from the system, not from npm: where there is none, what needs it is not part of the run. */
const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

export default defineConfig({
  resolve: {
    // One realm: vitest would otherwise load graphql once as a module and once as CommonJS.
    alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }],
  },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: hasRedis ? [] : ['test/redis/**'],
    globalSetup: ['test/support/global-setup.ts'],
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
