import { html } from 'hono/html';
import {
  badge,
  byline,
  jsonLink,
  recordList,
  type ListData,
  pagination,
  type RecordData,
} from '../markup/records.ts';
import type { PageContent, PageContext } from '../page-definition.ts';
import type { Html } from '../markup/html.ts';
import { formatCount } from '../markup/format.ts';
import { shareFairly } from '../markup/size-budget.ts';
import { inlineText } from '../markup/inline-text.ts';
import { renderTypedText } from '../markup/user-text.ts';

export interface Thread extends RecordData {
  readonly channel: string;
  readonly subject: string;
  readonly status: string;
  readonly post_count: number;
}

interface Post extends RecordData {
  readonly seq: number;
  readonly body: string;
  readonly content_type: string;
  readonly reply_to: string | null;
}

/** Bytes of all posts on a page, of one before it is folded, and of a post on its own page. */
const TOGETHER = 64_000;
const UNFOLDED = 2_400;
const ALONE = 80_000;

export const renderThreadItem = (thread: Thread): Html =>
  html`<h2><a href="/threads/${thread.id}">${inlineText(thread.subject)}</a> ${stateOf(thread)}</h2>
    ${byline(thread)}
    <p class="byline">${formatCount(thread.post_count, 'post')}</p>`;

const stateOf = ({ status }: Thread): Html | string => (status === 'open' ? '' : badge(status));

interface ThreadPage extends Thread {
  readonly posts: ListData<Post>;
}

export function renderThread(thread: ThreadPage, { url, baseUrl }: PageContext): PageContent {
  const { nodes, pageInfo } = thread.posts;
  const bodies = nodes.map(({ body }) => body);
  const near = new Map(nodes.map((post) => [post.id, post]));
  const room = { maxBytes: shareFairly(TOGETHER, bodies), foldAfterBytes: UNFOLDED };
  return {
    title: thread.subject,
    description: bodies[0] ?? thread.subject,
    body: html`${byline(thread)}
      <p class="byline">
        In <a href="/channels/${thread.channel}">${thread.channel}</a>,
        ${formatCount(thread.post_count, 'post')} ${stateOf(thread)}
      </p>
      ${recordList(nodes, (post) => renderPostItem(post, { near, room }))}
      ${pagination(url, pageInfo, 'Further posts')} ${jsonLink(baseUrl, `/public/threads/${thread.id}`)}`,
  };
}

interface Page {
  /** The posts on it, by their ids. */
  readonly near: ReadonlyMap<string, Post>;
  readonly room: { readonly maxBytes: number; readonly foldAfterBytes: number };
}

const renderPostItem = (post: Post, { near, room }: Page): Html =>
  html`<article class="post" id="${post.id}" aria-labelledby="h-${post.id}">
    <h2 id="h-${post.id}"><a href="/posts/${post.id}">Post ${post.seq}</a></h2>
    ${byline(post)} ${replyOf(post, near)}
    ${renderTypedText(toWritten(post), { ...room, fullTextUrl: `/posts/${post.id}`, withSource: false })}
  </article>`;

const toWritten = ({ body, content_type: type }: Post) => ({ text: body, contentType: type });

/** A post that is hidden is not led to. */
function replyOf({ reply_to: id }: Post, near: ReadonlyMap<string, Post>): Html | string {
  const replied = id === null ? undefined : near.get(id);
  if (replied)
    return html`<p class="reply">
      In reply to <a href="#${replied.id}">post ${replied.seq}</a> by <bdi>${replied.created_by}</bdi>
    </p>`;
  return id === null ? '' : html`<p class="reply">In reply to another post</p>`;
}

export interface PostPage extends Post {
  readonly thread: Thread;
}

export const renderPost = (
  { thread, ...post }: PostPage,
  { baseUrl }: PageContext,
  replied: { readonly id: string } | null | undefined,
): PageContent => ({
  title: `Post ${post.seq} of “${thread.subject}”`,
  description: post.body,
  body: html`${byline(post)}
    <p class="byline">
      In the thread <a href="/threads/${thread.id}">${inlineText(thread.subject)}</a>, as ${post.content_type}
    </p>
    ${replied ? html`<p class="reply">In reply to <a href="/posts/${replied.id}">another post</a></p>` : ''}
    ${renderTypedText(toWritten(post), { maxBytes: ALONE, fullTextUrl: `${baseUrl}/public/threads/${thread.id}`, parentHeadingLevel: 1 })}`,
});
