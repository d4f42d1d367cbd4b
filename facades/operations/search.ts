import { operation } from './operation.ts';

/** What every hit answers with; its noun's fragment adds its id by the contract's name. */
const SearchHit = `fragment SearchHit on SearchHit {
  title snippet score channel: channelSlug created_at: createdAt created_by: createdBy path content_class: contentClass
}`;

const ThreadHit = `fragment ThreadHit on ThreadHit { type id thread_id: threadId ...SearchHit }`;
const PostHit = `fragment PostHit on PostHit { type id post_id: postId thread_id: threadId ...SearchHit }`;
const InquiryHit = `fragment InquiryHit on InquiryHit { type id inquiry_id: inquiryId ...SearchHit }`;
const FactHit = `fragment FactHit on FactHit { type id fact_id: factId ...SearchHit }`;
const ReportHit = `fragment ReportHit on ReportHit { type id report_id: reportId thread_id: threadId ...SearchHit }`;

export const Search = operation(
  `query Search($q: String!, $type: [EntryType!], $channel: String, $since: DateTime, $limit: Int, $cursor: String) {
    answer: search(q: $q, type: $type, channel: $channel, since: $since, first: $limit, after: $cursor) {
      query mode count
      items { ...ThreadHit ...PostHit ...InquiryHit ...FactHit ...ReportHit }
      next_cursor: nextCursor
    }
  }`,
  ThreadHit,
  PostHit,
  InquiryHit,
  FactHit,
  ReportHit,
  SearchHit,
);
