import { type Database, sql } from '../../prisma/client.ts';
import { readLastBackup } from '../backup/last-backup.ts';
import { formatBytes } from '../backup/progress.ts';
import type { Config } from '../config.ts';
import { type Finding, ok, warn } from './finding.ts';

interface CheckOptions {
  readonly config: Config;
  readonly now: () => Date;
}

const HOUR_MS = 3_600_000;
const MAX_AGE_MS = 7 * 24 * HOUR_MS;

const MAKE_BACKUP = 'make one: agent-board backup --out FILE';

/** Checks the age of the last backup of an embedded database, or the WAL archive of a configured server. */
export const checkBackup = ({ config, now }: CheckOptions, database: Database): Finding | Promise<Finding> =>
  config.DATABASE_URL ? checkArchive(database, now()) : checkLastBackup(config, now());

function checkLastBackup({ DATA_DIR }: Config, now: Date): Finding {
  const lastBackup = readLastBackup(DATA_DIR);
  if (!lastBackup) return warn('backup', 'none has been made', MAKE_BACKUP);
  const age = now.getTime() - Date.parse(lastBackup.takenAt);
  const encryption = lastBackup.isEncrypted ? 'encrypted' : 'not encrypted';
  const place = lastBackup.file ?? 'standard output';
  const detail = `${formatAge(age)} ago, ${formatBytes(lastBackup.bytes)}, ${encryption}, to ${place}`;
  return age > MAX_AGE_MS ? warn('backup', detail, MAKE_BACKUP) : ok('backup', detail);
}

function formatAge(milliseconds: number): string {
  const hours = Math.floor(milliseconds / HOUR_MS);
  if (hours < 1) return 'less than an hour';
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

interface Archiver {
  readonly mode: string;
  readonly archivedAt: Date | null;
  readonly failedAt: Date | null;
}

async function checkArchive(database: Database, now: Date): Promise<Finding> {
  const [row] = await database.rows<Archiver>(
    sql`select current_setting('archive_mode') as mode, last_archived_time as "archivedAt",
          last_failed_time as "failedAt" from pg_stat_archiver`,
  );
  if (!row || row.mode === 'off')
    return ok('backup', 'the server archives no WAL; other backups of the server are not checked');
  const { archivedAt, failedAt } = row;
  const detail = archivedAt
    ? `the server archived WAL ${formatAge(now.getTime() - archivedAt.getTime())} ago`
    : 'the server has archived no WAL yet';
  if (failedAt === null || (archivedAt !== null && archivedAt > failedAt)) return ok('backup', detail);
  return warn('backup', `${detail}, and fails to archive more`, 'see the log of the server');
}
