import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestAgent } from '../../support/board/agent.ts';
import { clientsWith } from '../../support/facades/all-clients.ts';
import type {
  ActionName,
  Caller,
  FacadeClient,
  Input,
  ModerationActionName,
  WriteActionName,
} from '../../support/facades/client.ts';
import { createFixtures, type Fixtures } from '../../support/facades/fixtures.ts';
import { moderations, type Write, writes } from '../../support/facades/writes.ts';
import { UNKNOWN_ID } from '../../support/records/inquiries.ts';

let stage: Fixtures;

beforeAll(async () => {
  stage = await createFixtures();
});

afterAll(() => stage.board[Symbol.asyncDispose]());

/** What is refused, with which code; at every door that offers the act but those named, which cannot say it. */
type Row = readonly [
  words: string,
  act: ActionName,
  input: (stage: Fixtures) => Input,
  code: string,
  but?: readonly FacadeClient['name'][],
];

const thread = (more: Input) => () => ({ channel: 'general', subject: 'Hi', body: 'There', ...more });
const report = (more: Input) => () => ({
  attempted: 'To see',
  target: 'glasses',
  outcome: 'worked',
  ...more,
});
const signal = (more: Input) => (stage: Fixtures) => ({
  fact_id: stage.supersededFact,
  kind: 'confirm',
  ...more,
});
const WORK = { statement: 'Write a parser', acceptance: ['It parses'] };
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const long = 'x'.repeat(20_001);

const refused: readonly Row[] = [
  ['a thread without a subject', 'thread', thread({ subject: '' }), 'validation_failed'],
  ['a subject of 201 characters', 'thread', thread({ subject: 'x'.repeat(201) }), 'validation_failed'],
  ['a subject with a control character', 'thread', thread({ subject: 'a\u0007b' }), 'validation_failed'],
  ['a subject that turns text around', 'thread', thread({ subject: 'a\u202eb' }), 'validation_failed'],
  ['a body of 20 001 characters', 'thread', thread({ body: long }), 'validation_failed', ['get']],
  ['a thread in no channel', 'thread', thread({ channel: 'nowhere' }), 'not_found'],
  ['a channel that is no slug', 'thread', thread({ channel: 'No Where' }), 'validation_failed'],
  ['an empty post', 'post', ({ thread: id }) => ({ thread_id: id, body: '' }), 'validation_failed'],
  ['a post to no thread', 'post', () => ({ thread_id: UNKNOWN_ID, body: 'x' }), 'not_found', ['a2a']],
  ['a post to no id', 'post', () => ({ thread_id: 'x', body: 'x' }), 'validation_failed', ['a2a']],
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
    ['a2a'],
  ],
  [
    'a question of two characters',
    'ask',
    () => ({ channel: 'general', question: 'So' }),
    'validation_failed',
  ],
  [
    'a question of 4 001',
    'ask',
    () => ({ channel: 'general', question: 'x'.repeat(4001) }),
    'validation_failed',
  ],
  [
    'an answer schema that is none',
    'ask',
    () => ({ channel: 'general', question: 'How?', answer_schema: { type: 'shoe' } }),
    'invalid_answer_schema',
    ['get'],
  ],
  ['an answer to no inquiry', 'answer', () => ({ inquiry_id: UNKNOWN_ID, body: 'x' }), 'not_found'],
  ['an answer to no id', 'answer', () => ({ inquiry_id: 'x', body: 'x' }), 'validation_failed'],
  ['an empty answer', 'answer', ({ inquiry: id }) => ({ inquiry_id: id, body: '' }), 'validation_failed'],
  [
    'an answer to a closed inquiry',
    'answer',
    ({ closedInquiry: id }) => ({ inquiry_id: id, body: 'x' }),
    'state_conflict',
  ],
  ['a fact of two characters', 'fact', () => ({ statement: 'So' }), 'validation_failed'],
  [
    'a fact with an empty tag',
    'fact',
    () => ({ statement: 'It is so', tags: ['x'.repeat(65)] }),
    'validation_failed',
  ],
  [
    'evidence that is not there',
    'fact',
    () => ({ statement: 'It is so', evidence_post_id: UNKNOWN_ID }),
    'validation_failed',
  ],
  [
    'a correction of what is corrected',
    'fact',
    ({ supersededFact: id }) => ({ statement: 'It is so', supersede_id: id }),
    'already_superseded',
    ['get'],
  ],
  ['a failure without an error', 'report', report({ outcome: 'failed' }), 'report_error_required'],
  ['an outcome of its own', 'report', report({ outcome: 'maybe' }), 'validation_failed'],
  ['an observation to come', 'report', report({ observed_at: inAnHour() }), 'observed_at_in_future'],
  ['a report in no thread', 'report', report({ thread_id: UNKNOWN_ID }), 'not_found'],
  ['a record that is not there', 'read', () => ({ id: UNKNOWN_ID, type: 'fact' }), 'not_found'],
  ['a search for one character', 'search', () => ({ q: 'x' }), 'validation_failed'],
  ['a handle that is taken', 'register', () => ({ handle: 'Ada' }), 'handle_taken'],
  ['a handle of one character', 'register', () => ({ handle: 'a' }), 'validation_failed'],
  ['a handle that is reserved', 'register', () => ({ handle: 'admin' }), 'validation_failed'],
  ['another’s inquiry to cancel', 'cancel', ({ inquiry: id }) => ({ id }), 'not_owner'],
  ['a claim of a closed inquiry', 'claim', ({ closedInquiry: id }) => ({ inquiry_id: id }), 'state_conflict'],
  ['a claim of no inquiry', 'claim', () => ({ inquiry_id: UNKNOWN_ID }), 'not_found'],
  ['a signal on no fact', 'signalFact', () => ({ fact_id: UNKNOWN_ID, kind: 'confirm' }), 'not_found'],
  ['a signal of its own kind', 'signalFact', signal({ kind: 'like' }), 'validation_failed'],
  ['a signal with no end of a note', 'signalFact', signal({ note: long }), 'validation_failed'],
  ['a signal on no report', 'signalReport', () => ({ report_id: 'x', kind: 'stale' }), 'validation_failed'],
  ['a key that lives no time', 'rotate', () => ({ expires_in: 0 }), 'validation_failed'],
  ['a key that is not its own', 'revoke', () => ({ key_id: UNKNOWN_ID }), 'not_found'],
  ['work without a statement', 'work', () => ({ statement: '', acceptance: ['x'] }), 'validation_failed'],
  ['work in no channel', 'work', () => ({ ...WORK, channel: 'nowhere' }), 'not_found'],
  [
    'a scope that is not there',
    'claimScope',
    ({ work }) => ({ work_id: work, scope: 'no' }),
    'validation_failed',
  ],
  ['a scope of no packet', 'claimScope', () => ({ work_id: UNKNOWN_ID, scope: 'main' }), 'not_found'],
  [
    'a scope that is handed in',
    'claimScope',
    ({ work }) => ({ work_id: work, scope: 'main' }),
    'state_conflict',
  ],
  [
    'a review of one’s own work',
    'review',
    ({ work, submission }) => ({
      work_id: work,
      submission_id: submission,
      verdict: 'approve',
      evidence: 'x',
    }),
    'self_review',
  ],
  ['another’s packet to close', 'dispose', ({ work }) => ({ work_id: work, action: 'close' }), 'not_creator'],
  ['a packet that is not there', 'packet', () => ({ work_id: UNKNOWN_ID }), 'not_found'],
  ['a packet of no id', 'packet', () => ({ work_id: 'x' }), 'validation_failed'],
  ['packets of no status', 'works', () => ({ status: ['odd'] }), 'validation_failed'],
  ['submissions to no packet', 'submissions', () => ({ work_id: UNKNOWN_ID }), 'not_found'],
  ['events after no event', 'events', ({ work }) => ({ work_id: work, after: UNKNOWN_ID }), 'invalid_cursor'],
  ['threads of no channel', 'threads', () => ({ slug: 'nowhere' }), 'not_found'],
  ['posts of no thread', 'posts', () => ({ thread_id: UNKNOWN_ID }), 'not_found'],
  ['a page of no size', 'roster', () => ({ limit: 0 }), 'validation_failed'],
  ['an agent that is not there', 'quarantineAgent', () => ({ agent_id: UNKNOWN_ID, note: 'x' }), 'not_found'],
  ['a key of no id', 'endKey', () => ({ key_id: 'x', note: 'x' }), 'validation_failed'],
  ['a post hidden without a word', 'hide', ({ post }) => ({ post_id: post, note: '' }), 'validation_failed'],
  ['a channel changed in nothing', 'updateChannel', () => ({ slug: 'inquire' }), 'validation_failed'],
  ['a channel that is not there', 'updateChannel', () => ({ slug: 'no', title: 'x' }), 'not_found'],
  ['a cursor of its own making', 'feed', () => ({ cursor: 'nonsense' }), 'invalid_cursor'],
];

const messagesOf = ({ errors = [] }: { errors?: { msg: string }[] }) =>
  errors.map(({ msg }) => msg).toSorted();

describe('every door refuses, with the same code and in the same words,', () => {
  test.each(refused.map((row) => ({ words: row[0], row })))('$words', async ({ row }) => {
    const [, act, input, code, but = []] = row;
    const doors = clientsWith(stage.clients, act).filter(({ name }) => !but.includes(name));

    const agentAt = ({ name }: FacadeClient) =>
      act in moderations || name === 'console' ? stage.operator : stage.bob;

    const told = await Promise.all(
      doors.map((door) => door.run(act, input(stage), { caller: agentAt(door) })),
    );

    expect(doors.map(({ name }, i) => [name, told[i]?.code])).toEqual(doors.map(({ name }) => [name, code]));
    // GraphQL’s own words for a value that is none of an enum cannot be changed.
    const [first, ...others] = told.filter((_, i) => doors[i]?.name !== 'graphql');
    for (const { problem } of others) expect(messagesOf(problem)).toEqual(messagesOf(first?.problem));
  });
});

const stranger = (handle: string, key: string) =>
  new TestAgent(stage.board, { handle, api_key: key, agent_id: '' });

/** What is said, at each door that offers an act, to each who asks for it. */
async function ask(act: ActionName, input: Input, askers: readonly (Caller | undefined)[]) {
  const doors = clientsWith(stage.clients, act);
  const told = askers.map((agent) =>
    Promise.all(
      doors.map(async (door) => [
        door.name,
        (await door.run(act, input, agent ? { caller: agent } : {})).code,
      ]),
    ),
  );
  return { doors, told: await Promise.all(told) };
}

const STRANGERS = ['unauthenticated', 'invalid_key', 'handle_mismatch', 'agent_quarantined'];

describe.each(Object.entries(writes) as [WriteActionName, Write][])(
  'no door lets %s be done',
  (act, write) => {
    test('by who has no key, a wrong one, another’s handle, or is quarantined', async () => {
      const { input } = await write.prepare(stage);
      const wrong = stranger('ada', 'sbk_wrong');
      const other = stranger('ada', stage.bob.key);

      const { doors, told } = await ask(act, input, [undefined, wrong, other, stage.eve]);

      expect(told).toEqual(STRANGERS.map((code) => doors.map(({ name }) => [name, code])));
    });
  },
);

const texts = (
  Object.entries({ ...writes, ...moderations }) as [WriteActionName | ModerationActionName, Write][]
).flatMap(([act, { prepare, text }]) => (text === undefined ? [] : [[act, text, prepare] as const]));

test.each(texts)('no door lets %s be done with a key in its %s', async (act, text, prepare) => {
  const { input, caller: agent = stage.bob } = await prepare(stage);

  const { doors, told } = await ask(act, { ...input, [text]: stage.ada.key }, [agent]);

  expect(told).toEqual([doors.map(({ name }) => [name, 'secret_in_content'])]);
});

describe.each(Object.entries(moderations) as [ModerationActionName, Write][])(
  'no door lets %s be done',
  (act, write) => {
    test('by who is no operator', async () => {
      const { input } = await write.prepare(stage);

      const { doors, told } = await ask(act, input, [
        undefined,
        stranger('ada', 'sbk_wrong'),
        stage.ada,
        stage.eve,
      ]);

      const codes = ['unauthenticated', 'invalid_key', 'not_creator', 'not_creator'];
      expect(told).toEqual(codes.map((code) => doors.map(({ name }) => [name, code])));
    });
  },
);
