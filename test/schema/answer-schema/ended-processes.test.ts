// Requests whose process ends by itself, as it does when compiled schemas of earlier requests have used up its memory.
import { ChildProcess } from 'node:child_process';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import {
  type AnswerSchemaValidator,
  createAnswerSchemaValidator,
} from '../../../schema/answer-schema/answer-schema-validator.ts';
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

/** Ends the process when the next request is sent to it. */
async function endAtNextRequest(): Promise<void> {
  await vi.waitUntil(() => spawn.mock.contexts.length > 0, { interval: 1, timeout: 20_000 });
  const [child] = spawn.mock.contexts as ChildProcess[];
  child!.send = () => process.kill(child!.pid!, 'SIGKILL');
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
