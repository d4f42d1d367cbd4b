import { spawnSync } from 'node:child_process';

/** The command of PgBouncer: PGBOUNCER or `pgbouncer`, else the path in Debian, which not every PATH has. Null if none runs. */
export const findPgbouncer = (): string | null =>
  [process.env['PGBOUNCER'] ?? 'pgbouncer', '/usr/sbin/pgbouncer'].find(
    (program) => spawnSync(program, ['--version']).status === 0,
  ) ?? null;
