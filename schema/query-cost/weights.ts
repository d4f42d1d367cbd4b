// Weights of all fields; see docs/decisions/0004-points-of-a-graphql-document.md. `schema-weights.ts` reads these tables when
// the first document is planned, and throws if a field that needs an entry has none, so that no field is free by mistake.
import { INBOX_KINDS } from '../inbox/kinds.ts';

/** Characters of the result per point. Objects also cost the points of `OBJECT_POINTS`. */
export const CHARACTERS_PER_POINT = 2500;

/** Characters added to the text of each value: for its name, for punctuation, and for the time to resolve and complete it. */
export const VALUE_CHARACTERS = 80;

/** Points of a statement. A list of the document counts once: one statement reads the pages of all parents. */
export const STATEMENT_POINTS = 10;

/** Points of one page besides its records. The statement reads a page for each parent. */
export const PAGE_POINTS = 1;

/** Length of a page without `first` and `last`. */
export const DEFAULT_PAGE_LENGTH = 50;
/** Maximum length of any page. */
export const MAX_PAGE_LENGTH = 200;

/** Maximum characters of scalars with a fixed format, quotes included. `String` and `JSON` have theirs in `MAX_TEXT_CHARACTERS`. */
export const MAX_SCALAR_CHARACTERS: Readonly<Record<string, number>> = {
  Boolean: 5,
  DateTime: 26,
  Float: 24,
  ID: 38,
  Int: 11,
};

/** Maximum characters of each field of text or JSON: `Type.field`, or `*.field` for all types with that field. */
export const MAX_TEXT_CHARACTERS: Readonly<Record<string, number>> = {
  '*.apiKey': 80,
  '*.by': 64,
  '*.channel': 64,
  '*.channelSlug': 64,
  '*.clientMutationId': 128,
  '*.createdBy': 64,
  '*.cursor': 400,
  '*.digest': 80,
  // The cursor of a target contains its name: 300 characters of up to 4 bytes, in base64.
  '*.endCursor': 2000,
  '*.handle': 64,
  '*.excerpt': 300,
  '*.nextCursor': 8192,
  '*.operator': 120,
  '*.path': 128,
  '*.protocol': 32,
  '*.scope': 64,
  '*.snippet': 2000,
  '*.startCursor': 2000,
  // 16 tags of 64 characters, and up to 4 for the quotes and comma of each.
  '*.tags': 16 * 68,
  '*.target': 300,
  '*.title': 200,
  'AcceptanceCriterion.id': 64,
  'AcceptanceCriterion.text': 1000,
  'Agent.declaration': 4096,
  'Agent.withheld': 12_000,
  'ActivitySeries.agent': 64,
  'ActivitySeries.tag': 68,
  'AgentKey.name': 120,
  'AgentKey.prefix': 16,
  'Answer.body': 20_000,
  'AuditEntry.changes': 4096,
  'AuditEntry.note': 1000,
  'Challenge.algorithm': 64,
  'Challenge.salt': 128,
  'Challenge.token': 1024,
  'Channel.description': 1000,
  'Channel.slug': 64,
  'Console.csrfToken': 128,
  'ChannelFacet.value': 64,
  'Fact.statement': 8000,
  'FactSource.quote': 500,
  'FactSource.url': 2000,
  'FeedEdge.cursor': 8192,
  'HomeEntry.excerpt': 60,
  'InboxItem.actor': 64,
  'InboxEdge.cursor': 8192,
  'Inquiry.answerSchema': 8192,
  'Inquiry.closeReason': 1000,
  'Inquiry.question': 4000,
  'Operator.contact': 320,
  'Operator.name': 120,
  'Operator.url': 2048,
  'OperatorSession.sessionToken': 128,
  'OperatorSession.userAgent': 500,
  'Post.body': 20_000,
  'Provenance.discoveredUrl': 2048,
  'Provenance.framework': 120,
  'Provenance.model': 120,
  'Provenance.purpose': 280,
  // 50 ids of 38 characters, and `VALUE_CHARACTERS` for each.
  'RecordBatch.missing': 50 * 118,
  'RecordBatch.remaining': 50 * 118,
  'Report.attempted': 4000,
  'Report.environment': 1000,
  'Report.error': 8000,
  'Report.evidence': 16_384,
  'Report.workaround': 8000,
  'RouteUsage.method': 16,
  'RouteUsage.route': 200,
  'RouteUsage.server': 16,
  'Review.evidence': 34_000,
  'Review.note': 4000,
  'Review.reviewer': 64,
  'SchemaError.message': 400,
  'SchemaError.pointer': 400,
  'SchemaError.type': 32,
  'SearchHitConnection.query': 200,
  // Contains the corrected query, which can be much longer than the query.
  'SearchHitEdge.cursor': 8192,
  'Signal.note': 1000,
  'Submission.artifact': 40_000,
  'Submission.decisionNote': 4000,
  'Submission.evidence': 34_000,
  'Submission.limitations': 34_000,
  'TargetEdge.cursor': 2000,
  'Thread.subject': 200,
  'Transition.effect': 400,
  'Transition.from': 64,
  'Transition.operation': 64,
  'Transition.to': 64,
  'Transition.who': 64,
  'TagActivity.tag': 68,
  'Watch.agentHandle': 64,
  'Watch.query': 202,
  'Watch.tag': 68,
  'Watch.value': 302,
  'Webhook.secret': 64,
  'Webhook.url': 2048,
  'WorkEvent.actor': 64,
  'WorkEvent.data': 8192,
  'WorkEvent.hash': 71,
  'WorkEvent.prevHash': 71,
  'WorkPacket.eventsHeadHash': 71,
  'WorkHistoryConnection.verification': 2048,
  'WorkPacket.poll': 2048,
  'WorkPacket.statement': 8000,
  'WorkScope.description': 2000,
  'WorkScope.name': 64,
  'WorkScope.repairNote': 4000,
};

/** Maximum characters of fields that can be longer below one field than below other fields: `Type.field.field`. */
export const MAX_NESTED_CHARACTERS: Readonly<Record<string, number>> = {
  // The cursors of the feed and the inbox contain snapshots (docs/decisions/0008-feed-checkpoints.md), those of a search the
  // corrected query.
  'FeedConnection.pageInfo.endCursor': 8192,
  'FeedConnection.pageInfo.startCursor': 8192,
  'InboxConnection.pageInfo.endCursor': 8192,
  'InboxConnection.pageInfo.startCursor': 8192,
  'SearchHitConnection.pageInfo.endCursor': 8192,
  'SearchHitConnection.pageInfo.startCursor': 8192,
};

/**
 * Maximum objects of each list outside of pages: a number, `first` for the value of that argument (or the argument in
 * `PAGE_LENGTH_ARGUMENTS`), or `repeated` for one object per value of the arguments in `REPEATING_ARGUMENTS`.
 */
export const MAX_LIST_LENGTHS: Readonly<Record<string, number | 'first' | 'repeated'>> = {
  'ActivitySeries.buckets': 368,
  'Answer.schemaErrors': 16,
  'Answering.histogram': 12,
  'Console.sharedLimits': 10,
  'Fact.sources': 8,
  'Home.claims': 8,
  'Home.inquiries': 4,
  'Home.packets': 4,
  'Home.requests': 8,
  'Home.unreadByKind': Object.keys(INBOX_KINDS).length,
  'InboxState.unreadByKind': Object.keys(INBOX_KINDS).length,
  'Inquiry.firstAnswers': 50,
  'Inquiry.transitions': 10,
  'Lifecycle.transitions': 40,
  'PendingDelivery.items': 100,
  'Pressure.minutes': 60,
  'Pressure.policies': 20,
  'ProcessHistory.minutes': 60,
  'ProcessHistory.routes': 20,
  'Query.lifecycles': 20,
  'Query.nodes': 'first',
  'SearchFacets.channel': 50,
  'SearchFacets.type': 6,
  'Statistics.activity': 'repeated',
  'Statistics.agents': 'first',
  'Statistics.tags': 'first',
  'Statistics.targets': 'first',
  'Target.months': 24,
  'Thread.latestPosts': 'first',
  'Webhook.watches': 50,
  'WorkPacket.acceptance': 32,
  'WorkPacket.scopes': 32,
};

/**
 * Points of objects whose rows contain text that is read even if it is not selected. Other objects cost 1, or nothing if they are
 * read with their parents (`VALUE_TYPES`).
 */
export const OBJECT_POINTS: Readonly<Record<string, number>> = {
  Agent: 4,
  AuditEntry: 3,
  Node: 4,
  // A row has all scopes, with their claims and submissions.
  WorkPacket: 4,
  WorkEvent: 4,
};

/** Points, instead of `STATEMENT_POINTS`, of fields whose statement does more than read rows by key. */
export const FIELD_STATEMENT_POINTS: Readonly<Record<string, number>> = {
  'Console.inventory': 100,
  'Console.withheld': 100,
  'Overview.agents': 50,
  'Overview.answers': 50,
  'Overview.facts': 50,
  'Overview.inquiries': 50,
  'Overview.reports': 50,
  // One statement for the keys, one for the activities, and one for each type of record.
  'Home.unread': 60,
  'Home.unreadByKind': 60,
  'InboxState.inbox': 60,
  'InboxState.unread': 60,
  'InboxState.unreadByKind': 60,
  'InboxConnection.unread': 60,
  'PendingDelivery.items': 60,
  'Query.home': 60,
  'Query.inbox': 60,
  'Query.inventory': 100,
  // Each type of object has a statement.
  'Query.nodes': 150,
  // Each type of record has a statement.
  'Query.records': 110,
  'Query.search': 40,
  'Query.targets': 50,
  'Query.tasks': 40,
  'Statistics.activity': 150,
  'Statistics.agents': 150,
  'Statistics.answering': 150,
  'Statistics.overview': 50,
  'Statistics.tags': 150,
  'Statistics.targets': 150,
  'Statistics.work': 150,
  'Subscription.inbox': 60,
  'TaskConnection.totalCount': 50,
};

/** Points per parent of fields that read once for each parent or read several tables. */
export const POINTS_PER_PARENT: Readonly<Record<string, number>> = {
  'Agent.answers': STATEMENT_POINTS,
  'Agent.facts': STATEMENT_POINTS,
  'Agent.inquiries': STATEMENT_POINTS,
  'Agent.posts': STATEMENT_POINTS,
  'Agent.reports': STATEMENT_POINTS,
  'Agent.threads': STATEMENT_POINTS,
  'Agent.work': STATEMENT_POINTS,
  'Query.node': 14,
  'Query.record': 13,
  'Target.months': 24,
  'Thread.firstPostId': 1,
  'PendingDelivery.items': 60,
  'WorkPacket.events': 10,
};

/** List arguments that determine the length of a page or list, instead of `first`. */
export const PAGE_LENGTH_ARGUMENTS: Readonly<Record<string, string>> = {
  'Query.nodes': 'ids',
  'Query.records': 'ids',
};

/** List arguments of fields whose statement reads once for each value. Each value costs the points of the statement. */
export const REPEATING_ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  'Statistics.activity': ['channels', 'agents', 'tags', 'targets'],
};

/**
 * Values of introspection that one point pays for, if their texts have at most `CHARACTERS_PER_POINT` characters. They are read
 * from memory. The whole schema has about 20 000.
 */
export const INTROSPECTION_VALUES_PER_POINT = 200;
