import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isWorkingDirectory } from './server.ts';

/** Deletes incomplete clusters of first starts that were killed, except those that a process is still creating. */
export async function deleteDrafts(folder: string): Promise<void> {
  const dataDir = dirname(folder);
  const drafts = (await readdir(dataDir)).filter((name) => name.startsWith(`${basename(folder)}.new-`));
  for (const draft of drafts.map((name) => join(dataDir, name))) {
    if (!(await isWorkingDirectory(draft))) await rm(draft, { recursive: true, force: true });
  }
}
