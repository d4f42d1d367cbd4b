// Told to stop, the bench stops what it started: servers, and the database’s, which would outlive it.

let isTold = false;

export function listenForStop(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (isTold = true));
}

/** Throws once the bench was told to stop, so that everything on the way is closed. */
export function throwIfStopped(): void {
  if (isTold) throw new Error('stopped');
}
