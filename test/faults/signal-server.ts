import type { TestServerNode } from '../support/database/standbys.ts';

/** Sends a signal to all processes of a server. */
export async function signalServer(server: TestServerNode, signal: NodeJS.Signals): Promise<void> {
  // The server is the leader of its process group.
  process.kill(-(await server.pid()), signal);
}
