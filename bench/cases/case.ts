import type { Environment } from '../environment/environment.ts';
import { peersByOperation, type Peer } from './peers.ts';
import type { HttpRequest } from '../load/request.ts';
import { type OperationName, requests } from './requests.ts';
import type { Server } from '../environment/server.ts';

/** A server, and what it is asked. */
export interface Side {
  readonly server: Server;
  readonly requests: readonly HttpRequest[];
}

/** One operation: the board, and who else does the same. */
export interface BenchmarkCase {
  readonly operation: OperationName;
  readonly ours: Side;
  readonly theirs: readonly (Side & { readonly opponent: Peer })[];
}

/** What is asked is drawn once, so that everybody is asked the same. */
export function createCase(arena: Environment, operation: OperationName): BenchmarkCase {
  const drawn = requests[operation](arena.sample);
  return {
    operation,
    ours: { server: arena.board, requests: drawn },
    theirs: peersByOperation[operation].map((opponent) => ({
      opponent,
      server: arena.serverOf(opponent.server),
      requests: drawn.map(opponent.toPeer),
    })),
  };
}
