import { spawnSync } from 'node:child_process';

/** PGBOUNCER, or Debian's package, whose program is not in the PATH of every user; null if there is none. */
export const findPgbouncer = (): string | null =>
  [process.env['PGBOUNCER'] ?? 'pgbouncer', '/usr/sbin/pgbouncer'].find(
    (program) => spawnSync(program, ['--version']).status === 0,
  ) ?? null;
