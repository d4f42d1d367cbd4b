// A process of its own, because a thread is not enough: V8 makes no pause while it compiles a regular expression, and
// some take it for ever; nothing but the end of its process ends that. The judging is done in a thread all the same,
// so that the process can look at the clock meanwhile, and hears of it when the board is gone.
import { Worker } from 'node:worker_threads';
import type { Question, Verdict } from './verdict.ts';

/** Time of the processor that one question may take: on a busy machine it is no less than on an idle one. */
const CPU_MICROSECONDS = 500_000;
const LOOK_MS = 25;

const die = () => process.kill(process.pid, 'SIGKILL');

const judge = new Worker(new URL('./worker.ts', import.meta.url), {
  resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
});

let watch: NodeJS.Timeout | undefined;

process.on('message', (question: Question) => {
  const start = process.cpuUsage();
  watch = setInterval(() => {
    const { user, system } = process.cpuUsage(start);
    if (user + system > CPU_MICROSECONDS) die();
  }, LOOK_MS);
  judge.postMessage(question);
});

judge.on('message', (message: Verdict | 'ready') => {
  clearInterval(watch);
  process.send?.(message);
});

judge.on('error', die);
process.on('disconnect', die);
