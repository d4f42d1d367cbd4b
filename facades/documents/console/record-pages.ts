// Operations of the console's pages of posts, facts, reports, threads and inquiries.
import { AuditRecord } from './api.ts';
import { FactRecord } from '../facts.ts';
import { AnswerRecord, InquirySummary } from '../inquiries.ts';
import { defineOperation } from '../operation.ts';
import { PostRecord } from '../posts.ts';
import { ReportRecord } from '../reports.ts';
import { SignalRecord } from '../signals.ts';
import { ThreadRecord } from '../threads.ts';
import { latestActions, PAGE_INFO, PAGE_SIZE, SignedInOperator } from './pages.ts';

/** Decides whether the form of a hidden record hides or unhides it. Selected for records that can have a parent. */
export const HIDDEN_WITH_PARENT = 'hidden_with_parent: hiddenWithParent';

/** Page size for records with two forms each: keeps pages below 100 KB. */
const SMALL_PAGE_SIZE = 15;

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
          nodes { ...${/fragment (\w+)/.exec(record)?.[1]} ${HIDDEN_WITH_PARENT} } ${PAGE_INFO}
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
    record: post(id: $postId) { ...PostRecord ${HIDDEN_WITH_PARENT} }
  }`,
  SignedInOperator,
  PostRecord,
  AuditRecord,
);

export const ConsoleFactPage = defineOperation(
  `query ConsoleFactPage($factId: ID!, $cursor: String) {
    console { ...SignedInOperator ${latestActions('$factId')} }
    record: fact(id: $factId) {
      ...FactRecord
      all_signals: allSignals(first: ${PAGE_SIZE}, after: $cursor) { nodes { ...SignalRecord ${HIDDEN_WITH_PARENT} } ${PAGE_INFO} }
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
      ...ReportRecord ${HIDDEN_WITH_PARENT}
      all_signals: allSignals(first: ${PAGE_SIZE}, after: $cursor) { nodes { ...SignalRecord ${HIDDEN_WITH_PARENT} } ${PAGE_INFO} }
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
      ...ThreadRecord posts(first: ${PAGE_SIZE}, after: $cursor) { nodes { ...PostRecord ${HIDDEN_WITH_PARENT} } ${PAGE_INFO} }
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
      ...InquirySummary
      answers(first: ${PAGE_SIZE}, after: $cursor) { nodes { ...AnswerRecord ${HIDDEN_WITH_PARENT} } ${PAGE_INFO} }
    }
  }`,
  SignedInOperator,
  InquirySummary,
  AnswerRecord,
  AuditRecord,
);
