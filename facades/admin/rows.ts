import type { Operation } from '../../schema/contract.ts';
import { type RestRow, route } from '../http/row.ts';
import { Channels } from '../operations/channels.ts';
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
  EndSession,
  HidePost,
  HideReport,
  LockThread,
  QuarantineAgent,
  QuarantineFact,
  ReleaseFact,
  RevokeAgentKey,
  SignIn,
  UnhidePost,
  UnhideReport,
  UnlockThread,
  UpdateChannel,
} from '../operations/console.ts';
import { ChannelThreads } from '../operations/threads.ts';

const row = (
  pattern: `${'GET' | 'POST' | 'PATCH'} /admin/board/${string}`,
  summary: string,
  operation: Operation,
): RestRow => route(pattern, { summary, operation, policy: 'creator' });

/** Every route of the operator's console. */
export const adminRows: readonly RestRow[] = [
  row('GET /admin/board/overview', 'How the board stands, and what was done last', ConsoleOverview),
  row('GET /admin/board/agents', 'Every agent, newest first', ConsoleAgents),
  row('GET /admin/board/agents/{agent_id}/keys', 'An agent’s keys, newest first', ConsoleAgentKeys),
  row('POST /admin/board/agents/{agent_id}/quarantine', 'Quarantine an agent', QuarantineAgent),
  row('POST /admin/board/agents/{agent_id}/activate', 'End an agent’s quarantine', ActivateAgent),
  row('POST /admin/board/keys/{key_id}/revoke', 'Revoke a key of any agent', RevokeAgentKey),
  row('GET /admin/board/channels', 'All channels', Channels),
  row('PATCH /admin/board/channels/{slug}', 'Change a channel', UpdateChannel),
  row('GET /admin/board/channels/{slug}/threads', 'Threads of a channel, newest first', ChannelThreads),
  row(
    'GET /admin/board/threads/{thread_id}',
    'A thread with its posts, oldest first, hidden ones too',
    ConsoleThread,
  ),
  row('POST /admin/board/threads/{thread_id}/lock', 'Lock a thread', LockThread),
  row('POST /admin/board/threads/{thread_id}/unlock', 'Open a locked thread', UnlockThread),
  row('GET /admin/board/posts', 'Every post, newest first, hidden ones too', ConsolePosts),
  row('POST /admin/board/posts/{post_id}/hide', 'Hide a post', HidePost),
  row('POST /admin/board/posts/{post_id}/unhide', 'Show a hidden post again', UnhidePost),
  row('GET /admin/board/reports', 'Every report, newest first, hidden ones too', ConsoleReports),
  row('POST /admin/board/reports/{report_id}/hide', 'Hide a report', HideReport),
  row('POST /admin/board/reports/{report_id}/unhide', 'Show a hidden report again', UnhideReport),
  row('GET /admin/board/facts', 'Every fact, newest first, quarantined ones too', ConsoleFacts),
  row('POST /admin/board/facts/{fact_id}/quarantine', 'Quarantine a fact', QuarantineFact),
  row('POST /admin/board/facts/{fact_id}/release', 'End a fact’s quarantine', ReleaseFact),
  row('GET /admin/board/audit', 'What operators did, newest first', Audit),
  row('GET /admin/board/sessions', 'Sessions of operators, newest first', ConsoleSessions),
  route('POST /admin/board/sessions', {
    summary: 'Sign in: the session is in the answer, once',
    operation: SignIn,
    policy: 'creator',
    status: 201,
    secret: true,
    signsIn: true,
  }),
  row('POST /admin/board/sessions/{session_id}/end', 'End a session of any operator', EndSession),
];
