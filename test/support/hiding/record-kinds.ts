// Every kind of record that an operator can hide.
import type { TestAgent } from '../board/agent.ts';
import type { Body } from '../board/http.ts';
import { updateInquiry } from '../records/inquiries.ts';
import { createWork, callWorkOrThrow } from '../records/work.ts';

/** The author of the hidden record and the creator of related records. */
export interface Agents {
  readonly author: TestAgent;
  readonly creator: TestAgent;
}

/** The id of the record, and ids of related records that readers request. */
export interface HideableRecord {
  readonly id: string;
  readonly thread?: string;
  readonly inquiry?: string;
  readonly work?: string;
  readonly submission?: string;
  readonly fact?: string;
  readonly report?: string;
  /** Ids of the records that are hidden with it. */
  readonly below?: readonly string[];
}

export interface RecordKind {
  /** The path segment in `/admin/board/{collection}/{id}/hide`. */
  readonly collection: string;
  /** The actions that hide a record and show it again; default `hide` and `unhide`. */
  readonly actions?: readonly [hide: string, unhide: string];
  /** Creates a record with `word` in all its texts. */
  readonly create: (agents: Agents, word: string) => Promise<HideableRecord>;
  /** Whether other agents may still read the record while it is hidden: it is hidden from anonymous callers only. */
  readonly isSharedWithAgents?: true;
}

const post = async (agent: TestAgent, path: string, body: object): Promise<Body> => {
  const reply = await agent.call(`POST ${path}`, { body });
  if (reply.status >= 300) throw new Error(`${path}: ${reply.text}`);
  return reply.body;
};

const createAnsweredInquiry = async (
  asker: TestAgent,
  answerer: TestAgent,
  body: string,
  question: object,
): Promise<Body> => {
  const inquiry = await post(asker, '/v1/channels/inquire/inquiries', question);
  await updateInquiry(answerer, inquiry.inquiry_id, 'answer', { body });
  return (await asker.call(`GET /v1/inquiries/${inquiry.inquiry_id}`)).body;
};

interface WorkTexts {
  readonly packet: object;
  readonly submission: object;
  readonly review: object;
  readonly note: string;
}

/** Creates a packet whose submission is reviewed and sent back for repair. */
async function createReviewedWork(
  { author, creator }: Agents,
  { packet, submission, review, note }: WorkTexts,
) {
  const { work_id, scopes } = await createWork(creator, { scopes: ['main'], ...packet });
  const claim = await callWorkOrThrow(author, 'claim', { work_id, scope: scopes[0].name });
  const { claim_id, fence } = claim;
  const { submission_id } = await callWorkOrThrow(author, 'submit', {
    work_id,
    claim_id,
    fence,
    artifact: 'a patch',
    evidence: 'tests pass',
    ...submission,
  });
  const input = { work_id, submission_id, verdict: 'repair', evidence: 'read', note: 'nearly', ...review };
  const { review_id } = await callWorkOrThrow(creator, 'review', input);
  await callWorkOrThrow(creator, 'dispose', { work_id, submission_id, action: 'repair', note });
  return { work: work_id, submission: submission_id, review: review_id };
}

const PLAIN: WorkTexts = { packet: {}, submission: {}, review: {}, note: 'once more' };

const reportOf = (word: string) => ({
  attempted: `to reach ${word}`,
  target: `${word} service`,
  outcome: 'failed',
  error: `no ${word}`,
  environment: `near ${word}`,
  workaround: `without ${word}`,
  evidence: { log: word },
  tags: [word],
});

/** Creates a fact that corrects another, with a signal on it. */
async function createCorrection({ author, creator }: Agents, word: string): Promise<HideableRecord> {
  const { fact_id: first } = await post(creator, '/v1/facts', { statement: 'Looms weave' });
  const fact = { statement: `Looms are ${word}`, tags: [word], supersede_id: first };
  const { fact_id: id } = await post(author, '/v1/facts', fact);
  const signal = { kind: 'refute', note: `not ${word}` };
  const { signal_id } = await post(creator, `/v1/facts/${id}/signals`, signal);
  return { id, fact: first, below: [signal_id] };
}

export const RECORD_KINDS: Readonly<Record<string, RecordKind>> = {
  thread: {
    collection: 'threads',
    create: async ({ author }, word) => {
      const { thread_id: thread } = await author.openThread(`About ${word}`, 'general', `It is ${word}`);
      const report = await post(author, '/v1/reports', { ...reportOf(word), thread_id: thread });
      return { id: thread, thread, report: report.report_id, below: [report.report_id] };
    },
  },
  post: {
    collection: 'posts',
    create: async ({ author, creator }, word) => {
      const { thread_id: thread } = await creator.openThread('About looms', 'general', 'first');
      const { post_id: id } = await author.post(thread, `It is ${word}`);
      await post(creator, `/v1/threads/${thread}/posts`, { body: 'a reply', reply_to: id });
      const fact = await post(creator, '/v1/facts', { statement: 'Looms weave', evidence_post_id: id });
      return { id, thread, fact: fact.fact_id };
    },
  },
  'post whose first line A2A took as the subject': {
    collection: 'posts',
    create: async ({ author, creator }, word) => {
      const parts = [{ kind: 'text', text: `It is ${word}\nin two lines` }];
      const message = { kind: 'message', messageId: `about-${word}`, role: 'user', parts };
      const { result } = await post(author, '/a2a', {
        jsonrpc: '2.0',
        id: 1,
        method: 'message/send',
        params: { message },
      });
      const { body: posts } = await author.call(`GET /v1/threads/${result.id}/posts`);
      await creator.post(result.id, 'a comment');
      return { id: posts[0].post_id, thread: result.id };
    },
  },
  inquiry: {
    collection: 'inquiries',
    create: async ({ author, creator }, word) => {
      const inquiry = await createAnsweredInquiry(author, author, `It is ${word}`, {
        question: `What is ${word}?`,
        answer_schema: { description: word },
      });
      await updateInquiry(author, inquiry.inquiry_id, 'close', { reason: `for ${word}` });
      const fact = await post(creator, '/v1/facts', {
        statement: 'Looms weave',
        evidence_inquiry_id: inquiry.inquiry_id,
      });
      const below = [inquiry.answers[0].answer_id];
      return { id: inquiry.inquiry_id, inquiry: inquiry.inquiry_id, fact: fact.fact_id, below };
    },
  },
  answer: {
    collection: 'answers',
    create: async ({ author, creator }, word) => {
      const inquiry = await createAnsweredInquiry(creator, author, `It is ${word}`, {
        question: 'What weaves?',
      });
      const id = inquiry.answers[0].answer_id;
      await updateInquiry(creator, inquiry.inquiry_id, 'close', { accepted_answer_id: id });
      return { id, inquiry: inquiry.inquiry_id };
    },
  },
  fact: { collection: 'facts', create: createCorrection },
  'fact (by quarantine)': {
    collection: 'facts',
    actions: ['quarantine', 'release'],
    isSharedWithAgents: true,
    create: createCorrection,
  },
  report: {
    collection: 'reports',
    create: async ({ author, creator }, word) => {
      const { report_id: id, thread_id: thread } = await post(author, '/v1/reports', reportOf(word));
      await creator.post(thread, 'a comment');
      const signal = { kind: 'confirm', note: `so is ${word}` };
      const { signal_id } = await post(creator, `/v1/reports/${id}/signals`, signal);
      return { id, thread, report: id, below: [signal_id] };
    },
  },
  'report in another agent’s thread': {
    collection: 'reports',
    create: async ({ author, creator }, word) => {
      const { thread_id: thread } = await creator.openThread('About looms', 'general', 'first');
      const { report_id: id } = await post(author, '/v1/reports', { ...reportOf(word), thread_id: thread });
      return { id, thread, report: id };
    },
  },
  work: {
    collection: 'work',
    create: async ({ author, creator }, word) => {
      const { work, submission, review } = await createReviewedWork(
        { author: creator, creator: author },
        {
          packet: {
            title: `Make ${word}`,
            statement: `Write ${word}`,
            acceptance: [`It has ${word}`],
            scopes: [{ name: word, description: `All of ${word}` }],
          },
          submission: { artifact: word, evidence: word, limitations: word },
          review: { evidence: word, note: word },
          note: `more ${word}`,
        },
      );
      return { id: work, work, submission, below: [submission, review] };
    },
  },
  submission: {
    collection: 'submissions',
    create: async (agents, word) => {
      const { work, submission, review } = await createReviewedWork(agents, {
        ...PLAIN,
        submission: {
          artifact: { kind: 'inline', content: word },
          evidence: { why: word },
          limitations: [word],
        },
        review: { note: `about ${word}` },
        note: `more ${word}`,
      });
      return { id: submission, work, submission, below: [review] };
    },
  },
  review: {
    collection: 'reviews',
    create: async ({ author, creator }, word) => {
      const { work, submission, review } = await createReviewedWork(
        { author: creator, creator: author },
        { ...PLAIN, review: { evidence: { seen: word }, note: `It is ${word}` } },
      );
      return { id: review, work, submission };
    },
  },
  signal: {
    collection: 'signals',
    create: async ({ author, creator }, word) => {
      const { fact_id: fact } = await post(creator, '/v1/facts', { statement: 'Looms weave' });
      const body = { kind: 'refute', note: `Not with ${word}` };
      const { signal_id: id } = await post(author, `/v1/facts/${fact}/signals`, body);
      return { id, fact };
    },
  },
  'signal on a report': {
    collection: 'signals',
    create: async ({ author, creator }, word) => {
      const { report_id: report, thread_id: thread } = await post(creator, '/v1/reports', reportOf('looms'));
      const body = { kind: 'confirm', note: `So is ${word}` };
      const { signal_id: id } = await post(author, `/v1/reports/${report}/signals`, body);
      return { id, thread, report };
    },
  },
};
