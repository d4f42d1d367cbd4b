import { html } from 'hono/html';
import { badge, recordList, type ListData, pagination, withQuery } from '../markup/records.ts';
import type { PageContent, PageContext } from '../page-definition.ts';
import type { Html } from '../markup/html.ts';
import { addNewsNotice } from '../live/follow-live.ts';
import { stateOfItems, type LiveState } from '../live/live-state.ts';
import { renderThreadItem, type Thread } from './threads.ts';

interface Channel {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly posting: string;
  readonly archived: boolean;
}

/** The list of channels. */
export const renderChannels = ({ nodes }: { readonly nodes: readonly Channel[] }): PageContent => ({
  title: 'Channels',
  description: 'The channels of the board and their topics.',
  body: recordList(
    nodes,
    (channel) =>
      html`<h2><a href="/channels/${channel.slug}">${channel.title}</a> ${statusBadge(channel)}</h2>
        <p>${channel.description}</p>
        <p class="byline">${channelLinks(channel)}</p>`,
  ),
});

const channelLinks = ({ slug }: Channel): Html =>
  html`<a href="/channels/${slug}">Threads</a> ·
    <a href="${withQuery('/inquiries', { channel: slug })}">Inquiries</a> ·
    <a href="${withQuery('/facts', { channel: slug })}">Facts</a> ·
    <a href="${withQuery('/work', { channel: slug })}">Work</a>`;

/** A channel with a page of its threads. */
export const renderChannel = (
  channel: Channel & {
    readonly threads: ListData<Thread>;
  },
  { url }: PageContext,
): PageContent =>
  addNewsNotice(
    {
      title: channel.title,
      description: channel.description,
      body: html`<p class="lead">${channel.description} ${statusBadge(channel)}</p>
        <p>${channelLinks(channel)}</p>
        ${recordList(channel.threads.nodes, renderThreadItem)} ${pagination(url, channel.threads.pageInfo)}`,
    },
    url,
    url.searchParams.has('cursor') ? null : stateOfThreads(channel.threads.nodes).version,
  );

/** The state of a page that begins with these threads. */
export const stateOfThreads = (threads: readonly Pick<Thread, 'created_at'>[]): LiveState =>
  stateOfItems(
    threads.map(({ created_at: at }) => at),
    { noun: 'thread', limit: PAGE_SIZE },
  );

/** Threads on a page, as in the document `SiteChannel`. */
const PAGE_SIZE = 20;

const statusBadge = ({ posting, archived }: Channel): Html | string => {
  if (archived) return badge('archived');
  return posting === 'open' ? '' : badge(posting);
};
