// `doctor` while the embedded PostgreSQL recovers from its WAL.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { InterruptedError } from '../../../src/commands/command.ts';
import { checkInstallation } from '../../../src/commands/doctor.ts';
import { listenAndRefuse } from '../../support/processes/refusing-server.ts';
import { openFolderWithServerData, type TestFolder } from '../../support/processes/data-folder.ts';
import { createRecordedTerminal } from '../../support/processes/recorded-terminal.ts';

/** Runs `doctor` on an embedded database. Returns its error, its findings and what it has written to standard error. */
async function runDoctor({ data }: TestFolder, interrupted = new Promise<never>(() => undefined)) {
  const { stdout, stderr, terminal } = createRecordedTerminal();
  const env = { DATA_DIR: data };
  const error = await checkInstallation({ ...terminal, env, interrupted, now: () => new Date() }).catch(
    (thrown: unknown) => thrown,
  );
  return { error, stdout: stdout.join(''), stderr: stderr.join('') };
}

test('it says that the embedded PostgreSQL recovers, and that an interruption takes effect afterwards', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  await using folder = await openFolderWithServerData();
  const recovering = ['57P03', 'the database system is starting up'] as const;
  const server = await listenAndRefuse(join(folder.data, 'postgres'), [recovering, recovering, '28000']);
  onTestFinished(() => void server.close());
  // Time passes only with connections.
  server.on('connection', () => void vi.advanceTimersByTime(10_000));

  const { stdout, stderr } = await runDoctor(folder);

  expect(stderr).toBe(
    'waiting while the embedded PostgreSQL recovers from its WAL; an interruption takes effect afterwards\n',
  );
  expect(stdout).toMatch(/^fail +database +refused/m);
});

test('if it was interrupted meanwhile, it stops the database and ends without further findings', async () => {
  await using folder = await openFolderWithServerData();
  const interrupted = Promise.reject(new InterruptedError(130));
  interrupted.catch(() => undefined);

  const { error, stdout } = await runDoctor(folder, interrupted);

  expect(error).toEqual(new InterruptedError(130));
  expect(stdout).not.toMatch(/ database /);
  expect(existsSync(join(folder.data, 'postgres/postmaster.pid'))).toBe(false);
});
