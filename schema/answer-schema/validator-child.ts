// Main module of the child process. A worker thread is not enough: V8 cannot interrupt the compilation of a regular
// expression, and some never end. Only killing the process stops it.
import process from 'node:process';
import { lockDown } from './lockdown.ts';
import { runValidation } from './run-validation.ts';
import type { ChildMessage, ValidationRequest } from './validation.ts';

const send = (message: ChildMessage, onSent?: () => void) =>
  process.send?.(message, undefined, undefined, onSent);

/** Processor time of all threads since the process started, in milliseconds. */
function processorMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

process.on('message', (request: ValidationRequest) => {
  const before = processorMilliseconds();
  // Validation blocks this thread, so wait until the first message has been sent.
  send({ type: 'started' }, () => {
    const result = runValidation(request);
    send({ type: 'result', result, milliseconds: processorMilliseconds() - before });
  });
});
process.on('disconnect', () => process.exit());

/** Validates some answers, so that the first validation of a caller takes no longer than later ones. */
function warmUp(): void {
  const schema = {
    type: 'object',
    required: ['a'],
    properties: { a: { type: ['integer', 'null'], minimum: 1 } },
  };
  for (const body of ['{"a":1}', '{"a":0}', '"x"']) runValidation({ schema: JSON.stringify(schema), body });
}

lockDown();
warmUp();
send({ type: 'ready', milliseconds: processorMilliseconds() });
