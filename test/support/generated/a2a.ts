// Requests to the A2A endpoint: messages for each skill, task methods and others.
import fc from 'fast-check';
import { unsupportedMethods, methods } from '../../../facades/a2a/methods.ts';
import { skills } from '../../../facades/a2a/skills.ts';
import * as operations from '../../../facades/documents/a2a-skills.ts';
import type { Operation, Parameter } from '../../../schema/contract.ts';
import type { Call } from './call.ts';
import { describeOperation } from './describe-operation.ts';
import { withFaults } from './values/faults.ts';
import { callerFor, withCare, idempotencyKeys } from './rest.ts';
import { anyCallOf, type RpcCall, rpcRequestsTo } from './json-rpc.ts';
import { inputOf, knownValue } from './values/values.ts';

/** The parameters of a skill’s operations, or of all operations if no operation is named after the skill. */
function parametersOf(skill: string): readonly Parameter[] {
  const all: readonly Operation[] = Object.values(operations);
  const named = all.filter(({ name }) => name.toLowerCase() === `a2a${skill}`);
  return (named.length > 0 ? named : all).flatMap((operation) => describeOperation(operation).parameters);
}

const TEXTS = new Set(['body', 'question']);
const NOT_METADATA = new Set([...TEXTS, 'client_mutation_id', 'history_length']);

type Input = Readonly<Record<string, unknown>>;

/** A message for a skill: texts in text parts, other parameters in the metadata or in a data part. */
function messageFor(skill: string): fc.Arbitrary<Input> {
  const parameters = parametersOf(skill);
  const metadata = parameters.filter(({ wireName: wire }) => !NOT_METADATA.has(wire));
  const text = parameters.filter(({ wireName: wire }) => TEXTS.has(wire)).slice(0, 1);
  return withCare((care) =>
    fc
      .record(
        {
          text: inputOf(text, care).map((input) => Object.values(input)),
          metadata: inputOf(metadata, care),
          messageId: fc.oneof(fc.uuid(), idempotencyKeys),
          inData: fc.boolean(),
          context: contexts,
        },
        { noNullPrototype: true },
      )
      .map(({ text: texts, metadata: parameterValues, messageId, inData, context }) => ({
        kind: 'message',
        role: 'user',
        messageId,
        parts: [
          ...texts.map((content) => ({ kind: 'text', text: content })),
          ...(inData ? [{ kind: 'data', data: parameterValues }] : []),
        ],
        metadata: { skill, ...(inData ? {} : parameterValues) },
        ...context,
      })),
  );
}

/** The context id and task id of a message: neither, one or both. */
const contexts: fc.Arbitrary<Input> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: knownValue('contextId').map((contextId) => ({ contextId })) },
  { weight: 1, arbitrary: knownValue('taskId').map((taskId) => ({ taskId })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(knownValue('contextId'), knownValue('id'))
      .map(([contextId, taskId]) => ({ contextId, taskId })),
  },
);

const configuration = fc.constantFrom<Input>(
  {},
  { configuration: { historyLength: 0 } },
  { configuration: { acceptedOutputModes: ['text/plain'], blocking: true } },
  { configuration: { acceptedOutputModes: ['image/png'] } },
  { configuration: { pushNotificationConfig: { url: 'https://a.test' } } },
  { metadata: { a: 1 } },
);

const send = (skill: string): fc.Arbitrary<RpcCall> =>
  fc.tuple(messageFor(skill), configuration).map(([message, options]) => ({
    method: 'message/send',
    params: { message, ...options },
  }));

const tasks = fc
  .tuple(
    fc.constantFrom(...Object.keys(methods).filter((name) => name.startsWith('tasks/'))),
    fc.oneof({ weight: 3, arbitrary: knownValue('taskId') }, { weight: 1, arbitrary: knownValue('id') }),
    fc.constantFrom<Input>({}, { historyLength: 0 }, { historyLength: 3 }, { historyLength: 2 ** 40 }),
  )
  .map(([method, id, options]): RpcCall => ({ method, params: { id, ...options } }));

const anyMethod = anyCallOf([...Object.keys(methods), ...Object.keys(unsupportedMethods)]);

const calls = fc.oneof(
  ...skills.map(({ id }) => ({ weight: 3, arbitrary: send(id) })),
  { weight: 4, arbitrary: tasks },
  { weight: 2, arbitrary: anyMethod },
);

/** One request to the A2A endpoint. */
export const a2aCalls: fc.Arbitrary<Call> = withFaults(
  rpcRequestsTo({ path: '/a2a', calls, caller: callerFor('agent'), headers: fc.constant([]) }),
);
