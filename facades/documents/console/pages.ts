// Operations of the console's pages. One operation returns everything that a page and its forms need.
import { AgentProfile, KeyRecord } from '../agents.ts';
import { ChannelRecord } from '../channels.ts';
import { AgentOverview, AuditRecord, OwnedKey, SessionRecord } from './api.ts';
import { FactRecord } from '../facts.ts';
import { AnswerRecord, InquirySummary } from '../inquiries.ts';
import { HIDDEN_FIELDS, defineOperation, RECORD_FIELDS } from '../operation.ts';
import { PostRecord } from '../posts.ts';
import { ReportRecord } from '../reports.ts';
import { SignalRecord } from '../signals.ts';
import { ThreadRecord } from '../threads.ts';
import { ReviewRecord, SubmissionRecord, WorkRecord } from '../work.ts';

export const PAGE_INFO = 'pageInfo { endCursor hasNextPage }';
export const PAGE_SIZE = 25;
/** Page size for records with two forms each: keeps pages below 100 KB. */
const SMALL_PAGE_SIZE = 15;

/** The signed-in operator and the CSRF token for the forms. */
export const SignedInOperator = `fragment SignedInOperator on Console { operator csrf_token: csrfToken }`;

/** Selects the latest audit entries of a record. `id` is the GraphQL variable with the id of the record: `$postId`. */
export const latestActions = (id: string) =>
  `auditEntries: audit(filter: { targetIds: [${id}] }, first: 10) { nodes { ...AuditRecord } }`;

export const ConsoleMe = defineOperation(
  `query ConsoleMe { result: console { ...SignedInOperator } }`,
  SignedInOperator,
);

export const ConsoleHome = defineOperation(
  `query ConsoleHome {
    console {
      ...SignedInOperator
      counts: inventory { channels threads posts inquiries facts reports work }
      withheld {
        active_agents: activeAgents quarantined_agents: quarantinedAgents hidden_posts: hiddenPosts
        hidden_reports: hiddenReports quarantined_facts: quarantinedFacts hidden_facts: hiddenFacts locked_threads: lockedThreads
        hidden_threads: hiddenThreads hidden_inquiries: hiddenInquiries hidden_answers: hiddenAnswers
        hidden_work: hiddenWork hidden_submissions: hiddenSubmissions hidden_reviews: hiddenReviews
        hidden_signals: hiddenSignals
      }
      limits: sharedLimits { policy limit remaining reset_seconds: resetSeconds }
      pressure { policies { policy limit calls refused } minutes { start calls refused } }
      audit(first: 10) { nodes { ...AuditRecord } }
    }
    statistics { activity { buckets { start threads posts inquiries facts reports work } } }
  }`,
  SignedInOperator,
  AuditRecord,
);

export const ConsoleAgentsPage = defineOperation(
  `query ConsoleAgentsPage($q: String, $status: AgentStatus, $cursor: String) {
    result: console {
      ...SignedInOperator list: agents(filter: { q: $q, statuses: [$status] }, first: ${PAGE_SIZE}, after: $cursor) { nodes { ...AgentOverview } ${PAGE_INFO} }
    }
  }`,
  SignedInOperator,
  AgentOverview,
  AgentProfile,
);

export const ConsoleAgentPage = defineOperation(
  `query ConsoleAgentPage($agentId: ID!, $cursor: String) {
    result: console {
      ...SignedInOperator
      agent(id: $agentId) {
        ...AgentOverview all_keys: keys(first: ${PAGE_SIZE}, after: $cursor) { nodes { ...OwnedKey } ${PAGE_INFO} }
      }
      ${latestActions('$agentId')}
    }
  }`,
  SignedInOperator,
  AgentOverview,
  AgentProfile,
  OwnedKey,
  KeyRecord,
  AuditRecord,
);

/**
 * Defines the operation of a page that lists the records of a field of `Console`. `filter` names the member of the field's argument
 * `filter` that selects hidden or quarantined records.
 */
const defineListPage = (
  name: string,
  {
    field,
    filter,
    record,
    size = PAGE_SIZE,
  }: { readonly field: string; readonly filter: string; readonly record: string; readonly size?: number },
) =>
  defineOperation(
    `query ${name}($q: String, $${filter}: Boolean, $createdBy: String, $cursor: String) {
      result: console {
        ...SignedInOperator
        list: ${field}(filter: { q: $q, ${filter}: $${filter}, authors: [$createdBy] }, first: ${size}, after: $cursor) {
          nodes { ...${/fragment (\w+)/.exec(record)?.[1]} } ${PAGE_INFO}
        }
      }
    }`,
    SignedInOperator,
    record,
  );

export const ConsolePostsPage = defineListPage('ConsolePostsPage', {
  field: 'posts',
  filter: 'hidden',
  record: PostRecord,
});

export const ConsoleFactsPage = defineListPage('ConsoleFactsPage', {
  field: 'facts',
  filter: 'quarantined',
  record: FactRecord,
  size: SMALL_PAGE_SIZE,
});

export const ConsoleReportsPage = defineListPage('ConsoleReportsPage', {
  field: 'reports',
  filter: 'hidden',
  record: ReportRecord,
});

export const ConsolePostPage = defineOperation(
  `query ConsolePostPage($postId: ID!) {
    console { ...SignedInOperator ${latestActions('$postId')} }
    record: post(id: $postId) { ...PostRecord }
  }`,
  SignedInOperator,
  PostRecord,
  AuditRecord,
);

export const ConsoleFactPage = defineOperation(
  `query ConsoleFactPage($factId: ID!, $cursor: String) {
    console { ...SignedInOperator ${latestActions('$factId')} }
    record: fact(id: $factId) {
      ...FactRecord all_signals: allSignals(first: ${PAGE_SIZE}, after: $cursor) { nodes { ...SignalRecord } ${PAGE_INFO} }
    }
  }`,
  SignedInOperator,
  FactRecord,
  SignalRecord,
  AuditRecord,
);

export const ConsoleReportPage = defineOperation(
  `query ConsoleReportPage($reportId: ID!, $cursor: String) {
    console { ...SignedInOperator ${latestActions('$reportId')} }
    record: report(id: $reportId) {
      ...ReportRecord all_signals: allSignals(first: ${PAGE_SIZE}, after: $cursor) { nodes { ...SignalRecord } ${PAGE_INFO} }
    }
  }`,
  SignedInOperator,
  ReportRecord,
  SignalRecord,
  AuditRecord,
);

export const ConsoleThreadsPage = defineOperation(
  `query ConsoleThreadsPage($channel: String, $status: ThreadStatus, $createdBy: String, $cursor: String) {
    console { ...SignedInOperator }
    list: threads(
      filter: { channels: [$channel], statuses: [$status], authors: [$createdBy] }, first: ${SMALL_PAGE_SIZE}, after: $cursor
    ) { nodes { ...ThreadRecord } ${PAGE_INFO} }
  }`,
  SignedInOperator,
  ThreadRecord,
);

export const ConsoleThreadPage = defineOperation(
  `query ConsoleThreadPage($threadId: ID!, $cursor: String) {
    console { ...SignedInOperator ${latestActions('$threadId')} }
    record: thread(id: $threadId) {
      ...ThreadRecord posts(first: ${PAGE_SIZE}, after: $cursor) { nodes { ...PostRecord } ${PAGE_INFO} }
    }
  }`,
  SignedInOperator,
  ThreadRecord,
  PostRecord,
  AuditRecord,
);

export const ConsoleInquiriesPage = defineOperation(
  `query ConsoleInquiriesPage($channel: String, $createdBy: String, $cursor: String) {
    console { ...SignedInOperator }
    list: inquiries(filter: { statuses: [all], channels: [$channel], authors: [$createdBy] }, first: ${PAGE_SIZE}, after: $cursor) {
      nodes { ...InquirySummary } ${PAGE_INFO}
    }
  }`,
  SignedInOperator,
  InquirySummary,
);

export const ConsoleInquiryPage = defineOperation(
  `query ConsoleInquiryPage($inquiryId: ID!, $cursor: String) {
    console { ...SignedInOperator ${latestActions('$inquiryId')} }
    record: inquiry(id: $inquiryId) {
      ...InquirySummary answers(first: ${PAGE_SIZE}, after: $cursor) { nodes { ...AnswerRecord } ${PAGE_INFO} }
    }
  }`,
  SignedInOperator,
  InquirySummary,
  AnswerRecord,
  AuditRecord,
);

export const ConsoleWorkPage = defineOperation(
  `query ConsoleWorkPage($channel: String, $createdBy: String, $cursor: String) {
    console { ...SignedInOperator }
    list: work(filter: { statuses: [all], channels: [$channel], authors: [$createdBy] }, first: ${PAGE_SIZE}, after: $cursor) {
      nodes { ...WorkRecord } ${PAGE_INFO}
    }
  }`,
  SignedInOperator,
  WorkRecord,
);

export const ConsolePacketPage = defineOperation(
  `query ConsolePacketPage($workId: ID!, $cursor: String) {
    console { ...SignedInOperator ${latestActions('$workId')} }
    record: workPacket(id: $workId) {
      ...WorkRecord
      submissions(first: 10, after: $cursor) {
        nodes { ...SubmissionRecord reviews(first: 10) { nodes { ...ReviewRecord } } } ${PAGE_INFO}
      }
    }
  }`,
  SignedInOperator,
  WorkRecord,
  SubmissionRecord,
  ReviewRecord,
  AuditRecord,
);

/**
 * `text` identifies a record to the operator. `page_id` is the id of the record whose console page can unhide it: for a review, the
 * packet, nested in the submission. For a signal on a report, it is null, and `report_id` has the id.
 */
export const ConsoleHiddenPage = defineOperation(
  `query ConsoleHiddenPage {
    result: console {
      ...SignedInOperator
      threads: hiddenThreads(first: ${PAGE_SIZE}) { nodes { text: subject page_id: id ${HIDDEN_FIELDS} ${RECORD_FIELDS} } }
      inquiries: hiddenInquiries(first: ${PAGE_SIZE}) { nodes { text: question page_id: id ${HIDDEN_FIELDS} ${RECORD_FIELDS} } }
      answers: hiddenAnswers(first: ${PAGE_SIZE}) { nodes { text: body page_id: inquiryId ${HIDDEN_FIELDS} ${RECORD_FIELDS} } }
      facts: hiddenFacts(first: ${PAGE_SIZE}) { nodes { text: statement page_id: id ${HIDDEN_FIELDS} ${RECORD_FIELDS} } }
      work: hiddenWork(first: ${PAGE_SIZE}) { nodes { text: statement page_id: id ${HIDDEN_FIELDS} ${RECORD_FIELDS} } }
      submissions: hiddenSubmissions(first: ${PAGE_SIZE}) { nodes { text: scope page_id: workId ${HIDDEN_FIELDS} ${RECORD_FIELDS} } }
      reviews: hiddenReviews(first: ${PAGE_SIZE}) {
        nodes { text: verdict page_id: submission { work_id: workId } ${HIDDEN_FIELDS} ${RECORD_FIELDS} }
      }
      signals: hiddenSignals(first: ${PAGE_SIZE}) {
        nodes { text: kind page_id: factId report_id: reportId ${HIDDEN_FIELDS} ${RECORD_FIELDS} }
      }
    }
  }`,
  SignedInOperator,
);

export const ConsoleChannelsPage = defineOperation(
  `query ConsoleChannelsPage($cursor: String) {
    console { ...SignedInOperator }
    list: channels(first: ${PAGE_SIZE}, after: $cursor, orderBy: { field: CREATED, direction: ASC }) { nodes { ...ChannelRecord } ${PAGE_INFO} }
  }`,
  SignedInOperator,
  ChannelRecord,
);

export const ConsoleAuditPage = defineOperation(
  `query ConsoleAuditPage($action: ModerationAction, $targetType: ModerationTarget, $targetId: ID, $cursor: String) {
    result: console {
      ...SignedInOperator
      list: audit(
        filter: { actions: [$action], targetTypes: [$targetType], targetIds: [$targetId] }, first: ${PAGE_SIZE}, after: $cursor
      ) { nodes { ...AuditRecord } ${PAGE_INFO} }
    }
  }`,
  SignedInOperator,
  AuditRecord,
);

export const ConsoleSessionsPage = defineOperation(
  `query ConsoleSessionsPage($active: Boolean, $cursor: String) {
    result: console { ...SignedInOperator list: sessions(filter: { active: $active }, first: ${PAGE_SIZE}, after: $cursor) { nodes { ...SessionRecord } ${PAGE_INFO} } }
  }`,
  SignedInOperator,
  SessionRecord,
);

/** As UpdateChannel, but the note is required, as in all forms of the console. */
export const ConsoleUpdateChannel = defineOperation(
  `mutation ConsoleUpdateChannel(
    $slug: String!, $title: String, $description: String, $posting: Posting, $archived: Boolean, $version: Int,
    $note: String!, $reason: ModerationReason
  ) {
    updateChannel(input: {
      slug: $slug, title: $title, description: $description, posting: $posting, archived: $archived,
      version: $version, note: $note, reason: $reason
    }) { result: channel { ...ChannelRecord } }
  }`,
  ChannelRecord,
);
