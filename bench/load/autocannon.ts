import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Load, LoadResult } from './load.ts';

const program = join(import.meta.dirname, 'autocannon-process.ts');

/** In a process of its own, so that what sends is not held up by what measures. */
export async function loadWithAutocannon(load: Load): Promise<LoadResult> {
  const child = fork(program, { serialization: 'advanced' });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`autocannon ended with ${String(code)}`);
  });
  const told = once(child, 'message').then(([outcome]) => outcome as LoadResult);
  child.send(load);
  try {
    return await Promise.race([told, ended]);
  } finally {
    ended.catch(() => undefined);
    child.kill();
  }
}
