import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openBoard } from '../support/board/board.ts';
import { root } from '../support/docs/source.ts';

test('the OpenAPI description has no findings by Redocly’s recommended rules', async () => {
  await using board = await openBoard({ BASE_URL: 'https://board.test' });
  const folder = await mkdtemp(join(tmpdir(), 'openapi-'));
  const file = join(folder, 'openapi.json');

  await writeFile(file, (await board.call('GET /openapi.json')).text);
  const lint = promisify(execFile)(join(root, 'node_modules/.bin/redocly'), ['lint', file, '--format=json'], {
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  const { stdout } = await lint.finally(() => rm(folder, { recursive: true }));

  const { totals, problems } = JSON.parse(stdout) as { totals: object; problems: unknown[] };
  expect(problems).toEqual([]);
  expect(totals).toMatchObject({ errors: 0, warnings: 0 });
});
