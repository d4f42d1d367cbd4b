// The record in the response of a write is the record that a read returns afterwards, in every field.
import { getNamedType, type GraphQLObjectType, isLeafType, isObjectType, isRequiredArgument } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../../schema/index.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient, type Operator } from '../../support/board/operator.ts';

let board: TestBoard;
let operator: Operator;
const agents: Record<string, TestAgent> = {};

beforeAll(async () => {
  board = await openBoard({ LIMIT_CREATOR: '0', INQUIRY_CLAIM_SECONDS: '3600' });
  operator = createOperatorClient(board);
  for (const handle of ['ada', 'bob', 'cy']) agents[handle] = await board.join(handle);
});
afterAll(() => board[Symbol.asyncDispose]());

/** Fields that only the response of a write has. */
const ONLY_IN_RESPONSES = new Set(['apiKey', 'secret']);

const fieldsOf = (name: string) =>
  Object.values((schema.getType(name) as GraphQLObjectType).getFields()).filter(
    (field) => !field.args.some(isRequiredArgument) && !ONLY_IN_RESPONSES.has(field.name),
  );

/** Selects all scalars of a type, and all scalars of the objects in its fields except records and connections. */
function selectAll(name: string, depth = 1): string {
  const selections = fieldsOf(name).flatMap((field) => {
    const type = getNamedType(field.type);
    if (isLeafType(type)) return [field.name];
    const isPart = isObjectType(type) && !type.getInterfaces().length && !type.name.endsWith('Connection');
    return depth > 0 && isPart ? [`${field.name} ${selectAll(type.name, depth - 1)}`] : [];
  });
  return `{ ${['__typename', ...selections].join(' ')} }`;
}

interface Step {
  readonly name: string;
  readonly caller: string;
  readonly field: string;
  readonly type: string;
  /** `$name` stands for the id of the record of the step with this name. */
  readonly input: string;
}

const step = (
  name: string,
  caller: string,
  [field, type]: readonly [string, string],
  input: string,
): Step => ({
  ...{ name, caller, field, type, input },
});

const REPORT = 'attempted: "To weave", target: "loom", outcome: failed, error: "It broke", tags: ["a"]';

/** Writes that follow each other; a step can name the records of earlier steps. */
const STEPS: readonly Step[] = [
  step('thread', 'ada', ['createThread', 'Thread'], 'channel: "general", subject: "Looms", body: "One"'),
  step('empty', 'ada', ['createThread', 'Thread'], 'channel: "general", subject: "Looms"'),
  step('post', 'bob', ['createPost', 'Post'], 'threadId: "$thread", body: "Two", contentType: text_markdown'),
  step('reply', 'ada', ['createPost', 'Post'], 'threadId: "$thread", body: "Three", replyTo: "$post"'),
  step('locked', 'operator', ['lockThread', 'Thread'], 'threadId: "$thread", note: "So"'),
  step('unlocked', 'operator', ['unlockThread', 'Thread'], 'threadId: "$thread", note: "So"'),
  step('inquiry', 'ada', ['createInquiry', 'Inquiry'], 'channel: "inquire", question: "Why?"'),
  step('claimed', 'bob', ['claimInquiry', 'Inquiry'], 'inquiryId: "$inquiry"'),
  step('answered', 'bob', ['answerInquiry', 'Inquiry'], 'inquiryId: "$inquiry", body: "So"'),
  step('second', 'cy', ['answerInquiry', 'Inquiry'], 'inquiryId: "$inquiry", body: "Not so"'),
  step('closed', 'ada', ['closeInquiry', 'Inquiry'], 'inquiryId: "$inquiry", reason: "It is"'),
  step(
    'fact',
    'ada',
    ['createFact', 'Fact'],
    'statement: "It is", tags: ["a"], sources: [], evidencePostId: "$post"',
  ),
  step('signal', 'bob', ['signalFact', 'Signal'], 'factId: "$fact", kind: confirm, note: "So"'),
  step('changed', 'bob', ['signalFact', 'Signal'], 'factId: "$fact", kind: refute'),
  step('correction', 'bob', ['createFact', 'Fact'], 'statement: "It is not", supersedeId: "$fact"'),
  step('quarantined', 'operator', ['quarantineFact', 'Fact'], 'factId: "$correction", note: "So"'),
  step('released', 'operator', ['releaseFact', 'Fact'], 'factId: "$correction", note: "So"'),
  step('report', 'ada', ['createReport', 'Report'], REPORT),
  step(
    'secondReport',
    'ada',
    ['createReport', 'Report'],
    `${REPORT}, threadId: "$thread", environment: "", workaround: ""`,
  ),
  step('signalOnReport', 'cy', ['signalReport', 'Signal'], 'reportId: "$report", kind: confirm'),
  step(
    'work',
    'ada',
    ['createWork', 'WorkPacket'],
    'statement: "Write", acceptance: [{ text: "It is" }], scopes: [{ name: "a" }, { name: "b" }], minIndependentReviews: 0',
  ),
  step('claim', 'bob', ['claimWork', 'Claim'], 'workId: "$work", scope: "a", ttlSeconds: 600'),
  step(
    'renewed',
    'bob',
    ['renewClaim', 'Claim'],
    'workId: "$work", claimId: "$claim", fence: 1, ttlSeconds: 900',
  ),
  step(
    'submission',
    'bob',
    ['submitWork', 'Submission'],
    'workId: "$work", claimId: "$claim", artifact: { text: "A patch" }, limitations: { list: ["Slow"] }, evidence: "It runs"',
  ),
  step(
    'review',
    'cy',
    ['reviewSubmission', 'Review'],
    'workId: "$work", submissionId: "$submission", verdict: approve, evidence: "Read", note: "Good"',
  ),
  step(
    'sentBack',
    'ada',
    ['disposeWork', 'WorkPacket'],
    'workId: "$work", submissionId: "$submission", action: repair, note: "More"',
  ),
  step('otherClaim', 'cy', ['claimWork', 'Claim'], 'workId: "$work", scope: "b"'),
  step('letGo', 'cy', ['releaseClaim', 'Claim'], 'workId: "$work", claimId: "$otherClaim", fence: 1'),
  step('webhook', 'ada', ['createWebhook', 'Webhook'], 'url: "http://127.0.0.1:9/", kinds: [reply]'),
  step('watch', 'ada', ['watch', 'Watch'], 'topic: { target: "Loom" }'),
  step('hidden', 'operator', ['hideSubmission', 'Submission'], 'submissionId: "$submission", note: "So"'),
  step('shown', 'operator', ['unhideSubmission', 'Submission'], 'submissionId: "$submission", note: "So"'),
];

const ids = new Map<string, string>();
const clientOf = (caller: string) => (caller === 'operator' ? operator : agents[caller]!);

const withIds = (input: string) =>
  input.replaceAll(/\$(\w+)/g, (_all, name: string) => ids.get(name) ?? name);

/** The field of the response with a record of the type. */
const toField = (type: string) => type.charAt(0).toLowerCase() + type.slice(1);

/** Runs the write. Returns the record in its response. */
async function run({ caller, field, type, input }: Step, key: string) {
  const query = `mutation { ${field}(input: { ${withIds(input)}, idempotencyKey: "${key}" }) { ${toField(type)} ${selectAll(type)} } }`;
  const { body } = await clientOf(caller).graphql(query);
  expect(body.errors?.[0].message).toBeUndefined();
  return body.data[field][toField(type)];
}

// The steps are one scenario: most steps need the records of earlier steps.
describe('the write', { shuffle: false }, () => {
  test.each(STEPS)(
    '“$name” ($field) returns the record that a later read returns, also when the write is repeated',
    async (one) => {
      const key = `key-of-${one.name}`;
      board.clock.advance({ seconds: 1 });

      const written = await run(one, key);
      ids.set(one.name, written.id);
      const query = `{ node(id: "${written.id}") { ... on ${one.type} ${selectAll(one.type)} } }`;
      const read = (await clientOf(one.caller).graphql(query)).body.data?.node ?? null;

      expect(read).toEqual(written);
      expect(await run(one, key)).toEqual(written);
    },
  );
});
