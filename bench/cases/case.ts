import type { Environment } from '../environment/environment.ts';
import { peersByOperation, type Peer } from './peers.ts';
import type { HttpRequest } from '../load/request.ts';
import { type OperationName, requests } from './requests.ts';
import type { Server } from '../environment/server.ts';

/** A server and the requests it gets. */
export interface Side {
  readonly server: Server;
  readonly requests: readonly HttpRequest[];
}

/** One operation: the board's side, and one side for each peer. */
export interface BenchmarkCase {
  readonly operation: OperationName;
  readonly board: Side;
  readonly peers: readonly (Side & { readonly peer: Peer })[];
}

/** Creates the requests once: the peers get the board's requests, converted. */
export function createCase(environment: Environment, operation: OperationName): BenchmarkCase {
  const boardRequests = requests[operation](environment.sample);
  return {
    operation,
    board: { server: environment.board, requests: boardRequests },
    peers: peersByOperation[operation].map((peer) => ({
      peer,
      server: environment.serverOf(peer.server),
      requests: boardRequests.map(peer.toPeerRequest),
    })),
  };
}
