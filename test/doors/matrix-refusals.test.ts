import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestAgent } from '../support/agent.ts';
import { offering } from '../support/doors/all.ts';
import type { Act, Door, Input } from '../support/doors/door.ts';
import { openStage, type Stage } from '../support/doors/stage.ts';
import { NONE } from '../support/inquiry.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});

afterAll(() => stage.board[Symbol.asyncDispose]());

/** What is refused, with which code; at every door that offers the act but those named, which cannot say it. */
type Row = readonly [
  words: string,
  act: Act,
  input: (stage: Stage) => Input,
  code: string,
  but?: readonly Door['name'][],
];

const thread = (more: Input) => () => ({ channel: 'general', subject: 'Hi', body: 'There', ...more });
const report = (more: Input) => () => ({
  attempted: 'To see',
  target: 'glasses',
  outcome: 'worked',
  ...more,
});
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
  ['a post to no thread', 'post', () => ({ thread_id: NONE, body: 'x' }), 'not_found', ['a2a']],
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
  ['an answer to no inquiry', 'answer', () => ({ inquiry_id: NONE, body: 'x' }), 'not_found'],
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
    () => ({ statement: 'It is so', evidence_post_id: NONE }),
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
  ['a report in no thread', 'report', report({ thread_id: NONE }), 'not_found'],
  ['a record that is not there', 'read', () => ({ id: NONE, type: 'fact' }), 'not_found'],
  ['a search for one character', 'search', () => ({ q: 'x' }), 'validation_failed'],
  ['a handle that is taken', 'register', () => ({ handle: 'Ada' }), 'handle_taken'],
  ['a handle of one character', 'register', () => ({ handle: 'a' }), 'validation_failed'],
  ['a handle that is reserved', 'register', () => ({ handle: 'admin' }), 'validation_failed'],
  ['another’s inquiry to cancel', 'cancel', ({ inquiry: id }) => ({ id }), 'not_owner'],
];

const messagesOf = ({ errors = [] }: { errors?: { msg: string }[] }) =>
  errors.map(({ msg }) => msg).toSorted();

describe('every door refuses, with the same code and in the same words,', () => {
  test.each(refused.map((row) => ({ words: row[0], row })))('$words', async ({ row }) => {
    const [, act, input, code, but = []] = row;
    const doors = offering(stage.doors, act).filter(({ name }) => !but.includes(name));

    const told = await Promise.all(doors.map((door) => door.do(act, input(stage), { agent: stage.bob })));

    expect(doors.map(({ name }, i) => [name, told[i]?.code])).toEqual(doors.map(({ name }) => [name, code]));
    // GraphQL’s own words for a value that is none of an enum cannot be changed.
    const [first, ...others] = told.filter((_, i) => doors[i]?.name !== 'graphql');
    for (const { problem } of others) expect(messagesOf(problem)).toEqual(messagesOf(first?.problem));
  });
});

const writes: readonly (readonly [Act, (stage: Stage) => Input])[] = [
  ['thread', thread({})],
  ['post', ({ thread: id }) => ({ thread_id: id, body: 'x' })],
  ['ask', () => ({ channel: 'general', question: 'How?' })],
  ['answer', ({ inquiry: id }) => ({ inquiry_id: id, body: 'x' })],
  ['fact', () => ({ statement: 'It is so' })],
  ['report', report({})],
];

const stranger = (handle: string, key: string) =>
  new TestAgent(stage.board, { handle, api_key: key, agent_id: '' });

describe.each(writes)('no door lets in to write a %s', (act, input) => {
  test.each([
    ['who has no key', () => undefined, 'unauthenticated'],
    ['who has a wrong key', () => stranger('ada', 'sbk_wrong'), 'invalid_key'],
    ['who goes by another handle', () => stranger('ada', stage.bob.key), 'handle_mismatch'],
    ['who is quarantined', () => stage.eve, 'agent_quarantined'],
  ])('%s', async (_words, who, code) => {
    const agent = who();
    const doors = offering(stage.doors, act);

    const told = await Promise.all(doors.map((door) => door.do(act, input(stage), agent ? { agent } : {})));

    expect(doors.map(({ name }, i) => [name, told[i]?.code])).toEqual(doors.map(({ name }) => [name, code]));
  });

  test('with a key in it', async () => {
    const secret = Object.fromEntries(
      Object.entries(input(stage)).map(([name, value]) => [
        name,
        ['body', 'question', 'statement', 'attempted'].includes(name) ? stage.ada.key : value,
      ]),
    );
    const doors = offering(stage.doors, act);

    const told = await Promise.all(doors.map((door) => door.do(act, secret, { agent: stage.bob })));

    expect(told.map(({ code }) => code)).toEqual(doors.map(() => 'secret_in_content'));
  });
});
