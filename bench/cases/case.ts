import type { Arena } from '../environment/environment.ts';
import { contests, type Opponent } from './peers.ts';
import type { HttpRequest } from '../load/request.ts';
import { type OperationName, requests } from './requests.ts';
import type { Server } from '../environment/server.ts';

/** A server, and what it is asked. */
export interface Side {
  readonly server: Server;
  readonly requests: readonly HttpRequest[];
}

/** One operation: the board, and who else does the same. */
export interface Contest {
  readonly operation: OperationName;
  readonly ours: Side;
  readonly theirs: readonly (Side & { readonly opponent: Opponent })[];
}

/** What is asked is drawn once, so that everybody is asked the same. */
export function drawContest(arena: Arena, operation: OperationName): Contest {
  const drawn = requests[operation](arena.sample);
  return {
    operation,
    ours: { server: arena.board, requests: drawn },
    theirs: contests[operation].map((opponent) => ({
      opponent,
      server: arena.server(opponent.server),
      requests: drawn.map(opponent.toPeer),
    })),
  };
}
