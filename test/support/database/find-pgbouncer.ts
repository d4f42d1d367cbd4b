import { spawnSync } from 'node:child_process';

/**
 * The command of PgBouncer: $PGBOUNCER (default: `pgbouncer`), otherwise its path in Debian, whose folder not every PATH has.
 * Null if neither can be run.
 */
export const findPgbouncer = (): string | null =>
  [process.env['PGBOUNCER'] ?? 'pgbouncer', '/usr/sbin/pgbouncer'].find(
    (program) => spawnSync(program, ['--version']).status === 0,
  ) ?? null;
