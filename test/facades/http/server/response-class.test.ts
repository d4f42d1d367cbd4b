import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../../..');

test('a response that is sent later is recognized, also if a listener was the first to use the server’s package', () => {
  const script = `
    const NodeResponse = Response;
    const { listen } = await import('./facades/http/server/listen.ts');
    const listener = await listen(() => new Response(), { host: '127.0.0.1', port: 0 });
    const { RESPONSE_ALREADY_SENT } = await import('@hono/node-server/utils/response');
    console.log(Response !== NodeResponse, RESPONSE_ALREADY_SENT.constructor === NodeResponse);
    await listener.close(0);`;

  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: root,
    timeout: 30_000,
  });

  expect(output.toString()).toBe('true true\n');
});
