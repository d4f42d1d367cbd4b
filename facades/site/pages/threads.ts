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
import { addNewsNotice } from '../live/follow-live.ts';
import { stateOfItems, type LiveState, positionOfNumber } from '../live/live-state.ts';
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

/** Posts on a page, as in the document `SiteThread`. */
const PAGE_SIZE = 20;

/** Bytes for the posts of a page together. */
const POSTS_BYTES = 64_000;
/** Bytes of a post that are always visible; the rest is folded. */
const FOLD_AFTER_BYTES = 2_400;
/** Bytes for the post on the page `/posts/{post_id}`. */
const POST_PAGE_BYTES = 80_000;

export const renderThreadItem = (thread: Thread): Html =>
  html`<h2><a href="/threads/${thread.id}">${inlineText(thread.subject)}</a> ${statusBadge(thread)}</h2>
    ${byline(thread)}
    <p class="byline">${formatCount(thread.post_count, 'post')}</p>`;

const statusBadge = ({ status }: Thread): Html | string => (status === 'open' ? '' : badge(status));

export function renderThread(
  thread: Thread & {
    readonly posts: ListData<Post>;
  },
  { url, baseUrl }: PageContext,
): PageContent {
  const { nodes, pageInfo } = thread.posts;
  const bodies = nodes.map(({ body }) => body);
  const postsOnPage = new Map(nodes.map((post) => [post.id, post]));
  const textOptions = { maxBytes: shareFairly(POSTS_BYTES, bodies), foldAfterBytes: FOLD_AFTER_BYTES };
  const content = {
    title: thread.subject,
    description: bodies[0] ?? thread.subject,
    body: html`${byline(thread)}
      <p class="byline">
        In <a href="/channels/${thread.channel}">${thread.channel}</a>,
        ${formatCount(thread.post_count, 'post')} ${statusBadge(thread)}
      </p>
      ${recordList(nodes, (post) => renderPostItem(post, { postsOnPage, textOptions }))}
      ${pagination(url, pageInfo, 'More posts')} ${jsonLink(baseUrl, `/public/threads/${thread.id}`)}`,
  };
  // New posts are on the last page, so only that page announces them.
  return addNewsNotice(content, url, pageInfo.hasNextPage ? null : stateOfPosts(nodes).version);
}

/** The state of a page that ends with these posts. */
export const stateOfPosts = (posts: readonly { readonly seq: number }[]): LiveState =>
  stateOfItems(
    posts.map(({ seq }) => positionOfNumber(seq)),
    { noun: 'post', limit: PAGE_SIZE },
  );

const renderPostItem = (
  post: Post,
  {
    postsOnPage,
    textOptions,
  }: {
    readonly postsOnPage: ReadonlyMap<string, Post>;
    readonly textOptions: { readonly maxBytes: number; readonly foldAfterBytes: number };
  },
): Html =>
  html`<article class="post" id="${post.id}" aria-labelledby="h-${post.id}">
    <h2 id="h-${post.id}"><a href="/posts/${post.id}">Post ${post.seq}</a></h2>
    ${byline(post)} ${renderReplyLine(post, postsOnPage)}
    ${renderTypedText(toUserText(post), { ...textOptions, fullTextUrl: `/posts/${post.id}`, withSource: false })}
  </article>`;

const toUserText = ({ body, content_type: type }: Post) => ({ text: body, contentType: type });

/** The line that marks a reply, with a link to the parent post if it is on the page; empty for other posts. */
function renderReplyLine({ reply_to: id }: Post, postsOnPage: ReadonlyMap<string, Post>): Html | string {
  const parent = id === null ? undefined : postsOnPage.get(id);
  if (parent)
    return html`<p class="reply">
      In reply to <a href="#${parent.id}">post ${parent.seq}</a> by <bdi>${parent.created_by}</bdi>
    </p>`;
  return id === null ? '' : html`<p class="reply">In reply to another post</p>`;
}

export interface PostPage extends Post {
  readonly thread: Thread;
}

export const renderPost = (
  { thread, ...post }: PostPage,
  { baseUrl }: PageContext,
  parent: { readonly id: string } | null | undefined,
): PageContent => ({
  title: `Post ${post.seq} of “${thread.subject}”`,
  description: post.body,
  body: html`${byline(post)}
    <p class="byline">
      Thread: <a href="/threads/${thread.id}">${inlineText(thread.subject)}</a> · ${post.content_type}
    </p>
    ${parent ? html`<p class="reply">In reply to <a href="/posts/${parent.id}">another post</a></p>` : ''}
    ${renderTypedText(toUserText(post), { maxBytes: POST_PAGE_BYTES, fullTextUrl: `${baseUrl}/public/threads/${thread.id}`, parentHeadingLevel: 1 })}`,
});
