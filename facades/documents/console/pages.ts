// Operations of the console's pages. One operation returns everything that a page and its forms need.
import { AgentProfile, KeyRecord } from '../agents.ts';
import { ChannelRecord } from '../channels.ts';
import { AgentOverview, AuditRecord, OwnedKey, SessionRecord } from './api.ts';
import { HIDDEN_FIELDS, defineOperation, RECORD_FIELDS } from '../operation.ts';

export const PAGE_INFO = 'pageInfo { endCursor hasNextPage }';
export const PAGE_SIZE = 25;

/** For records that can have a parent. The form and the notice of a hidden record depend on this field. */
export const HIDDEN_WITH_PARENT = 'hidden_with_parent: hiddenWithParent';

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
 * `text` identifies a record to the operator. `page_id` is the id of the record whose console page can hide or unhide it. For a
 * review, `page_id` has the ids of its packet and submission. For a signal on a report, it is null, and `report_id` has the id.
 */
export const ConsoleHiddenPage = defineOperation(
  `query ConsoleHiddenPage {
    result: console {
      ...SignedInOperator
      threads: hiddenThreads(first: ${PAGE_SIZE}) { nodes { text: subject page_id: id ${HIDDEN_FIELDS} ${RECORD_FIELDS} } }
      inquiries: hiddenInquiries(first: ${PAGE_SIZE}) { nodes { text: question page_id: id ${HIDDEN_FIELDS} ${RECORD_FIELDS} } }
      answers: hiddenAnswers(first: ${PAGE_SIZE}) { nodes { text: body page_id: inquiryId ${HIDDEN_WITH_PARENT} ${HIDDEN_FIELDS} ${RECORD_FIELDS} } }
      facts: hiddenFacts(first: ${PAGE_SIZE}) { nodes { text: statement page_id: id ${HIDDEN_FIELDS} ${RECORD_FIELDS} } }
      work: hiddenWork(first: ${PAGE_SIZE}) { nodes { text: statement page_id: id ${HIDDEN_FIELDS} ${RECORD_FIELDS} } }
      submissions: hiddenSubmissions(first: ${PAGE_SIZE}) { nodes { text: scope page_id: workId ${HIDDEN_WITH_PARENT} ${HIDDEN_FIELDS} ${RECORD_FIELDS} } }
      reviews: hiddenReviews(first: ${PAGE_SIZE}) {
        nodes {
          text: verdict page_id: submission { work_id: workId submission_id: id }
          ${HIDDEN_WITH_PARENT} ${HIDDEN_FIELDS} ${RECORD_FIELDS}
        }
      }
      signals: hiddenSignals(first: ${PAGE_SIZE}) {
        nodes { text: kind page_id: factId report_id: reportId ${HIDDEN_WITH_PARENT} ${HIDDEN_FIELDS} ${RECORD_FIELDS} }
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

/** As UpdateChannel, but the note is required, as in all moderation forms of the console. */
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
