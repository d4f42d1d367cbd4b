import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openDataFolder } from '../prisma/postgres/data-folder.ts';

export const MIN_PEPPER_LENGTH = 32;

/** The pepper of an embedded board, made at its first start and kept beside its database. */
export function readOrCreatePepper(dataDir: string): string {
  const home = resolve(dataDir);
  openDataFolder(home);
  const file = join(home, 'pepper');
  if (!existsSync(file)) makePepper(home, file);
  const pepper = readFileSync(file, 'utf8').trim();
  if (pepper.length < MIN_PEPPER_LENGTH)
    throw new Error(`DATA_DIR ${home} has a pepper that is damaged: put back the one of a backup`);
  return pepper;
}

/** Whole under its name or not there at all, whenever the start is killed and whoever else is starting. */
function makePepper(home: string, file: string): void {
  if (existsSync(join(home, 'postgres'))) {
    throw new Error(
      `DATA_DIR ${home} holds a database without its pepper: set KEY_PEPPER to the one it was used with`,
    );
  }
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(draft);
  }
}
