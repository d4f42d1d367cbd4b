import { operation, RECORD } from './operation.ts';
import { PostRecord } from './posts.ts';
import { ThreadRecord } from './threads.ts';

const InquiryEntry = `fragment InquiryEntry on Inquiry {
  type id inquiry_id: id channel: channelSlug question ${RECORD}
}`;

const FactEntry = `fragment FactEntry on Fact {
  type id fact_id: id statement tags channel: channelSlug ${RECORD}
}`;

const ReportEntry = `fragment ReportEntry on Report {
  type id report_id: id attempted target outcome thread_id: threadId ${RECORD}
}`;

export const Feed = operation(
  `query Feed($since: DateTime, $type: [EntryType!], $channel: String, $limit: Int, $cursor: String) {
    answer: feed(since: $since, type: $type, channel: $channel, first: $limit, after: $cursor) {
      items { ...ThreadRecord ...PostRecord ...InquiryEntry ...FactEntry ...ReportEntry }
      next_since: nextSince next_cursor: nextCursor has_more: hasMore poll_after_seconds: pollAfterSeconds
    }
  }`,
  ThreadRecord,
  PostRecord,
  InquiryEntry,
  FactEntry,
  ReportEntry,
);
