import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Load, LoadResult } from './load.ts';

const program = join(import.meta.dirname, 'autocannon-process.ts');

/** Runs autocannon in a child process, so that work in the benchmark's process does not delay the requests. */
export async function loadWithAutocannon(load: Load): Promise<LoadResult> {
  const child = fork(program, { serialization: 'advanced' });
  const failure = once(child, 'exit').then(([code]) => {
    throw new Error(`autocannon ended with ${String(code)}`);
  });
  const answer = once(child, 'message').then(([result]) => result as LoadResult);
  child.send(load);
  try {
    return await Promise.race([answer, failure]);
  } finally {
    child.kill();
  }
}
