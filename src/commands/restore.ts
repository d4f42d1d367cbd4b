import { type FileHandle, open } from 'node:fs/promises';
import type { BackupManifest, BackupMessage } from '../../prisma/backup/message.ts';
import { toSingleLine } from '../../facades/http/codec/single-line.ts';
import { loadDatabase } from '../../prisma/backup/load.ts';
import { readPassphrase } from '../backup/passphrase.ts';
import { createProgress } from '../backup/progress.ts';
import { BackupFileError, openBackup } from '../backup/read-backup.ts';
import { verifyBackup } from '../backup/verify-backup.ts';
import { type Config, readConfig } from '../config.ts';
import { assertNoOtherPepper, storePepper } from '../pepper.ts';
import { openConnection, openForCommand, RECOVERING, rethrowAsStoreError } from '../store.ts';
import { CommandError, InterruptedError, printLine, printStatus, type Terminal } from './command.ts';
import { limitHeapGrowth } from './limit-heap-growth.ts';

/** Maximum characters of the line with the names of tables and sequences that are not restored. */
const MAX_NAMES_LENGTH = 500;

/** Printed after the commit. Indexes of later migrations can take minutes. */
const ALL_ROWS_RESTORED =
  'all rows are restored; later migrations follow (if they are interrupted, the board applies them when it starts)';

interface Options {
  readonly passphraseFile?: string;
  /** Print the pepper of the backup, and restore nothing. */
  readonly showPepper?: boolean;
}

/** Verifies the backup in `file`, then restores it into an empty database. Throws CommandError if the backup fails verification. */
export async function restore(terminal: Terminal, file: string, options: Options): Promise<void> {
  const { passphraseFile } = options;
  const passphrase = passphraseFile === undefined ? undefined : readPassphrase(passphraseFile);
  const handle = await openFile(file);
  try {
    const readMessages = await openBackup(handle, passphrase);
    const progress = await createFileProgress(handle, terminal);
    const { manifest, tables, rows } = await verifyBackup(readMessages(progress('verified')));
    if (options.showPepper === true) {
      printLine(terminal, manifest.pepper);
      return;
    }
    const { takenAt, postgres } = manifest;
    printStatus(terminal, `backup of ${takenAt} (PostgreSQL ${postgres}): ${tables} tables, ${rows} rows`);
    limitHeapGrowth();
    await load({ terminal, manifest, messages: readMessages(progress('restored')) });
    printStatus(terminal, 'restored');
  } catch (error) {
    throw error instanceof BackupFileError
      ? new CommandError(`${file} ${error.message}`, { cause: error })
      : error;
  } finally {
    await handle.close();
  }
}

async function openFile(file: string): Promise<FileHandle> {
  const handle = await open(file).catch((error: unknown) => {
    throw new CommandError((error as Error).message, { cause: error });
  });
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new CommandError(`${file} is no regular file: a backup is read twice`);
}

/** Returns a function that starts a progress report, in percent, for one pass over the file. */
async function createFileProgress(handle: FileHandle, terminal: Terminal) {
  const { size } = await handle.stat();
  return (verb: string) => {
    const report = createProgress(terminal);
    return (position: number) => report(() => `${verb} ${Math.floor((position / size) * 100)} %`);
  };
}

async function load({
  terminal,
  manifest: { pepper },
  messages,
}: {
  readonly terminal: Terminal;
  readonly manifest: BackupManifest;
  readonly messages: AsyncGenerator<BackupMessage, void>;
}): Promise<void> {
  const config = readTargetConfig(terminal.env, pepper);
  const storesPepper = !config.DATABASE_URL && !terminal.env['KEY_PEPPER'];
  const { embedded, connection, variable } = await openConnection(config, openForCommand, () =>
    printStatus(terminal, RECOVERING),
  );
  try {
    const loading = loadDatabase(connection, messages, {
      beforeCommit: () => {
        if (storesPepper) storePepper(config.DATA_DIR, pepper);
      },
      afterCommit: () => printStatus(terminal, ALL_ROWS_RESTORED),
    });
    const omitted = await Promise.race([loading, terminal.interrupted]);
    if (omitted.length > 0) printStatus(terminal, describeOmitted(omitted));
  } catch (error) {
    if (error instanceof BackupFileError || error instanceof InterruptedError) throw error;
    rethrowAsStoreError(variable)(error);
  } finally {
    await embedded?.close();
  }
}

/** The names are from the backup: their control characters must not reach the terminal. */
const describeOmitted = (names: readonly string[]): string =>
  toSingleLine(`not restored, because a board does not have them: ${names.join(', ')}`, MAX_NAMES_LENGTH);

/**
 * Reads the configuration with the pepper of the backup, so that no pepper is created. Throws CommandError if KEY_PEPPER is another
 * pepper, OtherPepperError if DATA_DIR has another pepper.
 */
function readTargetConfig(env: Terminal['env'], pepper: string): Config {
  const config = readConfig({ ...env, KEY_PEPPER: env['KEY_PEPPER'] || pepper });
  if (config.KEY_PEPPER !== pepper)
    throw new CommandError('KEY_PEPPER is not the pepper of the backup, which restore --show-pepper prints');
  if (!config.DATABASE_URL) assertNoOtherPepper(config.DATA_DIR, pepper);
  return config;
}
