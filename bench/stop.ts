// On SIGINT or SIGTERM the benchmark closes its servers and its database, which would otherwise keep running.

let isTold = false;

export function listenForStop(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (isTold = true));
}

/** Throws after SIGINT or SIGTERM, so that the callers' `using` declarations close everything. */
export function throwIfStopped(): void {
  if (isTold) throw new Error('stopped');
}
