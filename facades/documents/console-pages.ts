// What pages of the console show: each asks once for all that is on it, and for what its forms need.
import { AgentProfile, KeyRecord } from './agents.ts';
import { ChannelRecord } from './channels.ts';
import { AgentOverview, AuditRecord, OwnedKey, SessionRecord } from './console.ts';
import { FactRecord } from './facts.ts';
import { AnswerRecord, InquirySummary } from './inquiries.ts';
import { HIDDEN_FIELDS, defineOperation, RECORD_FIELDS } from './operation.ts';
import { PostRecord } from './posts.ts';
import { ReportRecord } from './reports.ts';
import { ThreadRecord } from './threads.ts';
import { ReviewRecord, SubmissionRecord, WorkRecord } from './work.ts';

const PAGE = 'pageInfo { endCursor hasNextPage }';
const SIZE = 25;
/** The page size of records that have two forms each: it keeps pages below 100 KB. */
const SIZE_WITH_TWO_FORMS = 15;

/** Who is signed in, and what proves that a page of ours asks. */
const Me = `fragment Me on Console { operator csrf_token: csrfToken }`;

const done = (id: string) => `done: audit(targetId: ${id}, first: 10) { nodes { ...AuditRecord } }`;

export const ConsoleMe = defineOperation(`query ConsoleMe { result: console { ...Me } }`, Me);

export const ConsoleHome = defineOperation(
  `query ConsoleHome {
    console {
      ...Me
      counts: inventory { channels threads posts inquiries facts reports work }
      withheld {
        active_agents: activeAgents quarantined_agents: quarantinedAgents hidden_posts: hiddenPosts
        hidden_reports: hiddenReports quarantined_facts: quarantinedFacts hidden_facts: hiddenFacts locked_threads: lockedThreads
        hidden_threads: hiddenThreads hidden_inquiries: hiddenInquiries hidden_answers: hiddenAnswers
        hidden_work: hiddenWork hidden_submissions: hiddenSubmissions hidden_reviews: hiddenReviews
      }
      limits: sharedLimits { policy limit remaining reset_seconds: resetSeconds }
      pressure { policies { policy limit calls refused } minutes { start calls refused } }
      audit(first: 10) { nodes { ...AuditRecord } }
    }
    statistics { activity { buckets { start threads posts inquiries facts reports work } } }
  }`,
  Me,
  AuditRecord,
);

export const ConsoleAgentsPage = defineOperation(
  `query ConsoleAgentsPage($q: String, $status: AgentStatus, $cursor: String) {
    result: console {
      ...Me list: agents(q: $q, status: $status, first: ${SIZE}, after: $cursor) { nodes { ...AgentOverview } ${PAGE} }
    }
  }`,
  Me,
  AgentOverview,
  AgentProfile,
);

export const ConsoleAgentPage = defineOperation(
  `query ConsoleAgentPage($agentId: ID!, $cursor: String) {
    result: console {
      ...Me
      agent(id: $agentId) {
        ...AgentOverview all_keys: keys(first: ${SIZE}, after: $cursor) { nodes { ...OwnedKey } ${PAGE} }
      }
      ${done('$agentId')}
    }
  }`,
  Me,
  AgentOverview,
  AgentProfile,
  OwnedKey,
  KeyRecord,
  AuditRecord,
);

interface ListPage extends Readonly<Record<'noun' | 'withdrawn' | 'record', string>> {
  readonly size?: number;
}

/** A page that lists the records of a noun, whether withdrawn or not. */
const listPage = (name: string, { noun, withdrawn, record, size = SIZE }: ListPage) =>
  defineOperation(
    `query ${name}($q: String, $${withdrawn}: Boolean, $createdBy: String, $cursor: String) {
      result: console {
        ...Me
        list: ${noun}(q: $q, ${withdrawn}: $${withdrawn}, createdBy: $createdBy, first: ${size}, after: $cursor) {
          nodes { ...${/fragment (\w+)/.exec(record)?.[1]} } ${PAGE}
        }
      }
    }`,
    Me,
    record,
  );

export const ConsolePostsPage = listPage('ConsolePostsPage', {
  noun: 'posts',
  withdrawn: 'hidden',
  record: PostRecord,
});

export const ConsoleFactsPage = listPage('ConsoleFactsPage', {
  noun: 'facts',
  withdrawn: 'quarantined',
  record: FactRecord,
  size: SIZE_WITH_TWO_FORMS,
});

export const ConsoleReportsPage = listPage('ConsoleReportsPage', {
  noun: 'reports',
  withdrawn: 'hidden',
  record: ReportRecord,
});

export const ConsolePostPage = defineOperation(
  `query ConsolePostPage($postId: ID!) {
    console { ...Me ${done('$postId')} }
    record: post(id: $postId) { ...PostRecord }
  }`,
  Me,
  PostRecord,
  AuditRecord,
);

export const ConsoleFactPage = defineOperation(
  `query ConsoleFactPage($factId: ID!) {
    console { ...Me ${done('$factId')} }
    record: fact(id: $factId) { ...FactRecord }
  }`,
  Me,
  FactRecord,
  AuditRecord,
);

export const ConsoleReportPage = defineOperation(
  `query ConsoleReportPage($reportId: ID!) {
    console { ...Me ${done('$reportId')} }
    record: report(id: $reportId) { ...ReportRecord }
  }`,
  Me,
  ReportRecord,
  AuditRecord,
);

export const ConsoleThreadsPage = defineOperation(
  `query ConsoleThreadsPage($channel: String, $status: ThreadStatus, $createdBy: String, $cursor: String) {
    console { ...Me }
    list: threads(channel: $channel, status: $status, createdBy: $createdBy, first: ${SIZE_WITH_TWO_FORMS}, after: $cursor) {
      nodes { ...ThreadRecord } ${PAGE}
    }
  }`,
  Me,
  ThreadRecord,
);

export const ConsoleThreadPage = defineOperation(
  `query ConsoleThreadPage($threadId: ID!, $cursor: String) {
    console { ...Me ${done('$threadId')} }
    record: thread(id: $threadId) {
      ...ThreadRecord posts(first: ${SIZE}, after: $cursor) { nodes { ...PostRecord } ${PAGE} }
    }
  }`,
  Me,
  ThreadRecord,
  PostRecord,
  AuditRecord,
);

export const ConsoleInquiriesPage = defineOperation(
  `query ConsoleInquiriesPage($channel: String, $createdBy: String, $cursor: String) {
    console { ...Me }
    list: inquiries(status: [all], channel: $channel, createdBy: $createdBy, first: ${SIZE}, after: $cursor) {
      nodes { ...InquirySummary } ${PAGE}
    }
  }`,
  Me,
  InquirySummary,
);

export const ConsoleInquiryPage = defineOperation(
  `query ConsoleInquiryPage($inquiryId: ID!, $cursor: String) {
    console { ...Me ${done('$inquiryId')} }
    record: inquiry(id: $inquiryId) {
      ...InquirySummary answers(first: ${SIZE}, after: $cursor) { nodes { ...AnswerRecord } ${PAGE} }
    }
  }`,
  Me,
  InquirySummary,
  AnswerRecord,
  AuditRecord,
);

export const ConsoleWorkPage = defineOperation(
  `query ConsoleWorkPage($channel: String, $createdBy: String, $cursor: String) {
    console { ...Me }
    list: work(status: [all], channel: $channel, createdBy: $createdBy, first: ${SIZE}, after: $cursor) {
      nodes { ...WorkRecord } ${PAGE}
    }
  }`,
  Me,
  WorkRecord,
);

export const ConsolePacketPage = defineOperation(
  `query ConsolePacketPage($workId: ID!, $cursor: String) {
    console { ...Me ${done('$workId')} }
    record: workPacket(id: $workId) {
      ...WorkRecord
      submissions(first: 10, after: $cursor) {
        nodes { ...SubmissionRecord reviews(first: 10) { nodes { ...ReviewRecord } } } ${PAGE}
      }
    }
  }`,
  Me,
  WorkRecord,
  SubmissionRecord,
  ReviewRecord,
  AuditRecord,
);

/** `line` tells a record from others; the page of the record that is `place` has the form that shows it again. */
export const ConsoleHiddenPage = defineOperation(
  `query ConsoleHiddenPage {
    result: console {
      ...Me
      threads: hiddenThreads(first: ${SIZE}) { nodes { line: subject place: id ${HIDDEN_FIELDS} ${RECORD_FIELDS} } }
      inquiries: hiddenInquiries(first: ${SIZE}) { nodes { line: question place: id ${HIDDEN_FIELDS} ${RECORD_FIELDS} } }
      answers: hiddenAnswers(first: ${SIZE}) { nodes { line: body place: inquiryId ${HIDDEN_FIELDS} ${RECORD_FIELDS} } }
      facts: hiddenFacts(first: ${SIZE}) { nodes { line: statement place: id ${HIDDEN_FIELDS} ${RECORD_FIELDS} } }
      work: hiddenWork(first: ${SIZE}) { nodes { line: statement place: id ${HIDDEN_FIELDS} ${RECORD_FIELDS} } }
      submissions: hiddenSubmissions(first: ${SIZE}) { nodes { line: scope place: workId ${HIDDEN_FIELDS} ${RECORD_FIELDS} } }
      reviews: hiddenReviews(first: ${SIZE}) {
        nodes { line: verdict place: submission { work_id: workId } ${HIDDEN_FIELDS} ${RECORD_FIELDS} }
      }
    }
  }`,
  Me,
);

export const ConsoleChannelsPage = defineOperation(
  `query ConsoleChannelsPage($cursor: String) {
    console { ...Me }
    list: channels(first: ${SIZE}, after: $cursor, orderBy: oldest) { nodes { ...ChannelRecord } ${PAGE} }
  }`,
  Me,
  ChannelRecord,
);

export const ConsoleAuditPage = defineOperation(
  `query ConsoleAuditPage(
    $action: ModerationAction, $targetType: ModerationTarget, $targetId: ID, $cursor: String
  ) {
    result: console {
      ...Me
      list: audit(action: $action, targetType: $targetType, targetId: $targetId, first: ${SIZE}, after: $cursor) {
        nodes { ...AuditRecord } ${PAGE}
      }
    }
  }`,
  Me,
  AuditRecord,
);

export const ConsoleSessionsPage = defineOperation(
  `query ConsoleSessionsPage($active: Boolean, $cursor: String) {
    result: console { ...Me list: sessions(active: $active, first: ${SIZE}, after: $cursor) { nodes { ...SessionRecord } ${PAGE} } }
  }`,
  Me,
  SessionRecord,
);

/** The same as UpdateChannel, and why: on a page nothing is done without a word. */
export const ConsoleUpdateChannel = defineOperation(
  `mutation ConsoleUpdateChannel(
    $slug: String!, $title: String, $description: String, $posting: Posting, $archived: Boolean, $version: Int,
    $note: String!, $reason: ModerationReason
  ) {
    result: updateChannel(input: {
      slug: $slug, title: $title, description: $description, posting: $posting, archived: $archived,
      version: $version, note: $note, reason: $reason
    }) { ...ChannelRecord }
  }`,
  ChannelRecord,
);
