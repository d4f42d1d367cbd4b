// Writes that several facades offer. `prepare` creates the records that a write needs and returns a call that succeeds.
import { createOperatorClient } from '../board/operator.ts';
import type { Body } from '../board/http.ts';
import { createInquiry } from '../records/inquiries.ts';
import { claimAndSubmit, createWork, callWorkOrThrow } from '../records/work.ts';
import type { Caller, Input, OperatorActionName, WriteActionName } from './client.ts';
import type { Writers } from './fixtures.ts';
import { inboxWrites } from './inbox-writes.ts';
import { webhookModerations, webhookWrites } from './webhook-writes.ts';
import { createFact, createReport } from '../records/create.ts';

/** The input of a call, and its caller (default: ada). */
export interface Prepared {
  readonly input: Input;
  readonly caller?: Caller;
}

export interface Write {
  readonly prepare: (fixtures: Writers, caller?: Caller) => Prepared | Promise<Prepared>;
  /** The name of a free text in the input. */
  readonly text?: string;
}

let count = 0;
const joinAgent = (fixtures: Writers) => fixtures.board.join(`newcomer-${++count}`);

const recordAndKeyWrites = {
  thread: {
    prepare: () => ({
      input: {
        channel: 'general',
        subject: 'Of looms & cards?',
        body: 'Line one\nline two: ünïcode, 100 % “quoted”',
      },
    }),
    text: 'body',
  },
  post: {
    prepare: ({ thread }) => ({ input: { thread_id: thread, body: 'a=b&c=d #1' } }),
    text: 'body',
  },
  ask: {
    prepare: () => ({ input: { channel: 'general', question: 'What weaves?\nAnd why?' } }),
    text: 'question',
  },
  claim: { prepare: async ({ bob }) => ({ input: { inquiry_id: await createInquiry(bob) } }) },
  answer: {
    prepare: async ({ bob }) => ({ input: { inquiry_id: await createInquiry(bob), body: 'Looms.' } }),
    text: 'body',
  },
  cancel: { prepare: async ({ ada }) => ({ input: { id: await createInquiry(ada) } }) },
  fact: {
    prepare: () => ({ input: { statement: 'It weaves', tags: ['looms', 'cards'], channel: 'persist' } }),
    text: 'statement',
  },
  report: {
    prepare: () => ({
      input: {
        attempted: 'To weave',
        target: 'loom',
        outcome: 'failed',
        error: 'No thread',
        workaround: 'Buy some',
        observed_at: '2026-01-02T03:04:05.678Z',
        tags: ['looms'],
      },
    }),
    text: 'attempted',
  },
  signalFact: {
    prepare: async ({ bob }) => ({
      input: { fact_id: await createFact(bob), kind: 'confirm', note: 'Seen' },
    }),
    text: 'note',
  },
  signalReport: {
    prepare: async ({ bob }) => ({
      input: { report_id: await createReport(bob), kind: 'refute', note: 'Seen' },
    }),
    text: 'note',
  },
  rotate: {
    prepare: async (fixtures) => ({
      input: { name: 'spare', expires_in: 3600 },
      caller: await joinAgent(fixtures),
    }),
    text: 'name',
  },
  revoke: {
    prepare: async (fixtures, caller) => {
      const agent = caller ?? (await joinAgent(fixtures));
      const { headers } = agent;
      const { body } = await fixtures.board.call('POST /v1/agents/me/keys', { headers, body: {} });
      return { input: { key_id: body.key_id }, caller: agent };
    },
  },
} satisfies Partial<Record<WriteActionName, Write>>;

const createClaim = async ({ ada, bob }: Writers): Promise<Body> => {
  const { work_id } = await createWork(bob);
  const { claim_id, fence } = await callWorkOrThrow(ada, 'claim', { work_id, scope: 'main' });
  return { work_id, claim_id, fence };
};

const workWrites = {
  work: {
    prepare: () => ({
      input: {
        statement: 'Write a parser',
        acceptance: ['It parses', { id: 'fast', text: 'And fast' }],
        scopes: [{ name: 'lexer', description: 'Words' }, { name: 'grammar' }],
        min_independent_reviews: 1,
      },
    }),
    text: 'statement',
  },
  claimScope: {
    prepare: async ({ bob }) => {
      const { work_id } = await createWork(bob);
      return { input: { work_id, scope: 'main', ttl_seconds: 600 } };
    },
  },
  renewScope: {
    prepare: async (fixtures) => ({ input: { ...(await createClaim(fixtures)), ttl_seconds: 900 } }),
  },
  releaseScope: { prepare: async (fixtures) => ({ input: await createClaim(fixtures) }) },
  submit: {
    prepare: async (fixtures) => ({
      input: {
        ...(await createClaim(fixtures)),
        artifact: 'A patch',
        evidence: { tests: 7 },
        limitations: 'None',
      },
    }),
    text: 'artifact',
  },
  review: {
    prepare: async ({ bob, ada }) => {
      const { work_id } = await createWork(ada);
      const { submission_id } = await claimAndSubmit(bob, work_id);
      return { input: { work_id, submission_id, verdict: 'repair', evidence: 'It is read', note: 'Nearly' } };
    },
    text: 'note',
  },
  dispose: {
    prepare: async ({ bob, ada }) => {
      const { work_id } = await createWork(ada);
      const { submission_id } = await claimAndSubmit(bob, work_id);
      return { input: { work_id, submission_id, action: 'repair', note: 'Once more' } };
    },
    text: 'note',
  },
} satisfies Partial<Record<WriteActionName, Write>>;

/** Writes by agents. */
export const writes: Readonly<Record<WriteActionName, Write>> = {
  ...recordAndKeyWrites,
  ...inboxWrites,
  ...webhookWrites,
  ...workWrites,
};

/** An action of the operator on a record that `create` creates. */
const moderation = (idName: string, create: (fixtures: Writers) => Promise<string>): Write => ({
  prepare: async (fixtures) => ({
    input: { [idName]: await create(fixtures), note: 'A note', reason: 'spam' },
    caller: fixtures.operator,
  }),
  text: 'note',
});

const moderate = async (
  { board }: Writers,
  collection: string,
  id: string,
  action: string,
): Promise<string> => {
  await createOperatorClient(board).moderate(collection, id, action);
  return id;
};

const newThread = async ({ ada }: Writers): Promise<string> => (await ada.openThread()).thread_id;
const newPost = async ({ ada, thread }: Writers): Promise<string> => (await ada.post(thread)).post_id;
const newReport = ({ ada }: Writers): Promise<string> => createReport(ada);
const newFact = ({ ada }: Writers): Promise<string> => createFact(ada);
const newInquiry = ({ ada }: Writers): Promise<string> => createInquiry(ada);
const newWork = async ({ ada }: Writers): Promise<string> => (await createWork(ada)).work_id;

async function newAnswer({ ada, bob }: Writers): Promise<string> {
  const { body } = await bob.call(`POST /v1/inquiries/${await createInquiry(ada)}/answer`, {
    body: { body: 'Looms.' },
  });
  return body.answers[0].answer_id;
}

const newSubmission = async (fixtures: Writers): Promise<string> =>
  (await claimAndSubmit(fixtures.bob, await newWork(fixtures))).submission_id;

async function newReview({ ada, bob }: Writers): Promise<string> {
  const { work_id } = await createWork(ada);
  const { submission_id } = await claimAndSubmit(bob, work_id);
  const input = { work_id, submission_id, verdict: 'approve', evidence: 'Read' };
  return (await callWorkOrThrow(ada, 'review', input)).review_id;
}

async function newSignal(fixtures: Writers): Promise<string> {
  const { body } = await fixtures.bob.call(`POST /v1/facts/${await newFact(fixtures)}/signals`, {
    body: { kind: 'refute', note: 'It does not.' },
  });
  return body.signal_id;
}

const newAgent = async (fixtures: Writers): Promise<string> => (await joinAgent(fixtures)).id;

async function newSession({ board }: Writers): Promise<string> {
  const { body } = await createOperatorClient(board).call('POST /admin/board/sessions', { body: {} });
  return body.session_id;
}

async function newKey(fixtures: Writers): Promise<string> {
  const agent = await joinAgent(fixtures);
  const { body } = await agent.call('GET /v1/agents/me/keys');
  return body[0].key_id;
}

/** Writes by the operator. */
export const moderations: Readonly<Record<OperatorActionName, Write>> = {
  quarantineAgent: moderation('agent_id', newAgent),
  activateAgent: moderation('agent_id', async (fixtures) =>
    moderate(fixtures, 'agents', await newAgent(fixtures), 'quarantine'),
  ),
  endKey: moderation('key_id', newKey),
  updateChannel: {
    prepare: ({ operator }) => ({
      input: { slug: 'inquire', title: 'Questions', note: 'Why' },
      caller: operator,
    }),
    text: 'note',
  },
  lock: moderation('thread_id', newThread),
  unlock: moderation('thread_id', async (fixtures) =>
    moderate(fixtures, 'threads', await newThread(fixtures), 'lock'),
  ),
  hide: moderation('post_id', newPost),
  unhide: moderation('post_id', async (fixtures) =>
    moderate(fixtures, 'posts', await newPost(fixtures), 'hide'),
  ),
  hideReport: moderation('report_id', newReport),
  unhideReport: moderation('report_id', async (fixtures) =>
    moderate(fixtures, 'reports', await newReport(fixtures), 'hide'),
  ),
  hideThread: moderation('thread_id', newThread),
  unhideThread: moderation('thread_id', async (fixtures) =>
    moderate(fixtures, 'threads', await newThread(fixtures), 'hide'),
  ),
  hideInquiry: moderation('inquiry_id', newInquiry),
  unhideInquiry: moderation('inquiry_id', async (fixtures) =>
    moderate(fixtures, 'inquiries', await newInquiry(fixtures), 'hide'),
  ),
  hideAnswer: moderation('answer_id', newAnswer),
  unhideAnswer: moderation('answer_id', async (fixtures) =>
    moderate(fixtures, 'answers', await newAnswer(fixtures), 'hide'),
  ),
  hideFact: moderation('fact_id', newFact),
  unhideFact: moderation('fact_id', async (fixtures) =>
    moderate(fixtures, 'facts', await newFact(fixtures), 'hide'),
  ),
  hideWork: moderation('work_id', newWork),
  unhideWork: moderation('work_id', async (fixtures) =>
    moderate(fixtures, 'work', await newWork(fixtures), 'hide'),
  ),
  hideSubmission: moderation('submission_id', newSubmission),
  unhideSubmission: moderation('submission_id', async (fixtures) =>
    moderate(fixtures, 'submissions', await newSubmission(fixtures), 'hide'),
  ),
  hideReview: moderation('review_id', newReview),
  unhideReview: moderation('review_id', async (fixtures) =>
    moderate(fixtures, 'reviews', await newReview(fixtures), 'hide'),
  ),
  hideSignal: moderation('signal_id', newSignal),
  unhideSignal: moderation('signal_id', async (fixtures) =>
    moderate(fixtures, 'signals', await newSignal(fixtures), 'hide'),
  ),
  ...webhookModerations,
  signIn: {
    prepare: ({ operator }) => ({ input: { user_agent: 'A browser' }, caller: operator }),
    text: 'user_agent',
  },
  endSession: {
    prepare: async (fixtures) => {
      const input = { session_id: await newSession(fixtures) };
      return { input, caller: fixtures.operator };
    },
  },
  quarantineFact: moderation('fact_id', newFact),
  releaseFact: moderation('fact_id', async (fixtures) =>
    moderate(fixtures, 'facts', await newFact(fixtures), 'quarantine'),
  ),
};
