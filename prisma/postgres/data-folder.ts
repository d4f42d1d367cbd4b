import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';

/**
 * Makes the board's own folder, or closes it to others. One that is open and holds other things is not closed to
 * those who may use them: it was surely not meant.
 */
export function openDataFolder(home: string): void {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  if ((statSync(home).mode & 0o077) === 0) return;
  const entries = readdirSync(home);
  if (entries.length > 0 && !entries.includes('postgres')) {
    throw new Error(
      `DATA_DIR ${home} is open to others and holds other things: give the board its own folder`,
    );
  }
  chmodSync(home, 0o700);
}
