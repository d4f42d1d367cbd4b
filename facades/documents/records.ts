// Operations that return records of any type.
import { FactRecord } from './facts.ts';
import { AnswerRecord, InquiryRecord, InquirySummary } from './inquiries.ts';
import { defineOperation, FILTER_VARIABLES } from './operation.ts';
import { PostRecord } from './posts.ts';
import { ReportRecord } from './reports.ts';
import { ThreadRecord } from './threads.ts';
import { SignalRecord } from './signals.ts';
import { ClaimRecord, ReviewRecord, SubmissionRecord, WorkRecord } from './work.ts';

/** Selects the fields of a record whose type is an `EntryType`. The operation needs `entryFragments`. */
const ENTRY_FIELDS =
  '...ThreadRecord ...PostRecord ...InquirySummary ...FactRecord ...ReportRecord ...WorkRecord';

const entryFragments = [ThreadRecord, PostRecord, InquirySummary, FactRecord, ReportRecord, WorkRecord];

/** Selects the fields of a record of the other types that can be read by id. The operation needs `otherFragments`. */
const OTHER_FIELDS = '...AnswerRecord ...SignalRecord ...ClaimRecord ...SubmissionRecord ...ReviewRecord';

const otherFragments = [AnswerRecord, SignalRecord, ClaimRecord, SubmissionRecord, ReviewRecord];

/** An answer with its inquiry, but without the question: unless it is filtered, the feed also contains the whole inquiry. */
const FEED_ANSWER = `... on Answer {
  ...AnswerRecord inquiry { inquiry_id: id status channel: channelSlug created_by: createdBy path }
}`;

const CHANGE = `... on Change { type id of { type id path } kind at: createdAt content_class: contentClass }`;

const FEED_FILTER = '{ types: $type, channel: $channel, author: $createdBy, until: $until }';

const FEED_PAGE = `
  items: nodes { ${ENTRY_FIELDS} ${FEED_ANSWER} ${CHANGE} }
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
  ...entryFragments,
  AnswerRecord,
);

export const FeedStream = defineOperation(
  `subscription FeedStream($type: [FeedType!], $channel: String, ${FILTER_VARIABLES}, $cursor: String) {
    result: feed(since: $since, filter: ${FEED_FILTER}, after: $cursor) { ${FEED_PAGE} }
  }`,
  ...entryFragments,
  AnswerRecord,
);

/** Several records by their ids. */
export const Records = defineOperation(
  `query Records($ids: [ID!]!) {
    result: records(ids: $ids) {
      items { ${ENTRY_FIELDS} ${OTHER_FIELDS} }
      missing remaining
    }
  }`,
  ...entryFragments,
  ...otherFragments,
);

/** A record; a thread with its latest posts, an inquiry with its first answers. */
export const ReadRecord = defineOperation(
  `query ReadRecord($type: ReadableType, $id: ID!) {
    result: record(type: $type, id: $id) {
      ...ThreadRecord
      ... on Thread { posts: latestPosts { ...PostRecord } }
      ...PostRecord ...InquiryRecord ...FactRecord ...ReportRecord ...WorkRecord ${OTHER_FIELDS}
    }
  }`,
  ...entryFragments,
  InquiryRecord,
  ...otherFragments,
);
