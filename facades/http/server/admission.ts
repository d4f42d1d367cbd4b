/** Limits the number of requests in flight. */
export interface Admission {
  /**
   * Admits a request from a client address. Returns a function that releases the slot of the request, or null if no slot is free.
   * `bodyBytes` is the maximum size of the request's body.
   */
  admit(address: string, bodyBytes: number): (() => void) | null;
  /**
   * Called for an admitted request whose body has arrived. After a bounded time, an iteration of the event loop begins no further
   * request. Returns null if the request may run at once. Otherwise resolves to true when it may run, or to false if it has waited
   * too long.
   */
  waitForTurn(address: string): Promise<boolean> | null;
  /** As `waitForTurn`, for a request that is always served (`Route.isAlwaysServed`): it resolves to true, however long it has waited. */
  waitForHealthCheckTurn?(address: string): Promise<true> | null;
  /**
   * From now on, counts the time of the main thread for the client at this address. Called before a request runs, because other
   * requests may have run while it waited for its body or its turn.
   */
  resume(address: string): void;
}

/** Limits the requests whose body is incomplete. */
export interface IncompleteBodies {
  /**
   * Counts a request of a client address until the returned function is called. May close the connections of older requests.
   * `close` closes the connection of this request.
   */
  track(address: string, close: () => void): () => void;
}
