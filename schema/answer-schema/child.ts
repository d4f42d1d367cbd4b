// A process of its own, because a thread is not enough: V8 makes no pause while it compiles a regular expression, and
// some take it for ever; nothing but the end of its process ends that. The judging is done in a thread all the same,
// so that the process hears of it when the board is gone, and ends with it.
import { Worker } from 'node:worker_threads';
import type { Question, Verdict } from './verdict.ts';

const die = () => process.kill(process.pid, 'SIGKILL');

const judge = new Worker(new URL('./worker.ts', import.meta.url), {
  resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
});
judge.on('message', (message: Verdict | 'ready') => process.send?.(message));
judge.on('error', die);
process.on('message', (question: Question) => judge.postMessage(question));
process.on('disconnect', die);
