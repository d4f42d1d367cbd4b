// Requests whose process ends by itself, as it does when compiled schemas of earlier requests have used up its memory.
import { ChildProcess } from 'node:child_process';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import {
  type AnswerSchemaValidator,
  createAnswerSchemaValidator,
} from '../../../schema/answer-schema/answer-schema-validator.ts';
import { TimeBudgets } from '../../../schema/answer-schema/time-budgets.ts';
import type { ChildMessage } from '../../../schema/answer-schema/validation.ts';
import { toNetwork, toRegion } from '../../../schema/values/networks.ts';

let validator: AnswerSchemaValidator;
let spawn: MockInstance;

beforeEach(() => {
  spawn = vi.spyOn(ChildProcess.prototype as never, 'spawn');
  validator = createAnswerSchemaValidator();
});

afterEach(() => {
  validator.close();
  spawn.mockRestore();
});

const validate = () =>
  validator.validateSchema(
    { type: 'object' },
    { handle: 'ada', network: toNetwork('10.0.0.1'), region: toRegion('10.0.0.1') },
  );

/** Ends a process, by default the first one, when the next request is sent to it. */
async function endAtNextRequest(index = 0): Promise<void> {
  await vi.waitUntil(() => spawn.mock.contexts.length > index, { interval: 1, timeout: 20_000 });
  const child = spawn.mock.contexts[index] as ChildProcess;
  child.send = () => process.kill(child.pid!, 'SIGKILL');
}

/** Returns the processor time of the start of a process, once it has started. */
async function startTimeOf(index: number): Promise<number> {
  await vi.waitUntil(() => spawn.mock.contexts.length > index, { interval: 1, timeout: 20_000 });
  const child = spawn.mock.contexts[index] as ChildProcess;
  return new Promise((resolve) =>
    child.on('message', (message: ChildMessage) => message.type === 'ready' && resolve(message.milliseconds)),
  );
}

test('a request is repeated in a new process if its process ends after earlier requests', async () => {
  await validate();
  await endAtNextRequest();

  expect(await validate()).toEqual({ valid: true, errors: [] });
});

test('a request that ends a new process is not repeated', async () => {
  const [result] = await Promise.all([validate(), endAtNextRequest()]);

  expect(result).toMatchObject({ valid: null, errors: [{ type: 'timeout' }] });
  expect(await validate()).toEqual({ valid: true, errors: [] });
});

test('a request that ends both processes is charged the start of the second one and of the next', async () => {
  await validate();
  const charge = vi.spyOn(TimeBudgets.prototype, 'charge');
  const starts = Promise.all([startTimeOf(1), startTimeOf(2)]);

  const [result] = await Promise.all([validate(), endAtNextRequest(0), endAtNextRequest(1)]);
  const [second, third] = await starts;
  await vi.waitUntil(() => charge.mock.calls.length === 2);

  expect(result).toMatchObject({ valid: null, errors: [{ type: 'timeout' }] });
  expect(charge.mock.calls.map(([, milliseconds]) => milliseconds)).toEqual([second, third]);
  charge.mockRestore();
});
