import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';

/** The `host` option with which clients reach a cluster's socket. */
export interface SocketHost {
  readonly host: string;
  close(): void;
}

/** The longest path of a Unix domain socket on Linux, in bytes. */
const MAX_PATH_BYTES = 107;

/**
 * Returns the host for a cluster's folder. The server binds its socket under a relative path, but clients need the full
 * path. If that is too long for a socket, the host is `/proc/{pid}/fd/…`, through an open handle on the folder. Other
 * processes of the same user can use it too.
 */
export function openSocketHost(folder: string): SocketHost {
  if (Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= MAX_PATH_BYTES)
    return { host: folder, close: () => undefined };
  if (process.platform !== 'linux')
    throw new Error(`${folder} is too long a path for a socket; set DATA_DIR`);
  const handle = openSync(folder, 'r');
  return { host: `/proc/${process.pid}/fd/${handle}`, close: () => closeSync(handle) };
}
