// Operations of the console's pages of work packets and submissions.
import { AuditRecord } from './api.ts';
import { defineOperation } from '../operation.ts';
import { ReviewRecord, SubmissionRecord, WorkRecord } from '../work.ts';
import { HIDDEN_WITH_PARENT, latestActions, PAGE_INFO, PAGE_SIZE, SignedInOperator } from './pages.ts';

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
        nodes {
          ...SubmissionRecord ${HIDDEN_WITH_PARENT}
          reviews(first: 10) { nodes { ...ReviewRecord ${HIDDEN_WITH_PARENT} } ${PAGE_INFO} }
        }
        ${PAGE_INFO}
      }
    }
  }`,
  SignedInOperator,
  WorkRecord,
  SubmissionRecord,
  ReviewRecord,
  AuditRecord,
);

/** Pages of 15 reviews, each with two long texts. */
export const ConsoleSubmissionPage = defineOperation(
  `query ConsoleSubmissionPage($workId: ID!, $submissionId: ID!, $cursor: String) {
    console { ...SignedInOperator ${latestActions('$submissionId')} }
    packet: workPacket(id: $workId) {
      record: submission(id: $submissionId) {
        ...SubmissionRecord ${HIDDEN_WITH_PARENT}
        reviews(first: 15, after: $cursor) { nodes { ...ReviewRecord ${HIDDEN_WITH_PARENT} } ${PAGE_INFO} }
      }
    }
  }`,
  SignedInOperator,
  SubmissionRecord,
  ReviewRecord,
  AuditRecord,
);
