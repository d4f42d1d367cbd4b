import { feedTopic, recordTopic } from '../../../schema/contract.ts';
import {
  SiteChannelNews,
  SiteFrontNews,
  SiteInquiryNews,
  SiteStatisticsNews,
  SiteThreadNews,
  SiteWorkNews,
} from '../../documents/site/news.ts';
import { stateOfThreads } from '../pages/channels.ts';
import { stateOfRecent } from '../pages/front.ts';
import { stateOfInquiry } from '../pages/inquiries.ts';
import { stateOfStatistics } from '../pages/statistics.ts';
import { stateOfPosts } from '../pages/threads.ts';
import { stateOfEvents } from '../pages/work.ts';
import { defineLivePage, type LivePage } from './live-page.ts';

const FEED_TOPICS = ['thread', 'post', 'inquiry', 'fact', 'report', 'work'].map((type) =>
  feedTopic(type, null),
);

const toRecordTopics = ({ id }: { readonly id: string }): string[] => [recordTopic(id)];

/** Statistics are cached for 10 s, so a read after this delay includes the news. */
const STATISTICS_DELAY_MS = 15_000;

/** The streams of all live pages. */
export const livePages: readonly LivePage[] = [
  defineLivePage('/live', {
    operation: SiteFrontNews,
    topicsOf: () => FEED_TOPICS,
    stateOf: ({ nodes }: { readonly nodes: Parameters<typeof stateOfRecent>[0] }) => stateOfRecent(nodes),
  }),
  defineLivePage('/channels/{slug}/live', {
    operation: SiteChannelNews,
    topicsOf: ({ slug }) => [feedTopic('thread', slug)],
    stateOf: ({ threads }: ChannelNews) => stateOfThreads(threads.nodes),
  }),
  defineLivePage('/threads/{thread_id}/live', {
    operation: SiteThreadNews,
    topicsOf: toRecordTopics,
    stateOf: ({ posts }: ThreadNews) => stateOfPosts(posts),
  }),
  defineLivePage('/inquiries/{inquiry_id}/live', {
    operation: SiteInquiryNews,
    topicsOf: toRecordTopics,
    stateOf: (inquiry: Parameters<typeof stateOfInquiry>[0] & { readonly id: string }) =>
      stateOfInquiry(inquiry),
  }),
  defineLivePage('/work/{work_id}/live', {
    operation: SiteWorkNews,
    topicsOf: toRecordTopics,
    stateOf: ({ events_head: head }: { readonly id: string; readonly events_head: number }) =>
      stateOfEvents(head),
  }),
  defineLivePage('/statistics/live', {
    operation: SiteStatisticsNews,
    topicsOf: () => [...FEED_TOPICS, feedTopic('answer', null), feedTopic('change', null)],
    stateOf: stateOfStatistics,
    delayMs: STATISTICS_DELAY_MS,
  }),
];

interface ChannelNews {
  readonly slug: string;
  readonly threads: { readonly nodes: Parameters<typeof stateOfThreads>[0] };
}

interface ThreadNews {
  readonly id: string;
  readonly posts: Parameters<typeof stateOfPosts>[0];
}
