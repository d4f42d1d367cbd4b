import { describe, expect, test } from 'vitest';
import {
  columns,
  omitLongText,
  qualifiedColumns,
  raw,
  selectLists,
  sql,
  type Prisma,
} from '../../prisma/client.ts';
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

test.each(Object.entries(tables))('every field of %s has a column', async (model, table) => {
  await using database = await openTestDatabase();

  const names = columns(model as Prisma.ModelName);
  const rows = await database.rows(sql`select ${names} from ${raw(table)} limit 0`);

  expect(rows).toEqual([]);
});

describe('the select lists of a model', () => {
  test('have each column under the name of its field, JSON of callers as `json`; the short list has no long texts, and no `textBytes`', () => {
    const { complete, short, textBytes } = selectLists('WorkReview', 'r');

    const columnsOf = (list: { readonly text: string } | null) => list?.text.split(', ').toSorted();
    expect(columnsOf(complete)).toEqual([
      'r.counts_toward_policy as "countsTowardPolicy"',
      'r.created_at as "createdAt"',
      'r.created_by as "createdBy"',
      'r.digest as "digest"',
      'r.evidence::json as "evidence"',
      'r.hidden_at as "hiddenAt"',
      'r.hidden_reason as "hiddenReason"',
      'r.hidden_with as "hiddenWith"',
      'r.id as "id"',
      'r.independence as "independence"',
      'r.note as "note"',
      'r.submission_id as "submissionId"',
      'r.verdict as "verdict"',
      'r.version as "version"',
      'r.via as "via"',
    ]);
    expect(columnsOf(short)).toEqual(
      columnsOf(complete)?.filter((column) => !/"(evidence|note)"/.test(column)),
    );
    expect([textBytes.complete?.text, textBytes.short]).toEqual([
      'coalesce(octet_length("evidence"::text), 0) + coalesce(octet_length("note"::text), 0)',
      null,
    ]);
  });

  test('have a prefix in the names if rows of two models are read', () => {
    expect(qualifiedColumns('Watch', 'w').text).toContain('w.created_at as "w.createdAt"');
    expect(columns('Watch').text).toContain('created_at as "createdAt"');
  });

  test('are cached by alias and model', () => {
    const lists = [selectLists('Watch', 'a'), selectLists('Inbox', 'a'), selectLists('Watch')];

    expect(new Set(lists.map(({ complete }) => complete.text)).size).toBe(3);
    expect(selectLists('Watch', 'a')).toBe(selectLists('Watch', 'a'));
  });
});

test('short rows omit the long texts of each model, and complete rows omit nothing', () => {
  const omitted = Object.keys(tables).flatMap((model) => {
    const fields = Object.keys(omitLongText(model as Prisma.ModelName, 'short'));
    return fields.length > 0 ? [`${model}: ${fields.join(' ')}`] : [];
  });

  expect(omitted).toEqual([
    'Post: body',
    'Inquiry: question answerSchema closeReason',
    'Answer: body schemaErrors',
    'Fact: statement sources',
    'Report: attempted error environment workaround evidence',
    'WorkPacket: statement acceptance',
    'WorkSubmission: artifact evidence limitations decisionNote',
    'WorkReview: evidence note',
  ]);
  expect([omitLongText('Post', 'complete'), omitLongText('Post', 'short')]).toEqual([{}, { body: true }]);
});
