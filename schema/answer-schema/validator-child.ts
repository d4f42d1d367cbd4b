// A process of its own, because a thread is not enough: V8 does not pause while it compiles a regular expression, and
// some take forever. Only the end of the process ends that.
import process from 'node:process';
import { lockDown } from './lockdown.ts';
import { runValidation } from './run-validation.ts';
import type { ChildMessage, ValidationRequest } from './validation.ts';

const send = (message: ChildMessage, sent?: () => void) =>
  process.send?.(message, undefined, undefined, sent);

/** Milliseconds of processor time since the process started, of all its threads. */
function processorMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

process.on('message', (question: ValidationRequest) => {
  const before = processorMilliseconds();
  // Judging blocks this thread: the message that the question was taken up must have left before.
  send({ type: 'taken' }, () => {
    const verdict = runValidation(question);
    send({ type: 'verdict', verdict, milliseconds: processorMilliseconds() - before });
  });
});
process.on('disconnect', () => process.exit());

lockDown();
send({ type: 'ready', milliseconds: processorMilliseconds() });
