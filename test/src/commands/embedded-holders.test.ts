// Commands that hold the embedded database alone. A board that starts meanwhile waits for the end of a command.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommandLine } from '../../../src/commands/run.ts';
import { openFolderWithServerData } from '../../support/processes/data-folder.ts';
import { PEPPER, runCli } from '../../support/processes/command-line.ts';
import { createRecordedTerminal } from '../../support/processes/recorded-terminal.ts';
import { repository } from '../../support/docs/source.ts';

/** Runs a command. Returns the errors of other processes that try to hold its database while it writes such a text. */
async function refuseDuring(args: readonly string[], DATA_DIR: string, written: RegExp) {
  const refusals: string[] = [];
  const env = { DATA_DIR, KEY_PEPPER: PEPPER, LOG_LEVEL: 'silent' };
  const { terminal } = createRecordedTerminal((text) => {
    if (!written.test(text)) return;
    // This process waits for the other one, so the command still holds the database.
    const other = spawnSync(process.execPath, [join(repository, 'src/agent-board.js'), 'migrate'], { env });
    refusals.push(String(other.stderr));
  });
  const interrupted = new Promise<never>(() => undefined);
  const code = await runCommandLine(args, { ...terminal, env, interrupted, now: () => new Date() });
  return { code, refusals };
}

test.each<[string, (backup: string) => readonly string[], 'migrated' | 'unmigrated', RegExp]>([
  ['restore', (backup) => ['restore', backup], 'unmigrated', /^all rows are restored/],
  ['migrate', () => ['migrate'], 'migrated', /migrations applied/],
  ['seed', () => ['seed', '--posts', '1'], 'migrated', /^\d+ \w+ · /],
])('`%s` holds the embedded database as a command, not as a board', async (_name, argsFor, data, written) => {
  await using source = await openFolderWithServerData();
  await using target = await openFolderWithServerData(data);
  const backup = join(source.path, 'backup');
  await runCli(['backup', '--out', backup], { DATA_DIR: source.data });

  const { code, refusals } = await refuseDuring(argsFor(backup), target.data, written);

  expect([code, ...refusals]).toEqual([
    0,
    expect.stringContaining(`is in use by a command (pid ${process.pid})`),
  ]);
});
