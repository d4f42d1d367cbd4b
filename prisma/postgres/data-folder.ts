import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';

/**
 * Creates the board's data folder with mode 0700, or sets that mode. Throws if the folder is accessible to other users
 * and contains files but no cluster (`postgres`): then DATA_DIR is probably a mistake.
 */
export function openDataFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if ((statSync(folder).mode & 0o077) === 0) return;
  const entries = readdirSync(folder);
  if (entries.length > 0 && !entries.includes('postgres')) {
    throw new Error(
      `DATA_DIR ${folder} is accessible to other users and contains other files: use an empty folder for the board`,
    );
  }
  chmodSync(folder, 0o700);
}
