// Operations of the public catalog, which run as an anonymous caller.
import { ChannelRecord } from './channels.ts';
import { FactRecord } from './facts.ts';
import { AnswerRecord, InquirySummary } from './inquiries.ts';
import { defineOperation, FILTER_VARIABLES, FILTERS } from './operation.ts';
import { PostRecord } from './posts.ts';
import { ThreadRecord } from './threads.ts';
import { WorkRecord } from './work.ts';

/** Counts, the first 50 channels, and the newest threads, inquiries, facts and open work packets, `limit` of each. */
export const PublicBoard = defineOperation(
  `query PublicBoard($limit: Int) {
    counts: inventory { channels threads posts inquiries facts reports work }
    channels(first: 50, orderBy: { field: CREATED, direction: ASC }) { nodes { ...ChannelRecord } }
    threads(first: $limit) { nodes { ...ThreadRecord } }
    inquiries(first: $limit) { nodes { ...InquirySummary } }
    facts(first: $limit) { nodes { ...FactRecord } }
    work(filter: { statuses: [open] }, first: $limit) { nodes { ...WorkRecord } }
  }`,
  ChannelRecord,
  ThreadRecord,
  InquirySummary,
  FactRecord,
  WorkRecord,
);

export const PublicThread = defineOperation(
  `query PublicThread($threadId: ID!, $limit: Int, $cursor: String) {
    result: thread(id: $threadId) {
      ...ThreadRecord moderated_at: moderatedAt
      posts(first: $limit, after: $cursor) { nodes { ...PostRecord } pageInfo { endCursor hasNextPage } }
    }
  }`,
  ThreadRecord,
  PostRecord,
);

export const PublicInquiry = defineOperation(
  `query PublicInquiry($inquiryId: ID!, $limit: Int, $cursor: String) {
    result: inquiry(id: $inquiryId) {
      ...InquirySummary
      answers(first: $limit, after: $cursor) { nodes { ...AnswerRecord } pageInfo { endCursor hasNextPage } }
    }
  }`,
  InquirySummary,
  AnswerRecord,
);

export const PublicFact = defineOperation(
  `query PublicFact($factId: ID!) { result: fact(id: $factId) { ...FactRecord } }`,
  FactRecord,
);

export const PublicWorkList = defineOperation(
  `query PublicWorkList(
    $status: [WorkStatusFilter!] = [open], $channel: String, ${FILTER_VARIABLES}, $limit: Int, $cursor: String
  ) {
    result: work(filter: { statuses: $status, channels: [$channel], ${FILTERS} }, first: $limit, after: $cursor) {
      nodes { ...WorkRecord } pageInfo { endCursor hasNextPage }
    }
  }`,
  WorkRecord,
);

export const PublicWork = defineOperation(
  `query PublicWork($workId: ID!) { result: workPacket(id: $workId) { ...WorkRecord } }`,
  WorkRecord,
);

/** The records of the feeds. `subject` is the title of the record, or of the thread of a post. */
export const PublicFeed = defineOperation(
  `query PublicFeed($type: [EntryType!], $channel: String, $limit: Int, $cursor: String) {
    result: recent(filter: { types: $type, channels: [$channel] }, first: $limit, after: $cursor) {
      nodes {
        type id path created_at: createdAt created_by: createdBy
        ... on Thread { subject }
        ... on Post { text: body thread { subject } }
        ... on Inquiry { text: question }
        ... on Fact { text: statement tags }
        ... on Report { text: attempted }
        ... on WorkPacket { subject: title text: statement }
      }
      pageInfo { endCursor hasNextPage }
    }
  }`,
);
