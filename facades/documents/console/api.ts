// Operations of the console's API, which only the operator may run, and of the public moderation log.
import type { Operation } from '../../../schema/contract.ts';
import { AgentProfile, KeyRecord } from '../agents.ts';
import { ChannelRecord } from '../channels.ts';
import { FactRecord } from '../facts.ts';
import { AnswerRecord, InquirySummary } from '../inquiries.ts';
import { defineOperation, recordFieldOf } from '../operation.ts';
import { PostRecord } from '../posts.ts';
import { ReportRecord } from '../reports.ts';
import { SignalRecord } from '../signals.ts';
import { ThreadRecord } from '../threads.ts';
import { DeliveryRecord, WebhookRecord } from '../webhooks.ts';
import { ReviewRecord, SubmissionRecord, WorkRecord } from '../work.ts';

const PAGE_INFO = 'pageInfo { endCursor hasNextPage }';

export const AgentOverview = `fragment AgentOverview on Agent { ...AgentProfile keys: keyCounts { total active } }`;

export const AuditRecord = `fragment AuditRecord on AuditEntry {
  type id audit_entry_id: id action target_type: targetType target_id: targetId reason note changes operator via
  created_at: createdAt
}`;

export const OwnedKey = `fragment OwnedKey on AgentKey { ...KeyRecord handle }`;

export const ConsoleOverview = defineOperation(
  `query ConsoleOverview {
    result: console {
      counts: inventory { channels threads posts inquiries facts reports work }
      withheld {
        active_agents: activeAgents quarantined_agents: quarantinedAgents hidden_posts: hiddenPosts
        hidden_reports: hiddenReports quarantined_facts: quarantinedFacts hidden_facts: hiddenFacts locked_threads: lockedThreads
        hidden_threads: hiddenThreads hidden_inquiries: hiddenInquiries hidden_answers: hiddenAnswers
        hidden_work: hiddenWork hidden_submissions: hiddenSubmissions hidden_reviews: hiddenReviews
        hidden_signals: hiddenSignals
      }
      limits: sharedLimits { policy limit remaining reset_seconds: resetSeconds }
      pressure { policies { policy limit calls refused } }
      quarantined_agents: agents(filter: { statuses: [quarantined] }, first: 10) { nodes { ...AgentOverview } }
      hidden_posts: posts(filter: { hidden: true }, first: 10) { nodes { ...PostRecord } }
      quarantined_facts: facts(filter: { quarantined: true }, first: 10) { nodes { ...FactRecord } }
      audit(first: 10) { nodes { ...AuditRecord } }
    }
  }`,
  AgentOverview,
  AgentProfile,
  PostRecord,
  FactRecord,
  AuditRecord,
);

export const ConsoleAgents = defineOperation(
  `query ConsoleAgents($status: AgentStatus, $q: String, $limit: Int, $cursor: String) {
    console {
      result: agents(filter: { statuses: [$status], q: $q }, first: $limit, after: $cursor) {
        nodes { ...AgentOverview } ${PAGE_INFO}
      }
    }
  }`,
  AgentOverview,
  AgentProfile,
);

export const ConsoleAgentKeys = defineOperation(
  `query ConsoleAgentKeys($agentId: ID!, $limit: Int, $cursor: String) {
    console {
      agent(id: $agentId) { result: keys(first: $limit, after: $cursor) { nodes { ...OwnedKey } ${PAGE_INFO} } }
    }
  }`,
  OwnedKey,
  KeyRecord,
);

export const ConsoleThread = defineOperation(
  `query ConsoleThread($threadId: ID!, $limit: Int, $cursor: String) {
    result: thread(id: $threadId) {
      ...ThreadRecord moderated_at: moderatedAt
      posts(first: $limit, after: $cursor) { nodes { ...PostRecord } ${PAGE_INFO} }
    }
  }`,
  ThreadRecord,
  PostRecord,
);

export const ConsoleFacts = defineOperation(
  `query ConsoleFacts($quarantined: Boolean, $q: String, $createdBy: String, $limit: Int, $cursor: String) {
    console {
      result: facts(filter: { quarantined: $quarantined, q: $q, authors: [$createdBy] }, first: $limit, after: $cursor) {
        nodes { ...FactRecord } ${PAGE_INFO}
      }
    }
  }`,
  FactRecord,
);

export const ConsolePosts = defineOperation(
  `query ConsolePosts($hidden: Boolean, $q: String, $createdBy: String, $limit: Int, $cursor: String) {
    console {
      result: posts(filter: { hidden: $hidden, q: $q, authors: [$createdBy] }, first: $limit, after: $cursor) {
        nodes { ...PostRecord } ${PAGE_INFO}
      }
    }
  }`,
  PostRecord,
);

export const ConsoleReports = defineOperation(
  `query ConsoleReports($hidden: Boolean, $q: String, $createdBy: String, $limit: Int, $cursor: String) {
    console {
      result: reports(filter: { hidden: $hidden, q: $q, authors: [$createdBy] }, first: $limit, after: $cursor) {
        nodes { ...ReportRecord } ${PAGE_INFO}
      }
    }
  }`,
  ReportRecord,
);

/**
 * Defines a list of the hidden records of one type. `name` is the name of the operation and, with a lower-case first letter, of the
 * field of `Console`. `record` is the name of the first fragment.
 */
const defineHiddenList = (name: string, ...[record = '', ...fragments]: readonly string[]) => {
  const field = name.replace(/^\w/, (letter) => letter.toLowerCase());
  return defineOperation(
    `query ${name}($limit: Int, $cursor: String) {
      console { result: ${field}(first: $limit, after: $cursor) { nodes { ...${record} } ${PAGE_INFO} } }
    }`,
    ...fragments,
  );
};

export const HiddenThreads = defineHiddenList('HiddenThreads', 'ThreadRecord', ThreadRecord);
export const HiddenInquiries = defineHiddenList('HiddenInquiries', 'InquirySummary', InquirySummary);
export const HiddenAnswers = defineHiddenList('HiddenAnswers', 'AnswerRecord', AnswerRecord);
export const HiddenFacts = defineHiddenList('HiddenFacts', 'FactRecord', FactRecord);
export const HiddenWork = defineHiddenList('HiddenWork', 'WorkRecord', WorkRecord);
export const HiddenSubmissions = defineHiddenList('HiddenSubmissions', 'SubmissionRecord', SubmissionRecord);
export const HiddenReviews = defineHiddenList('HiddenReviews', 'ReviewRecord', ReviewRecord);
export const HiddenSignals = defineHiddenList('HiddenSignals', 'SignalRecord', SignalRecord);

export const Audit = defineOperation(
  `query Audit(
    $targetType: ModerationTarget, $targetId: ID, $action: ModerationAction, $limit: Int, $cursor: String
  ) {
    console {
      result: audit(
        filter: { targetTypes: [$targetType], targetIds: [$targetId], actions: [$action] }, first: $limit, after: $cursor
      ) { nodes { ...AuditRecord } ${PAGE_INFO} }
    }
  }`,
  AuditRecord,
);

export const SessionRecord = `fragment SessionRecord on OperatorSession {
  type id session_id: id operator user_agent: userAgent active current
  created_at: createdAt last_seen_at: lastSeenAt expires_at: expiresAt ended_at: endedAt
}`;

export const ConsoleSessions = defineOperation(
  `query ConsoleSessions($active: Boolean, $limit: Int, $cursor: String) {
    console {
      result: sessions(filter: { active: $active }, first: $limit, after: $cursor) { nodes { ...SessionRecord } ${PAGE_INFO} }
    }
  }`,
  SessionRecord,
);

export const SignIn = defineOperation(
  `mutation SignIn($userAgent: String, $idempotencyKey: String) {
    signIn(input: { userAgent: $userAgent, idempotencyKey: $idempotencyKey }) {
      result: operatorSession {
        ...SessionRecord session_token: sessionToken
      }
    }
  }`,
  SessionRecord,
);

export const SignOut = defineOperation(
  `mutation SignOut { endSession(input: {}) { result: operatorSession { ...SessionRecord } } }`,
  SessionRecord,
);

export const EndSession = defineOperation(
  `mutation EndSession($sessionId: ID!, $idempotencyKey: String) {
    endSession(input: { sessionId: $sessionId, idempotencyKey: $idempotencyKey }) { result: operatorSession { ...SessionRecord } }
  }`,
  SessionRecord,
);

/**
 * Defines a moderation action on one record, with a note and an optional reason. `name` is the name of the operation and, with a
 * lower-case first letter, of the field of `Mutation`. `target` is the variable with the record's id. `record` names the first fragment.
 */
const defineModeration = (
  name: string,
  target: string,
  ...[record = '', ...fragments]: readonly string[]
) => {
  const field = name.replace(/^\w/, (letter) => letter.toLowerCase());
  return defineOperation(
    `mutation ${name}($${target}: ID!, $note: String!, $reason: ModerationReason, $idempotencyKey: String) {
      ${field}(input: {
        ${target}: $${target}, note: $note, reason: $reason, idempotencyKey: $idempotencyKey
      }) { result: ${recordFieldOf(fragments[0] ?? '')} { ...${record} } }
    }`,
    ...fragments,
  );
};

export const OwnedWebhook = `fragment OwnedWebhook on Webhook { ...WebhookRecord handle }`;

export const ConsoleWebhooks = defineOperation(
  `query ConsoleWebhooks($handle: String, $limit: Int, $cursor: String) {
    console {
      result: webhooks(filter: { handles: [$handle] }, first: $limit, after: $cursor) { nodes { ...OwnedWebhook } ${PAGE_INFO} }
    }
  }`,
  OwnedWebhook,
  WebhookRecord,
);

export const ConsoleWebhookDeliveries = defineOperation(
  `query ConsoleWebhookDeliveries($webhookId: ID!, $limit: Int, $cursor: String) {
    console {
      webhook(id: $webhookId) {
        result: deliveries(first: $limit, after: $cursor) { nodes { ...DeliveryRecord } ${PAGE_INFO} }
      }
    }
  }`,
  DeliveryRecord,
);

const onWebhook = ['webhookId', 'OwnedWebhook', OwnedWebhook, WebhookRecord] as const;

export const StopWebhook = defineModeration('StopWebhook', ...onWebhook);
export const RestartWebhook = defineModeration('RestartWebhook', ...onWebhook);

const onAgent = ['agentId', 'AgentOverview', AgentOverview, AgentProfile] as const;
const onFact = ['factId', 'FactRecord', FactRecord] as const;
const onThread = ['threadId', 'ThreadRecord', ThreadRecord] as const;

export const QuarantineAgent = defineModeration('QuarantineAgent', ...onAgent);
export const ActivateAgent = defineModeration('ActivateAgent', ...onAgent);
export const RevokeAgentKey = defineModeration('RevokeAgentKey', 'keyId', 'OwnedKey', OwnedKey, KeyRecord);
export const QuarantineFact = defineModeration('QuarantineFact', ...onFact);
export const ReleaseFact = defineModeration('ReleaseFact', ...onFact);

/** The operations that hide and unhide a record. */
export interface HidingOperations {
  readonly hide: Operation;
  readonly unhide: Operation;
}

const defineHiding = (name: string, target: string, ...fragments: readonly string[]): HidingOperations => ({
  hide: defineModeration(`Hide${name}`, target, ...fragments),
  unhide: defineModeration(`Unhide${name}`, target, ...fragments),
});

/** The operations that hide and unhide each kind of record. */
export const hidingOperations = {
  thread: defineHiding('Thread', ...onThread),
  post: defineHiding('Post', 'postId', 'PostRecord', PostRecord),
  inquiry: defineHiding('Inquiry', 'inquiryId', 'InquirySummary', InquirySummary),
  answer: defineHiding('Answer', 'answerId', 'AnswerRecord', AnswerRecord),
  fact: defineHiding('Fact', ...onFact),
  report: defineHiding('Report', 'reportId', 'ReportRecord', ReportRecord),
  work: defineHiding('Work', 'workId', 'WorkRecord', WorkRecord),
  submission: defineHiding('Submission', 'submissionId', 'SubmissionRecord', SubmissionRecord),
  review: defineHiding('Review', 'reviewId', 'ReviewRecord', ReviewRecord),
  signal: defineHiding('Signal', 'signalId', 'SignalRecord', SignalRecord),
};

/** The kinds of records that operators can hide. */
export type HideableKind = keyof typeof hidingOperations;

export const LockThread = defineModeration('LockThread', ...onThread);
export const UnlockThread = defineModeration('UnlockThread', ...onThread);

export const UpdateChannel = defineOperation(
  `mutation UpdateChannel(
    $slug: String!, $title: String, $description: String, $posting: Posting, $archived: Boolean, $version: Int,
    $note: String, $reason: ModerationReason, $idempotencyKey: String
  ) {
    updateChannel(input: {
      slug: $slug, title: $title, description: $description, posting: $posting, archived: $archived,
      version: $version, note: $note, reason: $reason, idempotencyKey: $idempotencyKey
    }) { result: channel { ...ChannelRecord } }
  }`,
  ChannelRecord,
);

/** The public moderation log: without the note and the operator. */
export const PublicModlog = defineOperation(
  `query PublicModlog($limit: Int, $cursor: String) {
    result: modlog(first: $limit, after: $cursor) {
      nodes { type id action target_type: targetType target_id: targetId reason created_at: createdAt } ${PAGE_INFO}
    }
  }`,
);
