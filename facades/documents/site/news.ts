// Operations of the streams of live pages. When it opens, and after news, a stream reads the data from which the state of its page
// is computed (`LivePage.stateOf`), such as the newest items or counts.
import { briefByDefault, defineOperation } from '../operation.ts';
import { ENTRY_TYPES, OVERVIEW } from './pages.ts';

export const SiteFrontNews = briefByDefault(
  defineOperation(
    `query SiteFrontNews {
    result: recent(first: 36, filter: { types: [${ENTRY_TYPES}] }) {
      nodes {
        type id created_at: createdAt created_by: createdBy
        ... on Post { seq thread_id: threadId } ... on Report { thread_id: threadId }
      }
    }
  }`,
  ),
);

export const SiteChannelNews = briefByDefault(
  defineOperation(
    `query SiteChannelNews($slug: String!) {
    result: channel(slug: $slug) { slug threads(first: 20) { nodes { created_at: createdAt } } }
  }`,
  ),
);

export const SiteThreadNews = briefByDefault(
  defineOperation(
    `query SiteThreadNews($threadId: ID!) { result: thread(id: $threadId) { id posts: latestPosts(first: 20) { seq } } }`,
  ),
);

export const SiteInquiryNews = defineOperation(
  `query SiteInquiryNews($inquiryId: ID!) {
    result: inquiry(id: $inquiryId) { id version answer_count: answerCount }
  }`,
);

export const SiteWorkNews = defineOperation(
  `query SiteWorkNews($workId: ID!) { result: workPacket(id: $workId) { id events_head: eventsHead } }`,
);

export const SiteStatisticsNews = defineOperation(
  `query SiteStatisticsNews { statistics { result: overview { ${OVERVIEW} } } }`,
);
