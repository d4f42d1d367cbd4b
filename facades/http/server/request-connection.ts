import type { Connection } from '../../../schema/contract.ts';

/** The part of a request's state that holds its admission slot. */
interface AdmittedRequest {
  readonly peer: { readonly ended?: Promise<unknown> };
  /** Releases the admission slot. */
  release: () => void;
}

/** A body and what is parsed from it stay in memory while the request waits. */
const MAX_BODY_BYTES_OF_WAIT = 8 * 1024;

/**
 * Returns the connection of a request; null if it has none. While at least one part of the request is paused, its admission
 * slot is free. A request that has waited is completed also if `admit` finds no slot; a stream then ends. After the end of the connection nothing
 * is admitted.
 */
export function createConnection(
  request: AdmittedRequest,
  { bodyBytes, admit }: { readonly bodyBytes: number; readonly admit: () => (() => void) | null },
): Connection | null {
  const { ended } = request.peer;
  if (!ended) return null;
  const listeners = new Set<() => void>();
  let isEnded = false;
  let pauses = 0;
  void ended.then(() => {
    isEnded = true;
    for (const listener of listeners) listener();
  });
  // No getter: an object literal with a getter would keep the request in memory until a full garbage collection
  // (docs/decisions/0035-no-getters-in-object-literals.md).
  const connection = {
    isAdmitted: true,
    mayWait: bodyBytes <= MAX_BODY_BYTES_OF_WAIT,
    onEnd: (listener: () => void) => {
      if (isEnded) listener();
      else listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    pause: () => {
      if (pauses === 0) request.release();
      pauses += 1;
      return () => {
        pauses -= 1;
        if (pauses > 0 || isEnded) return;
        const release = admit();
        connection.isAdmitted = release !== null;
        request.release = release ?? (() => undefined);
      };
    },
  };
  return connection;
}
