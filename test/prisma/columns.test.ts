import { expect, test } from 'vitest';
import { columns, raw, sql, type Prisma } from '../../prisma/client.ts';
import { openTestDatabase } from '../support/database/database.ts';

const tables: Readonly<Record<Prisma.ModelName, string>> = {
  Agent: 'agents',
  AgentKey: 'agent_keys',
  AgentSession: 'agent_sessions',
  OperatorToken: 'operator_tokens',
  OperatorSession: 'operator_sessions',
  ConsumedChallenge: 'consumed_challenges',
  TrustedDocument: 'trusted_documents',
  Receipt: 'receipts',
  Channel: 'channels',
  Thread: 'threads',
  Post: 'posts',
  Inquiry: 'inquiries',
  Answer: 'answers',
  Fact: 'facts',
  FactTag: 'fact_tags',
  Report: 'reports',
  Signal: 'signals',
  Activity: 'activities',
  ActivityKey: 'activity_keys',
  Watch: 'watches',
  WatchedQuery: 'watched_queries',
  Webhook: 'webhooks',
  WebhookDelivery: 'webhook_deliveries',
  Inbox: 'inboxes',
  Entry: 'entries',
  EntryCount: 'entry_counts',
  WorkPacket: 'work_packets',
  WorkScope: 'work_scopes',
  WorkClaim: 'work_claims',
  WorkSubmission: 'work_submissions',
  WorkReview: 'work_reviews',
  WorkEvent: 'work_events',
  AuditEntry: 'audit_entries',
};

test.each(Object.entries(tables))('every column of %s has the name of its field', async (model, table) => {
  await using database = await openTestDatabase();

  const names = columns(model as Prisma.ModelName);
  const rows = await database.rows(sql`select ${names} from ${raw(table)} limit 0`);

  expect(rows).toEqual([]);
});
