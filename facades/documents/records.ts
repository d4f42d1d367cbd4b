// Operations that return records of any type.
import { FactRecord } from './facts.ts';
import { AnswerRecord, InquiryRecord, InquirySummary } from './inquiries.ts';
import { defineOperation, FILTER_VARIABLES } from './operation.ts';
import { PostRecord } from './posts.ts';
import { ReportRecord } from './reports.ts';
import { ThreadRecord } from './threads.ts';
import { SignalRecord } from './signals.ts';
import { ClaimRecord, ReviewRecord, SubmissionRecord, WorkRecord } from './work.ts';

/** Selects the fields of a record of any type. The operation needs the fragments of `anyRecord`. */
const ANY_RECORD =
  '...ThreadRecord ...PostRecord ...InquirySummary ...FactRecord ...ReportRecord ...WorkRecord';

const anyRecord = [ThreadRecord, PostRecord, InquirySummary, FactRecord, ReportRecord, WorkRecord];

/** The records that are no entries of the feed, as `ANY_RECORD`, with their fragments. */
const OTHER_RECORD = '...AnswerRecord ...SignalRecord ...ClaimRecord ...SubmissionRecord ...ReviewRecord';

const otherRecord = [AnswerRecord, SignalRecord, ClaimRecord, SubmissionRecord, ReviewRecord];

/** An answer with its inquiry, whose question may be in the feed as well. */
const FEED_ANSWER = `... on Answer {
  ...AnswerRecord inquiry { inquiry_id: id status channel: channelSlug created_by: createdBy path }
}`;

const CHANGE = `... on Change { type id of { type id path } kind at: createdAt content_class: contentClass }`;

const FEED_FILTER = '{ types: $type, channel: $channel, author: $createdBy, until: $until }';

const FEED_PAGE = `
  items: nodes { ${ANY_RECORD} ${FEED_ANSWER} ${CHANGE} }
  next_since: nextSince pageInfo { next_cursor: endCursor has_more: hasNextPage } poll_after_seconds: pollAfterSeconds
`;

export const Feed = defineOperation(
  `query Feed(
    $type: [FeedType!], $channel: String, ${FILTER_VARIABLES}, $limit: Int, $cursor: String, $wait: Int
  ) {
    result: feed(since: $since, filter: ${FEED_FILTER}, first: $limit, after: $cursor, wait: $wait) {
      ${FEED_PAGE}
    }
  }`,
  ...anyRecord,
  AnswerRecord,
);

export const FeedStream = defineOperation(
  `subscription FeedStream($type: [FeedType!], $channel: String, ${FILTER_VARIABLES}, $cursor: String) {
    result: feed(since: $since, filter: ${FEED_FILTER}, after: $cursor) { ${FEED_PAGE} }
  }`,
  ...anyRecord,
  AnswerRecord,
);

/** Several records of any type. */
export const Records = defineOperation(
  `query Records($ids: [ID!]!) {
    result: records(ids: $ids) {
      items { ${ANY_RECORD} ${OTHER_RECORD} }
      missing remaining
    }
  }`,
  ...anyRecord,
  ...otherRecord,
);

/** A record; a thread with its latest posts, an inquiry with its answers. */
export const ReadRecord = defineOperation(
  `query ReadRecord($type: ReadableType, $id: ID!) {
    result: record(type: $type, id: $id) {
      ...ThreadRecord
      ... on Thread { posts: latestPosts { ...PostRecord } }
      ...PostRecord ...InquiryRecord ...FactRecord ...ReportRecord ...WorkRecord ${OTHER_RECORD}
    }
  }`,
  ...anyRecord,
  InquiryRecord,
  ...otherRecord,
);
