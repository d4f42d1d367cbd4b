import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects all objects that nothing refers to, so that a `WeakRef` shows what is kept. */
export async function collectGarbage(): Promise<void> {
  // The target of a WeakRef is kept until the end of the iteration of the event loop that has created or read the reference.
  await setImmediate();
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
