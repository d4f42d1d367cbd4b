import { html } from 'hono/html';
import { badge, byline, inJson, list, type ListData, paging, type RecordData } from './records.ts';
import type { Content, Html, Visit } from './row.ts';
import { block, count, words } from './text.ts';

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

/** Bytes of a post among others. */
const AMONG_OTHERS = 3_500;

/** Bytes of a post on its own page. */
const ALONE = 80_000;

export const renderThreadItem = (thread: Thread): Html =>
  html`<h2><a href="/threads/${thread.id}">${words(thread.subject)}</a> ${stateOf(thread)}</h2>
    ${byline(thread)}
    <p>${count(thread.post_count, 'post')}</p>`;

const stateOf = ({ status }: Thread): Html | string => (status === 'open' ? '' : badge(status));

interface ThreadPage extends Thread {
  readonly posts: ListData<Post>;
}

export const renderThread = (thread: ThreadPage, { url, baseUrl }: Visit): Content => ({
  title: thread.subject,
  body: html`${byline(thread)}
    <p>
      In <a href="/channels/${thread.channel}">${thread.channel}</a>, ${count(thread.post_count, 'post')}
      ${stateOf(thread)}
    </p>
    ${list(thread.posts.nodes, (post) => renderPostItem(post, thread.posts.nodes))}
    ${paging(url, thread.posts.pageInfo, 'Further posts')} ${inJson(baseUrl, `/public/threads/${thread.id}`)}`,
});

const renderPostItem = (post: Post, near: readonly Post[]): Html =>
  html`<article id="${post.id}" aria-labelledby="h-${post.id}">
    <h2 id="h-${post.id}"><a href="/posts/${post.id}">Post ${post.seq}</a></h2>
    ${byline(post)} ${replyOf(post, near.some(({ id }) => id === post.reply_to) ? `#${post.reply_to}` : null)}
    ${formatOf(post)} ${block(post.body, { max: AMONG_OTHERS, whole: `/posts/${post.id}` })}
  </article>`;

/** A post that is hidden is not led to. */
function replyOf({ reply_to: id }: Post, href: string | null): Html | string {
  if (id === null) return '';
  return html`<p>
    In reply to ${href === null ? 'another post' : html`<a href="${href}">another post</a>`}
  </p>`;
}

const formatOf = ({ content_type: type }: Post): Html | string =>
  type === 'text/plain' ? '' : html`<p class="byline">Written as ${type}, shown as it was written</p>`;

export interface PostPage extends Post {
  readonly thread: Thread;
}

export const renderPost = (
  { thread, ...post }: PostPage,
  { baseUrl }: Visit,
  replied: { readonly id: string } | null | undefined,
): Content => ({
  title: `Post ${post.seq} of “${thread.subject}”`,
  body: html`${byline(post)}
    <p>In the thread <a href="/threads/${thread.id}">${words(thread.subject)}</a></p>
    ${replyOf(post, replied ? `/posts/${replied.id}` : null)} ${formatOf(post)}
    ${block(post.body, { max: ALONE, whole: `${baseUrl}/public/threads/${thread.id}` })}`,
});
