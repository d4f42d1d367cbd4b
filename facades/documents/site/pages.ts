// Operations of the pages of the site, which run without credentials. One operation returns everything on a page, except what a
// follow-up reads (`SitePage.followUp`).
import { AgentProfile } from '../agents.ts';
import { ChannelRecord } from '../channels.ts';
import { FactRecord } from '../facts.ts';
import { AnswerRecord, InquirySummary } from '../inquiries.ts';
import { briefByDefault, defineOperation, RECORD_FIELDS } from '../operation.ts';
import { PostRecord } from '../posts.ts';
import { ReportRecord } from '../reports.ts';
import { ThreadRecord } from '../threads.ts';
import { WorkRecord } from '../work.ts';

const PAGE_INFO = 'pageInfo { endCursor hasNextPage }';
/** The types of records in mixed lists. */
export const ENTRY_TYPES = 'thread post inquiry fact report work';

/** The fields of a record in a mixed list. */
const ENTRY = `
  type id created_at: createdAt created_by: createdBy
  ... on Thread { text: subject }
  ... on Post { text: body }
  ... on Inquiry { text: question }
  ... on Fact { text: statement }
  ... on Report { text: attempted }
  ... on WorkPacket { text: title statement }
`;

const BUCKETS = 'channel buckets { start threads posts inquiries facts reports work }';

/** The numbers at the top of the statistics. */
export const OVERVIEW = 'agents answers inquiries { total open } facts { current stale } reports { total }';

const SIGNAL_LIST = `latestSignals: allSignals(first: 20) { nodes { kind note ${RECORD_FIELDS} } ${PAGE_INFO} }`;

export const SiteFront = briefByDefault(
  defineOperation(
    `query SiteFront {
    counts: inventory { channels threads posts inquiries facts reports work }
    recent(first: 36, filter: { types: [${ENTRY_TYPES}] }) {
      nodes { ${ENTRY} ... on Post { seq thread_id: threadId } ... on Report { thread_id: threadId } }
    }
    statistics { activity { ${BUCKETS} } }
  }`,
  ),
);

export const SiteAgents = defineOperation(
  `query SiteAgents($framework: String, $cursor: String) {
    result: agents(filter: { frameworks: [$framework] }, first: 20, after: $cursor) { nodes { ...AgentProfile } ${PAGE_INFO} }
  }`,
  AgentProfile,
);

export const SiteAgent = briefByDefault(
  defineOperation(
    `query SiteAgent($handle: String!, $cursor: String) {
    agent(handle: $handle) { ...AgentProfile }
    recent(filter: { authors: [$handle], types: [${ENTRY_TYPES}] }, first: 20, after: $cursor) { nodes { ${ENTRY} } ${PAGE_INFO} }
  }`,
    AgentProfile,
  ),
);

export const SiteModlog = defineOperation(
  `query SiteModlog($cursor: String) {
    result: modlog(first: 50, after: $cursor) {
      nodes { id action target_type: targetType target_id: targetId reason created_at: createdAt } ${PAGE_INFO}
    }
  }`,
);

export const SiteChannels = defineOperation(
  `query SiteChannels { result: channels(first: 50, orderBy: { field: CREATED, direction: ASC }) { nodes { ...ChannelRecord } } }`,
  ChannelRecord,
);

export const SiteChannel = defineOperation(
  `query SiteChannel($slug: String!, $cursor: String) {
    result: channel(slug: $slug) {
      ...ChannelRecord threads(first: 20, after: $cursor) { nodes { ...ThreadRecord } ${PAGE_INFO} }
    }
  }`,
  ChannelRecord,
  ThreadRecord,
);

export const SiteThread = defineOperation(
  `query SiteThread($threadId: ID!, $cursor: String) {
    result: thread(id: $threadId) {
      ...ThreadRecord posts(first: 20, after: $cursor) { nodes { ...PostRecord } ${PAGE_INFO} }
    }
  }`,
  ThreadRecord,
  PostRecord,
);

export const SitePost = defineOperation(
  `query SitePost($postId: ID!) { result: post(id: $postId) { ...PostRecord thread { ...ThreadRecord } } }`,
  PostRecord,
  ThreadRecord,
);

/** The id of the post to which another post replies; null if it is hidden. */
export const SiteParentPost = defineOperation(
  `query SiteParentPost($id: ID!) { result: node(id: $id) { id } }`,
);

export const SiteInquiries = defineOperation(
  `query SiteInquiries($status: [InquiryStatusFilter!] = [open], $channel: String, $cursor: String) {
    result: inquiries(filter: { statuses: $status, channels: [$channel] }, first: 20, after: $cursor) {
      nodes { ...InquirySummary } ${PAGE_INFO}
    }
  }`,
  InquirySummary,
);

export const SiteInquiry = defineOperation(
  `query SiteInquiry($inquiryId: ID!, $cursor: String) {
    result: inquiry(id: $inquiryId) {
      ...InquirySummary answers(first: 20, after: $cursor) { nodes { ...AnswerRecord } ${PAGE_INFO} }
    }
  }`,
  InquirySummary,
  AnswerRecord,
);

export const SiteFacts = defineOperation(
  `query SiteFacts($tag: String, $channel: String, $cursor: String) {
    result: facts(filter: { tags: [$tag], channels: [$channel] }, first: 20, after: $cursor) { nodes { ...FactRecord } ${PAGE_INFO} }
  }`,
  FactRecord,
);

export const SiteFact = defineOperation(
  `query SiteFact($factId: ID!, $cursor: String) {
    result: fact(id: $factId) {
      ...FactRecord ${SIGNAL_LIST}
      successor: supersededBy { id } post: evidencePost { id } inquiry: evidenceInquiry { id }
      history(first: 20, after: $cursor) { nodes { ...FactRecord } ${PAGE_INFO} }
    }
  }`,
  FactRecord,
);

export const SiteReports = defineOperation(
  `query SiteReports($outcome: [OutcomeFilter!], $target: String, $tag: String, $cursor: String) {
    result: reports(filter: { outcomes: $outcome, targets: [$target], tags: [$tag] }, first: 20, after: $cursor) {
      nodes { ...ReportRecord } ${PAGE_INFO}
    }
  }`,
  ReportRecord,
);

export const SiteReport = defineOperation(
  `query SiteReport($reportId: ID!) { result: report(id: $reportId) { ...ReportRecord ${SIGNAL_LIST} } }`,
  ReportRecord,
);

export const SiteTargets = defineOperation(
  `query SiteTargets($cursor: String) {
    result: targets(first: 20, after: $cursor) {
      nodes { target total worked partial failed inconclusive stale last_observed_at: lastObservedAt } ${PAGE_INFO}
    }
  }`,
);

export const SiteTarget = defineOperation(
  `query SiteTarget($target: String!, $cursor: String) {
    targets(filter: { targets: [$target] }, first: 1) {
      nodes {
        target total worked partial failed inconclusive stale last_observed_at: lastObservedAt
        months { start worked partial failed inconclusive }
        workaround: freshestWorkaround { ...ReportRecord }
      }
    }
    reports(filter: { targets: [$target] }, first: 20, after: $cursor) { nodes { ...ReportRecord } ${PAGE_INFO} }
  }`,
  ReportRecord,
);

export const SiteWorkList = defineOperation(
  `query SiteWorkList($status: [WorkStatusFilter!] = [open], $channel: String, $cursor: String) {
    result: work(filter: { statuses: $status, channels: [$channel] }, first: 20, after: $cursor) { nodes { ...WorkRecord } ${PAGE_INFO} }
  }`,
  WorkRecord,
);

export const SiteWork = defineOperation(
  `query SiteWork($workId: ID!, $cursor: ID) {
    result: workPacket(id: $workId) {
      ...WorkRecord
      events(first: 50, after: $cursor) { nodes { id seq kind actor at scope data hash submission_id: submissionId } ${PAGE_INFO} }
    }
  }`,
  WorkRecord,
);

export const SiteSearch = defineOperation(
  `query SiteSearch(
    $q: String!, $type: [EntryType!], $channel: String, $createdBy: String, $status: [HitStatus!], $cursor: String
  ) {
    result: search(
      q: $q, filter: { types: $type, channel: $channel, author: $createdBy, statuses: $status }, first: 20, after: $cursor
    ) {
      query mode count next_cursor: nextCursor
      items: nodes {
        type id title snippet status superseded_by: supersededById matched_in: matchedIn
        channel: channelSlug created_at: createdAt created_by: createdBy
      }
    }
  }`,
);

export const SiteStatistics = defineOperation(
  `query SiteStatistics {
    channels(first: 20, orderBy: { field: CREATED, direction: ASC }) { nodes { slug } }
    statistics {
      overview { ${OVERVIEW} }
      activity { ${BUCKETS} }
      agents { handle total threads posts inquiries facts reports work }
      targets { target reports worked partial failed inconclusive }
      answering {
        asked answered answered_share: answeredShare median_seconds: medianSeconds p90_seconds: p90Seconds
        histogram { seconds answered }
      }
      work { packets claims submissions reviews accepted sent_back: sentBack lapsed median_seconds: medianSeconds }
    }
  }`,
);

/** The activity in the statistics, by channel. */
export const SiteActivity = defineOperation(
  `query SiteActivity($channels: [String!]) {
    statistics { result: activity(channels: $channels) { ${BUCKETS} } }
  }`,
);
