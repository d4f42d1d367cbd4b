import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const shipped = join(import.meta.dirname, '../../../prisma/migrations');

/** Copies the shipped migrations into a temporary folder, and adds migrations by name. */
export async function openMigrations(added: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'agent-board-migrations-'));
  await cp(shipped, folder, { recursive: true });
  for (const [name, text] of Object.entries(added)) {
    await mkdir(join(folder, name), { recursive: true });
    await writeFile(join(folder, name, 'migration.sql'), text);
  }
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}
