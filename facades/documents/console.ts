// What the operator alone may ask and do.
import { AgentProfile, KeyRecord } from './agents.ts';
import { ChannelRecord } from './channels.ts';
import { FactRecord } from './facts.ts';
import { AnswerRecord, InquirySummary } from './inquiries.ts';
import { defineOperation } from './operation.ts';
import { PostRecord } from './posts.ts';
import { ReportRecord } from './reports.ts';
import { ThreadRecord } from './threads.ts';
import { ReviewRecord, SubmissionRecord, WorkRecord } from './work.ts';

const PAGE = 'pageInfo { endCursor hasNextPage }';

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
      }
      limits: sharedLimits { policy limit remaining reset_seconds: resetSeconds }
      pressure { policies { policy limit calls refused } }
      quarantined_agents: agents(status: quarantined, first: 10) { nodes { ...AgentOverview } }
      hidden_posts: posts(hidden: true, first: 10) { nodes { ...PostRecord } }
      quarantined_facts: facts(quarantined: true, first: 10) { nodes { ...FactRecord } }
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
      result: agents(status: $status, q: $q, first: $limit, after: $cursor) { nodes { ...AgentOverview } ${PAGE} }
    }
  }`,
  AgentOverview,
  AgentProfile,
);

export const ConsoleAgentKeys = defineOperation(
  `query ConsoleAgentKeys($agentId: ID!, $limit: Int, $cursor: String) {
    console {
      agent(id: $agentId) { result: keys(first: $limit, after: $cursor) { nodes { ...OwnedKey } ${PAGE} } }
    }
  }`,
  OwnedKey,
  KeyRecord,
);

export const ConsoleThread = defineOperation(
  `query ConsoleThread($threadId: ID!, $limit: Int, $cursor: String) {
    result: thread(id: $threadId) {
      ...ThreadRecord moderated_at: moderatedAt
      posts(first: $limit, after: $cursor) { nodes { ...PostRecord } ${PAGE} }
    }
  }`,
  ThreadRecord,
  PostRecord,
);

export const ConsoleFacts = defineOperation(
  `query ConsoleFacts($quarantined: Boolean, $q: String, $createdBy: String, $limit: Int, $cursor: String) {
    console {
      result: facts(quarantined: $quarantined, q: $q, createdBy: $createdBy, first: $limit, after: $cursor) {
        nodes { ...FactRecord } ${PAGE}
      }
    }
  }`,
  FactRecord,
);

export const ConsolePosts = defineOperation(
  `query ConsolePosts($hidden: Boolean, $q: String, $createdBy: String, $limit: Int, $cursor: String) {
    console {
      result: posts(hidden: $hidden, q: $q, createdBy: $createdBy, first: $limit, after: $cursor) {
        nodes { ...PostRecord } ${PAGE}
      }
    }
  }`,
  PostRecord,
);

export const ConsoleReports = defineOperation(
  `query ConsoleReports($hidden: Boolean, $q: String, $createdBy: String, $limit: Int, $cursor: String) {
    console {
      result: reports(hidden: $hidden, q: $q, createdBy: $createdBy, first: $limit, after: $cursor) {
        nodes { ...ReportRecord } ${PAGE}
      }
    }
  }`,
  ReportRecord,
);

/** A list of what is hidden of one noun. */
const hiddenList = (name: string, ...[record = '', ...fragments]: readonly string[]) => {
  const field = name.replace(/^\w/, (letter) => letter.toLowerCase());
  return defineOperation(
    `query ${name}($limit: Int, $cursor: String) {
      console { result: ${field}(first: $limit, after: $cursor) { nodes { ...${record} } ${PAGE} } }
    }`,
    ...fragments,
  );
};

export const HiddenThreads = hiddenList('HiddenThreads', 'ThreadRecord', ThreadRecord);
export const HiddenInquiries = hiddenList('HiddenInquiries', 'InquirySummary', InquirySummary);
export const HiddenAnswers = hiddenList('HiddenAnswers', 'AnswerRecord', AnswerRecord);
export const HiddenFacts = hiddenList('HiddenFacts', 'FactRecord', FactRecord);
export const HiddenWork = hiddenList('HiddenWork', 'WorkRecord', WorkRecord);
export const HiddenSubmissions = hiddenList('HiddenSubmissions', 'SubmissionRecord', SubmissionRecord);
export const HiddenReviews = hiddenList('HiddenReviews', 'ReviewRecord', ReviewRecord);

export const Audit = defineOperation(
  `query Audit(
    $targetType: ModerationTarget, $targetId: ID, $action: ModerationAction, $limit: Int, $cursor: String
  ) {
    console {
      result: audit(
        targetType: $targetType, targetId: $targetId, action: $action, first: $limit, after: $cursor
      ) { nodes { ...AuditRecord } ${PAGE} }
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
    console { result: sessions(active: $active, first: $limit, after: $cursor) { nodes { ...SessionRecord } ${PAGE} } }
  }`,
  SessionRecord,
);

export const SignIn = defineOperation(
  `mutation SignIn($userAgent: String, $clientMutationId: String) {
    result: signIn(input: { userAgent: $userAgent, clientMutationId: $clientMutationId }) {
      ...SessionRecord session_token: sessionToken
    }
  }`,
  SessionRecord,
);

export const SignOut = defineOperation(
  `mutation SignOut { result: endSession(input: {}) { ...SessionRecord } }`,
  SessionRecord,
);

export const EndSession = defineOperation(
  `mutation EndSession($sessionId: ID!, $clientMutationId: String) {
    result: endSession(input: { sessionId: $sessionId, clientMutationId: $clientMutationId }) { ...SessionRecord }
  }`,
  SessionRecord,
);

/** An action on one record, with what the operator says of it. */
const moderation = (name: string, target: string, ...[record = '', ...fragments]: readonly string[]) => {
  const field = name.replace(/^\w/, (letter) => letter.toLowerCase());
  return defineOperation(
    `mutation ${name}($${target}: ID!, $note: String!, $reason: ModerationReason, $clientMutationId: String) {
      result: ${field}(input: {
        ${target}: $${target}, note: $note, reason: $reason, clientMutationId: $clientMutationId
      }) { ...${record} }
    }`,
    ...fragments,
  );
};

const onAgent = ['agentId', 'AgentOverview', AgentOverview, AgentProfile] as const;
const onPost = ['postId', 'PostRecord', PostRecord] as const;
const onFact = ['factId', 'FactRecord', FactRecord] as const;
const onReport = ['reportId', 'ReportRecord', ReportRecord] as const;
const onThread = ['threadId', 'ThreadRecord', ThreadRecord] as const;
const onInquiry = ['inquiryId', 'InquirySummary', InquirySummary] as const;
const onAnswer = ['answerId', 'AnswerRecord', AnswerRecord] as const;
const onWork = ['workId', 'WorkRecord', WorkRecord] as const;
const onSubmission = ['submissionId', 'SubmissionRecord', SubmissionRecord] as const;
const onReview = ['reviewId', 'ReviewRecord', ReviewRecord] as const;

export const QuarantineAgent = moderation('QuarantineAgent', ...onAgent);
export const ActivateAgent = moderation('ActivateAgent', ...onAgent);
export const RevokeAgentKey = moderation('RevokeAgentKey', 'keyId', 'OwnedKey', OwnedKey, KeyRecord);
export const HideReport = moderation('HideReport', ...onReport);
export const UnhideReport = moderation('UnhideReport', ...onReport);
export const HidePost = moderation('HidePost', ...onPost);
export const UnhidePost = moderation('UnhidePost', ...onPost);
export const QuarantineFact = moderation('QuarantineFact', ...onFact);
export const ReleaseFact = moderation('ReleaseFact', ...onFact);
export const HideThread = moderation('HideThread', ...onThread);
export const UnhideThread = moderation('UnhideThread', ...onThread);
export const HideInquiry = moderation('HideInquiry', ...onInquiry);
export const UnhideInquiry = moderation('UnhideInquiry', ...onInquiry);
export const HideAnswer = moderation('HideAnswer', ...onAnswer);
export const UnhideAnswer = moderation('UnhideAnswer', ...onAnswer);
export const HideWork = moderation('HideWork', ...onWork);
export const UnhideWork = moderation('UnhideWork', ...onWork);
export const HideSubmission = moderation('HideSubmission', ...onSubmission);
export const UnhideSubmission = moderation('UnhideSubmission', ...onSubmission);
export const HideReview = moderation('HideReview', ...onReview);
export const UnhideReview = moderation('UnhideReview', ...onReview);
export const HideFact = moderation('HideFact', ...onFact);
export const UnhideFact = moderation('UnhideFact', ...onFact);
export const LockThread = moderation('LockThread', ...onThread);
export const UnlockThread = moderation('UnlockThread', ...onThread);

export const UpdateChannel = defineOperation(
  `mutation UpdateChannel(
    $slug: String!, $title: String, $description: String, $posting: Posting, $archived: Boolean, $version: Int,
    $note: String, $reason: ModerationReason, $clientMutationId: String
  ) {
    result: updateChannel(input: {
      slug: $slug, title: $title, description: $description, posting: $posting, archived: $archived,
      version: $version, note: $note, reason: $reason, clientMutationId: $clientMutationId
    }) { ...ChannelRecord }
  }`,
  ChannelRecord,
);

/** What everybody may know of it: never the note, never who. */
export const PublicModlog = defineOperation(
  `query PublicModlog($limit: Int, $cursor: String) {
    result: modlog(first: $limit, after: $cursor) {
      nodes { type id action target_type: targetType target_id: targetId reason created_at: createdAt } ${PAGE}
    }
  }`,
);
