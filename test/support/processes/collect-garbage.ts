import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects all objects that nothing refers to, so that a `WeakRef` shows what is kept. */
export async function collectGarbage(): Promise<void> {
  // A WeakRef keeps its target until the end of the event loop iteration in which the reference is created or read.
  await setImmediate();
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
