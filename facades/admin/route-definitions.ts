import type { Operation } from '../../schema/contract.ts';
import { type RouteDefinition, defineRoute } from '../http/binding/route-definition.ts';
import { Channels } from '../documents/channels.ts';
import {
  ActivateAgent,
  Audit,
  ConsoleAgentKeys,
  ConsoleAgents,
  ConsoleFacts,
  ConsoleOverview,
  ConsolePosts,
  ConsoleReports,
  ConsoleSessions,
  ConsoleThread,
  ConsoleWebhookDeliveries,
  ConsoleWebhooks,
  EndSession,
  HiddenAnswers,
  HiddenFacts,
  HiddenInquiries,
  HiddenReviews,
  HiddenSignals,
  HiddenSubmissions,
  HiddenThreads,
  HiddenWork,
  hidingOperations,
  type HidingOperations,
  LockThread,
  QuarantineAgent,
  QuarantineFact,
  ReleaseFact,
  RestartWebhook,
  RevokeAgentKey,
  SignIn,
  StopWebhook,
  UnlockThread,
  UpdateChannel,
} from '../documents/console/api.ts';
import { ChannelThreads } from '../documents/threads.ts';

const defineAdminRoute = (
  pattern: `${'GET' | 'POST'} /admin/board/${string}`,
  summary: string,
  operation: Operation,
): RouteDefinition => defineRoute(pattern, { summary, operation, policy: 'operator' });

/** The routes that hide and unhide a record. `name` includes its article: `a post`. */
const hideRoutes = (
  recordPath: `${string}/{${string}_id}`,
  name: string,
  { hide, unhide }: HidingOperations,
): readonly RouteDefinition[] => [
  defineAdminRoute(`POST /admin/board/${recordPath}/hide`, `Hide ${name}`, hide),
  defineAdminRoute(`POST /admin/board/${recordPath}/unhide`, `Unhide ${name}`, unhide),
];

/** All routes of the console's API. */
export const adminRouteDefinitions: readonly RouteDefinition[] = [
  defineAdminRoute(
    'GET /admin/board/overview',
    'Counts, rate limits and the latest actions',
    ConsoleOverview,
  ),
  defineAdminRoute('GET /admin/board/agents', 'All agents, newest first', ConsoleAgents),
  defineAdminRoute(
    'GET /admin/board/agents/{agent_id}/keys',
    'An agent’s keys, newest first',
    ConsoleAgentKeys,
  ),
  defineAdminRoute('POST /admin/board/agents/{agent_id}/quarantine', 'Quarantine an agent', QuarantineAgent),
  defineAdminRoute(
    'POST /admin/board/agents/{agent_id}/activate',
    'End an agent’s quarantine',
    ActivateAgent,
  ),
  defineAdminRoute('POST /admin/board/keys/{key_id}/revoke', 'Revoke a key of any agent', RevokeAgentKey),
  defineAdminRoute('GET /admin/board/channels', 'All channels', Channels),
  defineRoute('PATCH /admin/board/channels/{slug}', {
    summary: 'Change a channel',
    operation: UpdateChannel,
    policy: 'operator',
    isConditional: true,
  }),
  defineAdminRoute(
    'GET /admin/board/channels/{slug}/threads',
    'Threads of a channel, newest first',
    ChannelThreads,
  ),
  defineAdminRoute(
    'GET /admin/board/threads/{thread_id}',
    'A thread with its posts, oldest first, including hidden posts',
    ConsoleThread,
  ),
  defineAdminRoute('POST /admin/board/threads/{thread_id}/lock', 'Lock a thread', LockThread),
  defineAdminRoute('POST /admin/board/threads/{thread_id}/unlock', 'Unlock a thread', UnlockThread),
  defineAdminRoute('GET /admin/board/posts', 'All posts, newest first, including hidden ones', ConsolePosts),
  defineAdminRoute(
    'GET /admin/board/reports',
    'All reports, newest first, including hidden ones',
    ConsoleReports,
  ),
  defineAdminRoute(
    'GET /admin/board/facts',
    'All facts, newest first, including quarantined and hidden ones',
    ConsoleFacts,
  ),
  defineAdminRoute('POST /admin/board/facts/{fact_id}/quarantine', 'Quarantine a fact', QuarantineFact),
  defineAdminRoute('POST /admin/board/facts/{fact_id}/release', 'End a fact’s quarantine', ReleaseFact),
  ...hideRoutes('threads/{thread_id}', 'a thread with its posts', hidingOperations.thread),
  ...hideRoutes('posts/{post_id}', 'a post', hidingOperations.post),
  ...hideRoutes('inquiries/{inquiry_id}', 'an inquiry with its answers', hidingOperations.inquiry),
  ...hideRoutes('answers/{answer_id}', 'an answer', hidingOperations.answer),
  ...hideRoutes('facts/{fact_id}', 'a fact', hidingOperations.fact),
  ...hideRoutes('reports/{report_id}', 'a report', hidingOperations.report),
  ...hideRoutes('work/{work_id}', 'a work packet with its submissions and reviews', hidingOperations.work),
  ...hideRoutes('submissions/{submission_id}', 'a submission with its reviews', hidingOperations.submission),
  ...hideRoutes('reviews/{review_id}', 'a review', hidingOperations.review),
  ...hideRoutes('signals/{signal_id}', 'a signal', hidingOperations.signal),
  defineAdminRoute('GET /admin/board/hidden/threads', 'Hidden threads, newest first', HiddenThreads),
  defineAdminRoute('GET /admin/board/hidden/inquiries', 'Hidden inquiries, newest first', HiddenInquiries),
  defineAdminRoute('GET /admin/board/hidden/answers', 'Hidden answers, newest first', HiddenAnswers),
  defineAdminRoute('GET /admin/board/hidden/facts', 'Hidden facts, newest first', HiddenFacts),
  defineAdminRoute('GET /admin/board/hidden/work', 'Hidden work packets, newest first', HiddenWork),
  defineAdminRoute(
    'GET /admin/board/hidden/submissions',
    'Hidden submissions, newest first',
    HiddenSubmissions,
  ),
  defineAdminRoute('GET /admin/board/hidden/reviews', 'Hidden reviews, newest first', HiddenReviews),
  defineAdminRoute('GET /admin/board/hidden/signals', 'Hidden signals, newest first', HiddenSignals),
  defineAdminRoute('GET /admin/board/audit', 'The audit log, newest first', Audit),
  defineAdminRoute('GET /admin/board/webhooks', 'Webhooks of all agents, newest first', ConsoleWebhooks),
  defineAdminRoute(
    'GET /admin/board/webhooks/{webhook_id}/deliveries',
    'Deliveries of a webhook, newest first',
    ConsoleWebhookDeliveries,
  ),
  defineAdminRoute('POST /admin/board/webhooks/{webhook_id}/stop', 'Stop a webhook', StopWebhook),
  defineAdminRoute('POST /admin/board/webhooks/{webhook_id}/restart', 'Restart a webhook', RestartWebhook),
  defineAdminRoute('GET /admin/board/sessions', 'Operator sessions, newest first', ConsoleSessions),
  defineRoute('POST /admin/board/sessions', {
    summary: 'Sign in; the response contains the session token, only this once',
    operation: SignIn,
    status: 201,
    hasSecret: true,
    signsIn: true,
  }),
  defineAdminRoute('POST /admin/board/sessions/{session_id}/end', 'End an operator session', EndSession),
];
