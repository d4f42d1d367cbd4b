import { execFileSync } from 'node:child_process';
import { cpus, release, totalmem, type as system } from 'node:os';
import { type Database, sql } from '../../prisma/client.ts';

/** Commit, hardware and versions, as lines. */
export async function describeMachine(database: Database): Promise<readonly string[]> {
  const [row] = await database.rows<{ version: string }>(
    sql`select current_setting('server_version') as version`,
  );
  const [cpu] = cpus();
  return [
    `commit ${readCommit()}`,
    `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${system()} ${release()}`,
    `Node.js ${process.versions.node}, PostgreSQL ${row?.version ?? 'unknown'}`,
  ];
}

function readCommit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8', cwd: import.meta.dirname }).trim();
  try {
    return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ', changed'}`;
  } catch {
    return 'unknown';
  }
}
