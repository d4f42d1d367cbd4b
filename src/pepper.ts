import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openDataFolder } from '../prisma/postgres/data-folder.ts';

export const MIN_PEPPER_LENGTH = 32;

/** The data folder has the pepper of another board. */
export class OtherPepperError extends Error {
  override name = 'OtherPepperError';
}

/** Returns the pepper in an existing file. Returns '' if the path is a folder, or a pipe, which could not be read to its end. */
export const readPepper = (file: string): string =>
  statSync(file).isFile() ? readFileSync(file, 'utf8').trim() : '';

/** Returns the pepper of an embedded board, which the first start creates. Throws if the pepper is lost or damaged. */
export function readOrCreatePepper(dataDir: string): string {
  const folder = resolve(dataDir);
  openDataFolder(folder);
  const file = join(folder, 'pepper');
  if (!existsSync(file)) createPepper(folder, file);
  const pepper = readPepper(file);
  if (pepper.length < MIN_PEPPER_LENGTH)
    throw new Error(`DATA_DIR ${folder} contains a damaged pepper: restore the file from a backup`);
  return pepper;
}

function createPepper(folder: string, file: string): void {
  if (existsSync(join(folder, 'postgres'))) {
    throw new Error(
      `DATA_DIR ${folder} contains a database but no pepper: set KEY_PEPPER to the one that the database was used with`,
    );
  }
  writePepper(file, randomBytes(32).toString('base64url'));
}

/** Writes a temporary file and links it, so that the pepper is complete or absent even if a start is killed. */
function writePepper(file: string, pepper: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, pepper, { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(draft);
  }
}

/** Stores the pepper of a backup, unless it is already stored. Throws OtherPepperError if the data folder has another pepper. */
export function storePepper(dataDir: string, pepper: string): void {
  const file = join(resolve(dataDir), 'pepper');
  assertNoOtherPepper(dataDir, pepper);
  if (!existsSync(file)) writePepper(file, pepper);
}

/** Throws OtherPepperError if the data folder has another pepper. */
export function assertNoOtherPepper(dataDir: string, pepper: string): void {
  const file = join(resolve(dataDir), 'pepper');
  if (!existsSync(file) || readPepper(file) === pepper) return;
  throw new OtherPepperError(
    `DATA_DIR ${dataDir} has the pepper of another board: restore into an empty folder`,
  );
}
