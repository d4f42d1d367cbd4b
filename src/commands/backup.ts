import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { PoolConfig } from 'pg';
import { dumpDatabase } from '../../prisma/backup/dump.ts';
import type { BackupManifest, BackupMessage } from '../../prisma/backup/message.ts';
import { attachEmbedded } from '../../prisma/postgres/embedded.ts';
import { type LastBackup, recordBackup } from '../backup/last-backup.ts';
import { readPassphrase } from '../backup/passphrase.ts';
import { createProgress, formatBytes } from '../backup/progress.ts';
import { writeBackup } from '../backup/write-backup.ts';
import type { Config } from '../config.ts';
import { checkConfiguration } from '../doctor/configuration.ts';
import {
  assertPepper,
  type DatabaseVariable,
  openConnection,
  RECOVERING,
  rethrowAsStoreError,
} from '../store.ts';
import { CommandError, printStatus, type Terminal, UsageError } from './command.ts';
import { limitHeapGrowth } from './limit-heap-growth.ts';
import { assertReplaceable, writeToFile, writeToStdout } from './write-file.ts';

interface Options {
  readonly out?: string;
  readonly passphraseFile?: string;
  /** Folder of the PostgreSQL that runs the embedded database. */
  readonly postgres?: string;
}

/** Writes a backup of the database and the pepper to `out`, or to standard output. */
export async function backUp(terminal: Terminal, { out, passphraseFile, postgres }: Options): Promise<void> {
  if (out !== undefined) assertReplaceable(out);
  else if ('isTTY' in terminal.stdout && terminal.stdout.isTTY === true)
    throw new UsageError('--out is required: standard output is a terminal, and a backup is not text');
  const passphrase = passphraseFile === undefined ? undefined : readPassphrase(passphraseFile);
  const config = readSourceConfig(terminal.env);
  limitHeapGrowth();
  const { embedded, connection, variable } = await openConnection(
    config,
    (dataDir, options) => attachEmbedded(dataDir, { programs: postgres, ...options }),
    () => printStatus(terminal, RECOVERING),
  );
  const takenAt = terminal.now().toISOString();
  let bytes = 0;
  const dump = dumpWithPepper(connection, { pepper: config.KEY_PEPPER, takenAt });
  const messages = withProgress(explainErrors(dump, variable), terminal);
  const chunks = async function* () {
    for await (const chunk of writeBackup(messages, passphrase)) {
      bytes += chunk.length;
      yield chunk;
    }
  };
  try {
    const writing =
      out === undefined ? writeToStdout(chunks(), terminal) : writeToFile(chunks(), out, terminal);
    await Promise.race([writing, terminal.interrupted]);
  } finally {
    await embedded?.close();
  }
  const file = out === undefined ? null : resolve(out);
  if (embedded)
    recordOrWarn(terminal, config.DATA_DIR, { takenAt, bytes, file, isEncrypted: passphrase !== undefined });
  printStatus(terminal, `${formatBytes(bytes)} written`);
  if (passphrase === undefined)
    printStatus(
      terminal,
      'the backup is not encrypted and contains the pepper: keep it as secret as DATA_DIR',
    );
}

/** Throws WrongPepperError if the database was used with another pepper: a board could not start on what `restore` makes of it. */
async function* dumpWithPepper(
  connection: PoolConfig,
  manifest: Pick<BackupManifest, 'pepper' | 'takenAt'>,
): AsyncGenerator<BackupMessage, void> {
  await assertPepper(connection, manifest.pepper);
  yield* dumpDatabase(connection, manifest);
}

/** Records the backup for `doctor`. The backup is complete: a failure, as on a full disk, is only printed. */
function recordOrWarn(terminal: Terminal, dataDir: string, backup: LastBackup): void {
  try {
    recordBackup(dataDir, backup);
  } catch (error) {
    printStatus(terminal, `the backup is not recorded for doctor: ${(error as Error).message}`);
  }
}

/** Reads the configuration without creating a data folder or a pepper. Throws CommandError. */
function readSourceConfig(env: Terminal['env']): Config {
  const { finding, config, hasPepper } = checkConfiguration(env);
  if (!config) throw new CommandError(finding.detail);
  const { DATABASE_URL, DATA_DIR } = config;
  if (DATABASE_URL) return config;
  if (!existsSync(join(resolve(DATA_DIR), 'postgres')))
    throw new CommandError(`DATA_DIR ${DATA_DIR} has no database`);
  if (!hasPepper)
    throw new CommandError(`DATA_DIR ${DATA_DIR} has no pepper, or a damaged one: set KEY_PEPPER`);
  return config;
}

async function* withProgress(
  messages: AsyncIterable<BackupMessage>,
  terminal: Terminal,
): AsyncGenerator<BackupMessage, void> {
  const report = createProgress(terminal);
  let [table, bytes] = ['', 0];
  for await (const message of messages) {
    if (message.kind === 'table') table = message.name;
    if (message.kind === 'rows') bytes += message.data.length;
    if (message.kind === 'end') printStatus(terminal, `${message.tables} tables, ${message.rows} rows`);
    else if (table !== '') report(() => `reading ${table}: ${formatBytes(bytes)} so far`);
    yield message;
  }
}

/** Rethrows errors of the database, but not those of the file, as StoreError. */
async function* explainErrors(
  messages: AsyncIterable<BackupMessage>,
  variable: DatabaseVariable,
): AsyncGenerator<BackupMessage, void> {
  try {
    yield* messages;
  } catch (error) {
    rethrowAsStoreError(variable)(error);
  }
}
