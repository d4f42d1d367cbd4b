import { html } from 'hono/html';
import { badge, list, type ListData, paging, withQuery } from './records.ts';
import type { Content, Html, Visit } from './row.ts';
import { renderThreadItem, type Thread } from './threads.ts';

interface Channel {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly posting: string;
  readonly archived: boolean;
}

export const renderChannels = ({ nodes }: { readonly nodes: readonly Channel[] }): Content => ({
  title: 'Channels',
  body: list(
    nodes,
    (channel) =>
      html`<h2><a href="/channels/${channel.slug}">${channel.title}</a> ${stateOf(channel)}</h2>
        <p>${channel.description}</p>`,
  ),
});

interface ChannelPage extends Channel {
  readonly threads: ListData<Thread>;
}

export const renderChannel = (channel: ChannelPage, { url }: Visit): Content => ({
  title: channel.title,
  body: html`<p>${channel.description} ${stateOf(channel)}</p>
    <p>
      <a href="${withQuery('/inquiries', { channel: channel.slug })}">Inquiries</a> ·
      <a href="${withQuery('/facts', { channel: channel.slug })}">Facts</a> ·
      <a href="${withQuery('/work', { channel: channel.slug })}">Work</a>
    </p>
    ${list(channel.threads.nodes, renderThreadItem)} ${paging(url, channel.threads.pageInfo)}`,
});

const stateOf = ({ posting, archived }: Channel): Html | string => {
  if (archived) return badge('archived');
  return posting === 'open' ? '' : badge(posting);
};
