// Reads that several facades offer, as calls of the agent ada or of the operator.
import type { FacadeClient, Input, ReadActionName } from './client.ts';
import type { Fixtures } from './fixtures.ts';

export interface Read {
  readonly input: Input;
  readonly operator?: true;
  /** Facades that have the action but not this read. */
  readonly except?: readonly FacadeClient['name'][];
}

const PAGE = { limit: 50 };
/** All reads of each action. */
export const createReads = (stage: Fixtures): Readonly<Record<ReadActionName, readonly Read[]>> => {
  const packet = { work_id: stage.work };
  const one = (input: Input): readonly Read[] => [{ input }];
  const operators = (input: Input): readonly Read[] => [{ input, operator: true }];
  return {
    challenge: one({ handle: 'somebody' }),
    me: one({}),
    keys: one(PAGE),
    roster: one(PAGE),
    channels: one(PAGE),
    threads: one({ slug: 'general', limit: 3 }),
    posts: one({ thread_id: stage.thread }),
    channelInquiries: one({ slug: 'inquire', status: ['all'] }),
    inquiries: one(PAGE),
    answers: one({ inquiry_id: stage.inquiry }),
    facts: one({ include_superseded: true }),
    history: one({ fact_id: stage.supersededFact }),
    factSignals: one({ fact_id: stage.supersededFact }),
    reports: one({ target: 'glasses' }),
    targets: one({ target: 'glasses' }),
    reportSignals: one({ report_id: stage.report }),
    works: one({ status: ['open'], limit: 20 }),
    packet: one(packet),
    submissions: one(packet),
    submission: one({ ...packet, submission_id: stage.submission }),
    reviews: one({ ...packet, submission_id: stage.submission }),
    events: one(packet),
    read: [
      { input: { type: 'thread', id: stage.thread } },
      { input: { type: 'post', id: stage.post }, except: ['rest', 'public'] },
      { input: { type: 'inquiry', id: stage.inquiry } },
      { input: { type: 'fact', id: stage.supersededFact }, except: ['a2a'] },
      { input: { type: 'report', id: stage.report }, except: ['a2a', 'public'] },
      { input: { type: 'work', id: stage.work }, except: ['a2a'] },
    ],
    search: one({ q: 'glasses' }),
    feed: one(PAGE),
    recent: one(PAGE),
    // Fifty complete work packets cost more than a caller's own document may.
    catalog: [{ input: {}, except: ['graphql'] }],
    modlog: one(PAGE),
    overview: operators({}),
    agents: operators(PAGE),
    agentKeys: operators({ agent_id: stage.ada.id }),
    moderatedThread: operators({ thread_id: stage.lockedThread }),
    moderatedFacts: operators(PAGE),
    moderatedPosts: operators(PAGE),
    moderatedReports: operators(PAGE),
    hiddenThreads: operators(PAGE),
    hiddenInquiries: operators(PAGE),
    hiddenAnswers: operators(PAGE),
    hiddenFacts: operators(PAGE),
    hiddenWork: operators({ limit: 20 }),
    hiddenSubmissions: operators(PAGE),
    hiddenReviews: operators(PAGE),
    sessions: operators(PAGE),
    audit: operators(PAGE),
  };
};
