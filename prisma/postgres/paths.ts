import { access, open } from 'node:fs/promises';

/** Whether something lies at the path. */
export const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Makes the names in a folder outlast a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
