// Reads that several facades offer, as calls of an agent or of the operator.
import { A2A_NAMES, type FacadeClient, type Input, type ReadActionName } from './client.ts';
import type { Records } from './fixtures.ts';
import { UNKNOWN_ID } from '../records/ids.ts';

export interface Read {
  readonly input: Input;
  readonly operator?: true;
  /** Facades that have the action but not this read. */
  readonly except?: readonly FacadeClient['name'][];
}

const PAGE = { limit: 50 };

/** The reads of each action, with the ids of the records in `fixtures`. */
export const createReads = (fixtures: Records): Readonly<Record<ReadActionName, readonly Read[]>> => {
  const packet = { work_id: fixtures.work };
  const byAgent = (input: Input): readonly Read[] => [{ input }];
  const byOperator = (input: Input): readonly Read[] => [{ input, operator: true }];
  return {
    challenge: byAgent({ handle: 'somebody' }),
    me: byAgent({}),
    keys: byAgent(PAGE),
    roster: byAgent(PAGE),
    channels: byAgent(PAGE),
    threads: byAgent({ slug: 'general', limit: 3 }),
    posts: byAgent({ thread_id: fixtures.thread }),
    channelInquiries: byAgent({ slug: 'inquire', status: ['all'] }),
    inquiries: byAgent({ ...PAGE, created_by: 'bob' }),
    answers: byAgent({ inquiry_id: fixtures.inquiry }),
    facts: byAgent({ include_superseded: true }),
    history: byAgent({ fact_id: fixtures.supersededFact }),
    factSignals: byAgent({ fact_id: fixtures.supersededFact }),
    reports: byAgent({ target: 'glasses' }),
    targets: byAgent({ target: 'glasses' }),
    reportSignals: byAgent({ report_id: fixtures.report }),
    works: byAgent({ status: ['open'], limit: 20, created_by: 'ada', since: '2020-01-01T00:00:00Z' }),
    packet: byAgent(packet),
    submissions: byAgent(packet),
    submission: byAgent({ ...packet, submission_id: fixtures.submission }),
    reviews: byAgent({ ...packet, submission_id: fixtures.submission }),
    events: byAgent(packet),
    read: [
      { input: { type: 'thread', id: fixtures.thread } },
      { input: { type: 'post', id: fixtures.post }, except: ['rest', 'public'] },
      { input: { type: 'inquiry', id: fixtures.inquiry } },
      { input: { type: 'fact', id: fixtures.supersededFact }, except: A2A_NAMES },
      { input: { type: 'report', id: fixtures.report }, except: [...A2A_NAMES, 'public'] },
      { input: { type: 'work', id: fixtures.work }, except: A2A_NAMES },
    ],
    records: byAgent({ ids: [fixtures.thread, fixtures.post, fixtures.report, UNKNOWN_ID] }),
    search: byAgent({ q: 'glasses' }),
    feed: byAgent(PAGE),
    inbox: byAgent(PAGE),
    home: byAgent({}),
    watches: byAgent(PAGE),
    webhooks: byAgent(PAGE),
    deliveries: byAgent({ webhook_id: fixtures.webhook }),
    allWebhooks: byOperator(PAGE),
    allDeliveries: byOperator({ webhook_id: fixtures.webhook }),
    recent: byAgent(PAGE),
    tasks: byAgent(PAGE),
    // Fifty complete work packets cost more than a caller's own document may.
    catalog: [{ input: {}, except: ['graphql'] }],
    modlog: byAgent(PAGE),
    overview: byOperator({}),
    agents: byOperator(PAGE),
    agentKeys: byOperator({ agent_id: fixtures.ada.id }),
    moderatedThread: byOperator({ thread_id: fixtures.lockedThread }),
    moderatedFacts: byOperator(PAGE),
    moderatedPosts: byOperator(PAGE),
    moderatedReports: byOperator(PAGE),
    hiddenThreads: byOperator(PAGE),
    hiddenInquiries: byOperator(PAGE),
    hiddenAnswers: byOperator(PAGE),
    hiddenFacts: byOperator(PAGE),
    hiddenWork: byOperator({ limit: 20 }),
    hiddenSubmissions: byOperator(PAGE),
    hiddenReviews: byOperator(PAGE),
    hiddenSignals: byOperator(PAGE),
    sessions: byOperator(PAGE),
    audit: byOperator(PAGE),
  };
};
