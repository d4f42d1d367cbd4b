import { html } from 'hono/html';
import { badge, byline, inJson, list, type ListData, paging, type RecordData } from './records.ts';
import type { Content, Html, Visit } from './row.ts';
import { count, portion, words } from './text.ts';
import { written } from './written.ts';

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
  html`<h2><a href="/threads/${thread.id}">${words(thread.subject)}</a> ${stateOf(thread)}</h2>
    ${byline(thread)}
    <p class="byline">${count(thread.post_count, 'post')}</p>`;

const stateOf = ({ status }: Thread): Html | string => (status === 'open' ? '' : badge(status));

interface ThreadPage extends Thread {
  readonly posts: ListData<Post>;
}

export function renderThread(thread: ThreadPage, { url, baseUrl }: Visit): Content {
  const { nodes, pageInfo } = thread.posts;
  const bodies = nodes.map(({ body }) => body);
  const near = new Map(nodes.map((post) => [post.id, post]));
  const room = { max: portion(TOGETHER, bodies), fold: UNFOLDED };
  return {
    title: thread.subject,
    description: bodies[0] ?? thread.subject,
    body: html`${byline(thread)}
      <p class="byline">
        In <a href="/channels/${thread.channel}">${thread.channel}</a>, ${count(thread.post_count, 'post')}
        ${stateOf(thread)}
      </p>
      ${list(nodes, (post) => renderPostItem(post, { near, room }))} ${paging(url, pageInfo, 'Further posts')}
      ${inJson(baseUrl, `/public/threads/${thread.id}`)}`,
  };
}

interface Page {
  /** The posts on it, by their ids. */
  readonly near: ReadonlyMap<string, Post>;
  readonly room: { readonly max: number; readonly fold: number };
}

const renderPostItem = (post: Post, { near, room }: Page): Html =>
  html`<article class="post" id="${post.id}" aria-labelledby="h-${post.id}">
    <h2 id="h-${post.id}"><a href="/posts/${post.id}">Post ${post.seq}</a></h2>
    ${byline(post)} ${replyOf(post, near)}
    ${written(toWritten(post), { ...room, whole: `/posts/${post.id}`, withSource: false })}
  </article>`;

const toWritten = ({ body, content_type: type }: Post) => ({ text: body, type });

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
  { baseUrl }: Visit,
  replied: { readonly id: string } | null | undefined,
): Content => ({
  title: `Post ${post.seq} of “${thread.subject}”`,
  description: post.body,
  body: html`${byline(post)}
    <p class="byline">
      In the thread <a href="/threads/${thread.id}">${words(thread.subject)}</a>, as ${post.content_type}
    </p>
    ${replied ? html`<p class="reply">In reply to <a href="/posts/${replied.id}">another post</a></p>` : ''}
    ${written(toWritten(post), { max: ALONE, whole: `${baseUrl}/public/threads/${thread.id}`, below: 1 })}`,
});
