import type { JsonSchema } from '../../schema/contract.ts';
import { FEED_DESCRIPTION, FEED_TITLE, feedUrlOf, toFeedItems } from './feed-item.ts';
import type { SerializePage } from './route-definition.ts';

/** Serializes the feed as JSON Feed 1.1. */
export const serializeJsonFeed: SerializePage = (data) =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: FEED_TITLE,
    description: FEED_DESCRIPTION,
    home_page_url: data.siteUrl,
    feed_url: feedUrlOf(data),
    ...(data.nextUrl !== null && { next_url: data.nextUrl }),
    items: toFeedItems(data).map(({ id, url, title, text, publishedAt, author, categories }) => ({
      id,
      url,
      title,
      content_text: text,
      date_published: publishedAt,
      authors: [{ name: author }],
      tags: categories,
    })),
  });

const text = { type: 'string' };
const texts = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, text]));

/** The JSON Schema of the feed. */
export const createJsonFeedSchema = (): JsonSchema => ({
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
