import type { Connection } from '../../../schema/contract.ts';

/** The part of a request's state with its admission slot. */
interface AdmittedRequest {
  readonly peer: { readonly ended?: Promise<unknown> };
  /** Releases the admission slot. */
  release: () => void;
}

/**
 * Returns the connection of a request; null if it has none. While the request is paused, its admission slot is free. A
 * request that has waited is completed also if `admit` finds no slot.
 */
export function createConnection(
  request: AdmittedRequest,
  admit: () => (() => void) | null,
): Connection | null {
  const { ended } = request.peer;
  if (!ended) return null;
  return {
    ended,
    pause: () => {
      request.release();
      return () => {
        request.release = admit() ?? (() => undefined);
      };
    },
  };
}
