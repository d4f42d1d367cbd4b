import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';

/** The `host` by which clients reach a cluster's socket. */
export interface SocketHost {
  readonly host: string;
  close(): void;
}

const longestPath = 107;

/**
 * The server binds its socket by a relative name, which is always short; a client has to name the whole path. One
 * that the system would not take is replaced by this process's own handle on the folder.
 */
export function openSocketHost(folder: string): SocketHost {
  if (Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= longestPath)
    return { host: folder, close: () => undefined };
  if (process.platform !== 'linux')
    throw new Error(`${folder} is too long a path for a socket; set DATA_DIR`);
  const handle = openSync(folder, 'r');
  return { host: `/proc/self/fd/${handle}`, close: () => closeSync(handle) };
}
