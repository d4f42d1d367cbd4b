import { access, open } from 'node:fs/promises';

/** Whether the path exists. */
export const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Flushes a folder to disk, so that renames in it survive a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
