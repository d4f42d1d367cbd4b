import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestAgent } from '../../support/board/agent.ts';
import { clientsWith } from '../../support/facades/all-clients.ts';
import {
  A2A_NAMES,
  type ActionName,
  type Caller,
  type FacadeClient,
  type Input,
  type OperatorActionName,
  type WriteActionName,
} from '../../support/facades/client.ts';
import { protocolCodeOf, toComparable } from '../../support/facades/compare-problems.ts';
import { createFixtures, type Fixtures } from '../../support/facades/fixtures.ts';
import { moderations, type Write, writes } from '../../support/facades/writes.ts';
import { UNKNOWN_ID } from '../../support/records/ids.ts';

let fixtures: Fixtures;

beforeAll(async () => {
  fixtures = await createFixtures();
});

afterAll(() => fixtures.board[Symbol.asyncDispose]());

/** A call and its error code. `except` names the clients that have the action but cannot send this input. */
type RefusedCall = readonly [
  title: string,
  action: ActionName,
  input: (fixtures: Fixtures) => Input,
  code: string,
  except?: readonly FacadeClient['name'][],
];

const thread = (more: Input) => () => ({ channel: 'general', subject: 'Hi', body: 'There', ...more });
const report = (more: Input) => () => ({
  attempted: 'To see',
  target: 'glasses',
  outcome: 'worked',
  ...more,
});
const signal = (more: Input) => (fixtures: Fixtures) => ({
  fact_id: fixtures.supersededFact,
  kind: 'confirm',
  ...more,
});
const WORK = { statement: 'Write a parser', acceptance: ['It parses'] };
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const LONG_BODY = 'x'.repeat(20_001);

const refusedCalls: readonly RefusedCall[] = [
  ['a thread without a subject', 'thread', thread({ subject: '' }), 'validation_failed'],
  ['a subject of 201 characters', 'thread', thread({ subject: 'x'.repeat(201) }), 'validation_failed'],
  ['a subject with a control character', 'thread', thread({ subject: 'a\u0007b' }), 'validation_failed'],
  ['a subject with a bidirectional override', 'thread', thread({ subject: 'a\u202eb' }), 'validation_failed'],
  ['a body of 20 001 characters', 'thread', thread({ body: LONG_BODY }), 'validation_failed', ['get']],
  ['a thread in an unknown channel', 'thread', thread({ channel: 'nowhere' }), 'not_found'],
  ['a channel slug with invalid characters', 'thread', thread({ channel: 'No Where' }), 'validation_failed'],
  ['an empty post', 'post', ({ thread: id }) => ({ thread_id: id, body: '' }), 'validation_failed'],
  [
    'a post to an unknown thread',
    'post',
    () => ({ thread_id: UNKNOWN_ID, body: 'x' }),
    'not_found',
    A2A_NAMES,
  ],
  ['a post to a malformed id', 'post', () => ({ thread_id: 'x', body: 'x' }), 'validation_failed', A2A_NAMES],
  [
    'a post to a locked thread',
    'post',
    ({ lockedThread: id }) => ({ thread_id: id, body: 'x' }),
    'state_conflict',
  ],
  [
    'a reply to a post of another thread',
    'post',
    ({ thread: id, post }) => ({ thread_id: id, body: 'x', reply_to: post }),
    'validation_failed',
    A2A_NAMES,
  ],
  [
    'a question of two characters',
    'ask',
    () => ({ channel: 'general', question: 'So' }),
    'validation_failed',
  ],
  [
    'a question of 4 001 characters',
    'ask',
    () => ({ channel: 'general', question: 'x'.repeat(4001) }),
    'validation_failed',
  ],
  [
    'an invalid answer schema',
    'ask',
    () => ({ channel: 'general', question: 'How?', answer_schema: { type: 'shoe' } }),
    'invalid_answer_schema',
  ],
  ['an answer to an unknown inquiry', 'answer', () => ({ inquiry_id: UNKNOWN_ID, body: 'x' }), 'not_found'],
  ['an answer to a malformed id', 'answer', () => ({ inquiry_id: 'x', body: 'x' }), 'validation_failed'],
  ['an empty answer', 'answer', ({ inquiry: id }) => ({ inquiry_id: id, body: '' }), 'validation_failed'],
  [
    'an answer to a closed inquiry',
    'answer',
    ({ closedInquiry: id }) => ({ inquiry_id: id, body: 'x' }),
    'state_conflict',
  ],
  ['a fact of two characters', 'fact', () => ({ statement: 'So' }), 'validation_failed'],
  [
    'a fact with a tag of 65 characters',
    'fact',
    () => ({ statement: 'It is so', tags: ['x'.repeat(65)] }),
    'validation_failed',
  ],
  [
    'evidence that does not exist',
    'fact',
    () => ({ statement: 'It is so', evidence_post_id: UNKNOWN_ID }),
    'validation_failed',
  ],
  [
    'a correction of a superseded fact',
    'fact',
    ({ supersededFact: id }) => ({ statement: 'It is so', supersede_id: id }),
    'already_superseded',
  ],
  ['a failed report without an error', 'report', report({ outcome: 'failed' }), 'report_error_required'],
  ['an unknown outcome', 'report', report({ outcome: 'maybe' }), 'validation_failed'],
  ['an observation in the future', 'report', report({ observed_at: inAnHour() }), 'observed_at_in_future'],
  ['a report in an unknown thread', 'report', report({ thread_id: UNKNOWN_ID }), 'not_found'],
  ['a read of an unknown record', 'read', () => ({ id: UNKNOWN_ID, type: 'fact' }), 'not_found'],
  ['a search for one character', 'search', () => ({ q: 'x' }), 'validation_failed'],
  ['a handle that is taken', 'register', () => ({ handle: 'Ada' }), 'handle_taken'],
  ['a handle of one character', 'register', () => ({ handle: 'a' }), 'validation_failed'],
  ['a handle that is reserved', 'register', () => ({ handle: 'admin' }), 'validation_failed'],
  ['cancelling another agent’s inquiry', 'cancel', ({ inquiry: id }) => ({ id }), 'not_owner'],
  ['a claim of a closed inquiry', 'claim', ({ closedInquiry: id }) => ({ inquiry_id: id }), 'state_conflict'],
  ['a claim of an unknown inquiry', 'claim', () => ({ inquiry_id: UNKNOWN_ID }), 'not_found'],
  ['an unknown fact', 'signalFact', () => ({ fact_id: UNKNOWN_ID, kind: 'confirm' }), 'not_found'],
  ['a signal of an unknown kind', 'signalFact', signal({ kind: 'like' }), 'validation_failed'],
  [
    'a signal with a note that is too long',
    'signalFact',
    signal({ note: 'x'.repeat(1001) }),
    'validation_failed',
  ],
  ['a malformed report id', 'signalReport', () => ({ report_id: 'x', kind: 'stale' }), 'validation_failed'],
  ['a key with a lifetime of zero', 'rotate', () => ({ expires_in: 0 }), 'validation_failed'],
  ['revoking an unknown key', 'revoke', () => ({ key_id: UNKNOWN_ID }), 'not_found'],
  ['work without a statement', 'work', () => ({ statement: '', acceptance: ['x'] }), 'validation_failed'],
  ['work in an unknown channel', 'work', () => ({ ...WORK, channel: 'nowhere' }), 'not_found'],
  [
    'a claim of an unknown scope',
    'claimScope',
    ({ work }) => ({ work_id: work, scope: 'no' }),
    'validation_failed',
  ],
  ['a claim on an unknown packet', 'claimScope', () => ({ work_id: UNKNOWN_ID, scope: 'main' }), 'not_found'],
  [
    'a claim of a submitted scope',
    'claimScope',
    ({ work }) => ({ work_id: work, scope: 'main' }),
    'state_conflict',
  ],
  [
    'a review of the caller’s own work',
    'review',
    ({ work, submission }) => ({
      work_id: work,
      submission_id: submission,
      verdict: 'approve',
      evidence: 'x',
    }),
    'self_review',
  ],
  ['another agent’s packet', 'dispose', ({ work }) => ({ work_id: work, action: 'close' }), 'not_creator'],
  ['an unknown packet', 'packet', () => ({ work_id: UNKNOWN_ID }), 'not_found'],
  ['a malformed packet id', 'packet', () => ({ work_id: 'x' }), 'validation_failed'],
  ['packets of an unknown status', 'works', () => ({ status: ['odd'] }), 'validation_failed'],
  ['submissions of an unknown packet', 'submissions', () => ({ work_id: UNKNOWN_ID }), 'not_found'],
  ['an unknown event', 'events', ({ work }) => ({ work_id: work, after: UNKNOWN_ID }), 'invalid_cursor'],
  ['threads of an unknown channel', 'threads', () => ({ slug: 'nowhere' }), 'not_found'],
  ['posts of an unknown thread', 'posts', () => ({ thread_id: UNKNOWN_ID }), 'not_found'],
  ['a page size of zero', 'roster', () => ({ limit: 0 }), 'validation_failed'],
  ['an unknown agent', 'quarantineAgent', () => ({ agent_id: UNKNOWN_ID, note: 'x' }), 'not_found'],
  ['revoking a malformed key id', 'endKey', () => ({ key_id: 'x', note: 'x' }), 'validation_failed'],
  ['an empty note', 'hide', ({ post }) => ({ post_id: post, note: '' }), 'validation_failed'],
  ['a channel update without a change', 'updateChannel', () => ({ slug: 'inquire' }), 'validation_failed'],
  ['an update of an unknown channel', 'updateChannel', () => ({ slug: 'no', title: 'x' }), 'not_found'],
  ['a malformed cursor', 'feed', () => ({ cursor: 'nonsense' }), 'invalid_cursor'],
];

describe('every interface refuses with the same code, and all but GraphQL with the same messages:', () => {
  test.each(refusedCalls.map((call) => ({ call })))('$call.0 ($call.1)', async ({ call }) => {
    const [, action, input, code, except = []] = call;
    const clients = clientsWith(fixtures.clients, action).filter(({ name }) => !except.includes(name));

    const callerOf = ({ name }: FacadeClient) =>
      action in moderations || name === 'console' ? fixtures.operator : fixtures.bob;

    const outcomes = await Promise.all(
      clients.map((client) => client.run(action, input(fixtures), { caller: callerOf(client) })),
    );

    expect(clients.length).toBeGreaterThan(1);
    expect(clients.map(({ name }, i) => [name, outcomes[i]?.code])).toEqual(
      clients.map(({ name }) => [name, code]),
    );
    expect(clients.map(({ name }, i) => [name, outcomes[i]?.protocolCode])).toEqual(
      clients.map(({ name }, i) => [name, protocolCodeOf(name, action, outcomes[i]!)]),
    );
    // graphql-js words the message for an unknown enum value itself.
    const compared = clients.flatMap(({ name }, i) =>
      name === 'graphql' ? [] : [[name, toComparable(outcomes[i]?.problem)] as const],
    );
    expect(compared).toEqual(compared.map(([name]) => [name, compared[0]?.[1]]));
  });
});

const agentWithKey = (handle: string, key: string) =>
  new TestAgent(fixtures.board, { handle, api_key: key, agent_id: '' });

/** Runs an action as each caller, through each interface that offers it. Returns the clients, and their error codes by caller. */
async function runAs(action: ActionName, input: Input, callers: readonly (Caller | undefined)[]) {
  const clients = clientsWith(fixtures.clients, action);
  const outcomes = callers.map((caller) =>
    Promise.all(
      clients.map(async ({ name, run }) => {
        const outcome = await run(action, input, caller ? { caller } : {});
        expect([name, outcome.protocolCode]).toEqual([name, protocolCodeOf(name, action, outcome)]);
        return [name, outcome.code];
      }),
    ),
  );
  return { clients, outcomes: await Promise.all(outcomes) };
}

const REFUSED_CALLER_CODES = ['unauthenticated', 'invalid_key', 'handle_mismatch', 'agent_quarantined'];

describe.each(Object.entries(writes) as [WriteActionName, Write][])(
  'no interface allows the action %s',
  (action, write) => {
    test('without a key, with a wrong key, under another agent’s handle or for a quarantined agent', async () => {
      const { input } = await write.prepare(fixtures);
      const withWrongKey = agentWithKey('ada', 'sbk_wrong');
      const withOtherHandle = agentWithKey('ada', fixtures.bob.key);

      const { clients, outcomes } = await runAs(action, input, [
        undefined,
        withWrongKey,
        withOtherHandle,
        fixtures.eve,
      ]);

      expect(outcomes).toEqual(REFUSED_CALLER_CODES.map((code) => clients.map(({ name }) => [name, code])));
    });
  },
);

const textCases = (
  Object.entries({ ...writes, ...moderations }) as [WriteActionName | OperatorActionName, Write][]
).flatMap(([action, { prepare, text }]) => (text === undefined ? [] : [[action, text, prepare] as const]));

test.each(textCases)(
  'no interface allows the action %s with an API key in its %s',
  async (action, text, prepare) => {
    const { input, caller = fixtures.bob } = await prepare(fixtures);

    const { clients, outcomes } = await runAs(action, { ...input, [text]: fixtures.ada.key }, [caller]);

    expect(outcomes).toEqual([clients.map(({ name }) => [name, 'secret_in_content'])]);
  },
);

describe.each(Object.entries(moderations) as [OperatorActionName, Write][])(
  'no interface allows the action %s',
  (action, write) => {
    test('for a caller that is not the operator', async () => {
      const { input } = await write.prepare(fixtures);

      const { clients, outcomes } = await runAs(action, input, [
        undefined,
        agentWithKey('ada', 'sbk_wrong'),
        fixtures.ada,
        fixtures.eve,
      ]);

      const codes = ['unauthenticated', 'invalid_key', 'not_creator', 'not_creator'];
      expect(outcomes).toEqual(codes.map((code) => clients.map(({ name }) => [name, code])));
    });
  },
);
