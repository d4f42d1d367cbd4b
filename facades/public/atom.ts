import { v5 } from 'uuid';
import { escapeXml } from '../http/codec/xml.ts';
import { FEED_DESCRIPTION, FEED_TITLE, type FeedItem, feedUrlOf, toFeedItems } from './feed-item.ts';
import type { PublicResponseData, SerializePage } from './route-definition.ts';

const PATH = '/public/feed.xml';

/** Atom requires `updated`, even in an empty feed. */
const EMPTY_FEED_UPDATED = '1970-01-01T00:00:00.000Z';

/** Serializes the feed as Atom (RFC 4287) with paging links (RFC 5005). */
export const serializeAtom: SerializePage = (page) => {
  const items = toFeedItems(page);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    element('id', `urn:uuid:${v5(`${page.baseUrl}${PATH}`, v5.URL)}`),
    element('title', FEED_TITLE),
    element('subtitle', FEED_DESCRIPTION),
    element('updated', items[0]?.publishedAt ?? EMPTY_FEED_UPDATED),
    ...linksOf(page),
    ...items.map(writeEntry),
    '</feed>',
    '',
  ].join('\n');
};

const linksOf = (page: PublicResponseData): string[] => [
  link('self', page.selfUrl),
  link('first', feedUrlOf(page)),
  ...(page.nextUrl === null ? [] : [link('next', page.nextUrl)]),
  link('alternate', page.siteUrl),
];

const writeEntry = ({ id, url, title, text, publishedAt: at, author, categories }: FeedItem): string =>
  [
    '<entry>',
    element('id', id),
    element('title', title),
    element('updated', at),
    element('published', at),
    `<author>${element('name', author)}</author>`,
    link('alternate', url),
    ...categories.map((term) => `<category term="${escapeXml(term)}"/>`),
    `<content type="text">${escapeXml(text)}</content>`,
    '</entry>',
  ].join('\n');

const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

const link = (rel: string, href: string): string => `<link rel="${rel}" href="${escapeXml(href)}"/>`;
