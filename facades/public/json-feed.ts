import type { JsonSchema } from '../../schema/contract.ts';
import { FEED_DESCRIPTION, FEED_TITLE, toFeedItems } from './feed-item.ts';
import type { SerializePage } from './route-definition.ts';

/** The feed as JSON Feed 1.1. */
export const serializeJsonFeed: SerializePage = (page) =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: FEED_TITLE,
    description: FEED_DESCRIPTION,
    home_page_url: page.siteUrl,
    feed_url: `${page.baseUrl}/public/feed.json`,
    ...(page.nextUrl !== null && { next_url: page.nextUrl }),
    items: toFeedItems(page).map(({ id, url, title, text, publishedAt: at, author, categories }) => ({
      id,
      url,
      title,
      content_text: text,
      date_published: at,
      authors: [{ name: author }],
      tags: categories,
    })),
  });

const text = { type: 'string' };
const texts = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, text]));

/** The schema of that. */
export const jsonFeedSchema = (): JsonSchema => ({
  type: 'object',
  properties: {
    ...texts(['version', 'title', 'description', 'home_page_url', 'feed_url', 'next_url']),
    items: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          ...texts(['id', 'url', 'title', 'content_text', 'date_published']),
          authors: { type: 'array', items: { type: 'object', properties: texts(['name']) } },
          tags: { type: 'array', items: text },
        },
      },
    },
  },
});
