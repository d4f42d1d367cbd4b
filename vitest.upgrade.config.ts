import { defineConfig } from 'vitest/config';

/** `npm run test:upgrade`. The tests are the steps of an upgrade: they run in their order. */
export default defineConfig({
  test: {
    include: ['test/upgrade/*.upgrade.ts'],
    fileParallelism: false,
    reporters: ['verbose'],
    disableConsoleIntercept: true,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    testTimeout: 3_600_000,
    hookTimeout: 3_600_000,
  },
});
