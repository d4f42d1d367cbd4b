// Requests to the A2A endpoint: messages for each skill, and calls of all methods.
import fc from 'fast-check';
import type { Protocol } from '../../../facades/a2a/protocol.ts';
import { protocols } from '../../../facades/a2a/protocols.ts';
import { skills } from '../../../facades/a2a/skills.ts';
import * as operations from '../../../facades/documents/a2a.ts';
import type { Operation, Parameter } from '../../../schema/contract.ts';
import type { Call } from './call.ts';
import { describeOperation } from './describe-operation.ts';
import { withFaults } from './values/faults.ts';
import { callerFor, withInputKind, idempotencyKeys } from './rest.ts';
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

/** How a version writes messages, and the parameters that only this version has. */
interface Form {
  readonly protocol: Protocol;
  readonly send: string;
  readonly message: Input;
  readonly toText: (text: unknown) => object;
  readonly toData: (data: unknown) => object;
  readonly configurations: readonly Input[];
  readonly headers: Call['headers'];
}

const FORM_03: Form = {
  protocol: protocols['0.3'],
  send: 'message/send',
  message: { kind: 'message', role: 'user' },
  toText: (text) => ({ kind: 'text', text }),
  toData: (data) => ({ kind: 'data', data }),
  configurations: [
    { configuration: { historyLength: 0 } },
    { configuration: { acceptedOutputModes: ['text/plain'], blocking: true } },
    { configuration: { acceptedOutputModes: ['image/png'] } },
    { configuration: { pushNotificationConfig: { url: 'https://a.test' } } },
    { metadata: { a: 1 } },
  ],
  headers: [],
};

const FORM_10: Form = {
  protocol: protocols['1.0'],
  send: 'SendMessage',
  message: { role: 'ROLE_USER' },
  toText: (text) => ({ text }),
  toData: (data) => ({ data, mediaType: 'application/json' }),
  configurations: [
    { configuration: { historyLength: 0, returnImmediately: true }, tenant: '' },
    { configuration: { acceptedOutputModes: ['image/png'] } },
    { configuration: { taskPushNotificationConfig: { url: 'https://a.test' } } },
    { metadata: { a: 1 } },
  ],
  headers: [['A2A-Version', '1.0']],
};

/** A message for a skill: texts in text parts, other parameters in the metadata or in a data part. */
function messageFor(skill: string, { message, toText, toData }: Form): fc.Arbitrary<Input> {
  const parameters = parametersOf(skill);
  const metadata = parameters.filter(({ wireName: wire }) => !NOT_METADATA.has(wire));
  const text = parameters.filter(({ wireName: wire }) => TEXTS.has(wire)).slice(0, 1);
  return withInputKind((kind) =>
    fc
      .record(
        {
          text: inputOf(text, kind).map((input) => Object.values(input)),
          metadata: inputOf(metadata, kind),
          messageId: fc.oneof(fc.uuid(), idempotencyKeys),
          inData: fc.boolean(),
          context: contexts,
        },
        { noNullPrototype: true },
      )
      .map(({ text: texts, metadata: parameterValues, messageId, inData, context }) => ({
        ...message,
        messageId,
        parts: [...texts.map(toText), ...(inData ? [toData(parameterValues)] : [])],
        metadata: { skill, ...(inData ? {} : parameterValues) },
        ...context,
      })),
  );
}

/** The context id and task id of a message: neither, one or both. */
const contexts: fc.Arbitrary<Input> = fc.oneof(
  { weight: 9, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: knownValue('contextId').map((contextId) => ({ contextId })) },
  { weight: 1, arbitrary: knownValue('taskId').map((taskId) => ({ taskId })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(knownValue('contextId'), knownValue('id'))
      .map(([contextId, taskId]) => ({ contextId, taskId })),
  },
);

const sendCallsOf = (skill: string, form: Form): fc.Arbitrary<RpcCall> =>
  fc
    .tuple(
      messageFor(skill, form),
      fc.oneof(
        { weight: 2, arbitrary: fc.constant<Input>({}) },
        { weight: 1, arbitrary: fc.constantFrom(...form.configurations) },
      ),
    )
    .map(([message, options]) => ({ method: form.send, params: { message, ...options } }));

/** Calls of methods that read or cancel one task. */
const taskCallsOf = ({ protocol, send: sendMethod }: Form) =>
  fc
    .tuple(
      fc.constantFrom(
        ...Object.keys(protocol.methods).filter((name) => name !== sendMethod && name !== 'ListTasks'),
      ),
      fc.oneof({ weight: 3, arbitrary: knownValue('taskId') }, { weight: 1, arbitrary: knownValue('id') }),
      fc.constantFrom<Input>({}, { historyLength: 0 }, { historyLength: 3 }, { historyLength: 2 ** 40 }),
    )
    .map(([method, id, options]): RpcCall => ({ method, params: { id, ...options } }));

const lists = fc
  .record(
    {
      contextId: fc.oneof(knownValue('contextId'), fc.constantFrom('', null)),
      status: fc.constantFrom(
        ...['WORKING', 'COMPLETED', 'CANCELED', 'FAILED', 'UNSPECIFIED', 'DANCING'].map(
          (state) => `TASK_STATE_${state}`,
        ),
      ),
      pageSize: fc.constantFrom(1, 2, 100, 0, 101, -1, 1.5, '5'),
      pageToken: fc.oneof(knownValue('nextPageToken'), fc.constantFrom('', 'made-up', 7)),
      historyLength: fc.constantFrom(0, 1, 50, 2 ** 31, -1),
      statusTimestampAfter: fc.constantFrom(
        '2026-01-01T00:00:00Z',
        '2026-01-01T00:00:00+02:00',
        'yesterday',
        '',
      ),
      includeArtifacts: fc.constantFrom(true, false, null, 'yes'),
    },
    { requiredKeys: [], noNullPrototype: true },
  )
  .map((params): RpcCall => ({ method: 'ListTasks', params }));

const callsOf = (form: Form, more: readonly fc.Arbitrary<RpcCall>[] = []): fc.Arbitrary<Call> =>
  rpcRequestsTo({
    path: '/a2a',
    calls: fc.oneof(
      ...skills.map(({ id }) => ({ weight: 3, arbitrary: sendCallsOf(id, form) })),
      { weight: 4, arbitrary: taskCallsOf(form) },
      { weight: 2, arbitrary: anyCallOf(ALL_METHODS) },
      ...more.map((arbitrary) => ({ weight: 3, arbitrary })),
    ),
    caller: callerFor('agent'),
    headers: fc.oneof(
      { weight: 19, arbitrary: fc.constant(form.headers) },
      {
        weight: 1,
        arbitrary: fc.constantFrom<Call['headers']>([['A2A-Version', '2.0']], [['A2A-Version', '']]),
      },
    ),
  });

const ALL_METHODS = Object.values(protocols).flatMap(({ methods, unsupportedMethods }) => [
  ...Object.keys(methods),
  ...Object.keys(unsupportedMethods),
]);

/** One request to the A2A endpoint. */
export const a2aCalls: fc.Arbitrary<Call> = withFaults(fc.oneof(callsOf(FORM_03), callsOf(FORM_10, [lists])));
