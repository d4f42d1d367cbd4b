// On SIGINT or SIGTERM the benchmark closes its servers and its database, which would otherwise keep running.
let isStopping = false;

/** Makes `throwIfStopped` throw after SIGINT or SIGTERM. */
export function listenForStop(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (isStopping = true));
}

/** Throws after SIGINT or SIGTERM, so that the callers' `using` declarations close everything. */
export function throwIfStopped(): void {
  if (isStopping) throw new Error('stopped');
}
