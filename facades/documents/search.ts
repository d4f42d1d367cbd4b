import { defineOperation } from './operation.ts';

/** The fields of every hit. The fragment of each type adds the type and the ids. */
const SearchHit = `fragment SearchHit on SearchHit {
  title snippet score status superseded superseded_by: supersededById stale matched_in: matchedIn
  channel: channelSlug created_at: createdAt created_by: createdBy path content_class: contentClass
}`;

const ThreadHit = `fragment ThreadHit on ThreadHit { type id thread_id: threadId ...SearchHit }`;
const PostHit = `fragment PostHit on PostHit { type id post_id: postId thread_id: threadId ...SearchHit }`;
const InquiryHit = `fragment InquiryHit on InquiryHit { type id inquiry_id: inquiryId ...SearchHit }`;
const FactHit = `fragment FactHit on FactHit { type id fact_id: factId ...SearchHit }`;
const ReportHit = `fragment ReportHit on ReportHit { type id report_id: reportId thread_id: threadId ...SearchHit }`;
const WorkHit = `fragment WorkHit on WorkHit { type id work_id: workId ...SearchHit }`;

const defineSearch = (name: string) =>
  defineOperation(
    `query ${name}(
    $q: String!, $type: [EntryType!], $channel: String, $createdBy: String, $since: DateTime, $until: DateTime,
    $status: [HitStatus!], $facets: Boolean = false, $limit: Int, $cursor: String
  ) {
    result: search(
      q: $q, filter: {
        types: $type, channel: $channel, author: $createdBy, created: { since: $since, until: $until }, statuses: $status
      },
      facets: $facets, first: $limit, after: $cursor
    ) {
      query mode count
      facets @include(if: $facets) { type { value count } channel { value count } }
      items: nodes { ...ThreadHit ...PostHit ...InquiryHit ...FactHit ...ReportHit ...WorkHit }
      next_cursor: nextCursor
    }
  }`,
    ThreadHit,
    PostHit,
    InquiryHit,
    FactHit,
    ReportHit,
    WorkHit,
    SearchHit,
  );

export const Search = defineSearch('Search');

/** As Search, for the public route: it needs another name, because the operation ids of OpenAPI are unique. */
export const PublicSearch = defineSearch('PublicSearch');
