import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommandLine } from '../../../src/commands/run.ts';
import { runCli } from '../../support/processes/command-line.ts';
import { openFolder } from '../../support/processes/data-folder.ts';
import { createRecordedTerminal } from '../../support/processes/recorded-terminal.ts';

test('a backup to a terminal is refused before a database is opened', async () => {
  const { stdout, stderr, terminal } = createRecordedTerminal();
  Object.assign(terminal.stdout, { isTTY: true });

  const code = await runCommandLine(['backup'], terminal);

  expect([code, stdout, stderr]).toEqual([
    2,
    [],
    ['--out is required: standard output is a terminal, and a backup is not text\n'],
  ]);
});

test('a backup of an embedded database is refused if its pepper is missing or damaged', async () => {
  await using folder = await openFolder();
  const [DATA_DIR, out] = [folder.data, join(folder.path, 'backup')];
  await mkdir(join(DATA_DIR, 'postgres'), { recursive: true });
  const run = () => runCli(['backup', '--out', out], { DATA_DIR, KEY_PEPPER: '' });
  const results = [await run()];
  await writeFile(join(DATA_DIR, 'pepper'), 'x'.repeat(31));
  results.push(await run());

  const stderr = `DATA_DIR ${DATA_DIR} has no pepper, or a damaged one: set KEY_PEPPER\n`;
  expect(results).toEqual(Array(2).fill({ code: 1, stdout: '', stderr }));
});
