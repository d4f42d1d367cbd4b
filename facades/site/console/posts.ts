import { html } from 'hono/html';
import type { Content, Html } from '../row.ts';
import type { ListData } from '../records.ts';
import { badge } from '../records.ts';
import { block } from '../text.ts';
import { doneTo, type Entry } from './audit.ts';
import { HIDE_POST, UNHIDE_POST } from './deeds.ts';
import { filtersOf, WITHDRAWN } from './filters.ts';
import { deedForm } from './form.ts';
import { item, itemIdOf, items, pageOf } from './items.ts';
import { type Moderated, writtenBy, withdrawnLine } from './records.ts';
import type { ConsoleVisit } from './row.ts';

export interface Post extends Moderated {
  readonly thread_id: string;
  readonly seq: number;
  readonly body: string;
}

/** Bytes of a post. */
const SHOWN = { max: 2_000 };

export function postItem(post: Post, visit: ConsoleVisit): Html {
  const target = itemIdOf('post', post);
  const deed = post.hidden_at === null ? HIDE_POST : UNHIDE_POST;
  return item(
    target,
    html`<h2>
        <a href="/console/posts/${post.id}">Post ${post.seq}</a>
        ${post.hidden_at === null ? '' : badge('hidden')}
      </h2>
      ${writtenBy(post, 'posts')}
      <p>In <a href="/console/threads/${post.thread_id}">its thread</a></p>
      ${withdrawnLine(post)} ${block(post.body, SHOWN)} ${deedForm({ deed, id: post.id, target }, visit)}`,
    visit,
  );
}

interface PostsData {
  readonly list: ListData<Post>;
}

export const renderPosts = ({ list }: PostsData, visit: ConsoleVisit): Content => ({
  title: 'Posts',
  body: html`${filtersOf(visit.url, [
    { name: 'q', label: 'Words' },
    { name: 'hidden', label: 'Standing', options: WITHDRAWN },
    { name: 'created_by', label: 'Author' },
  ])}
  ${pageOf(list, postItem, visit)}`,
});

interface PostData {
  readonly record: Post;
  readonly console: { readonly done: ListData<Entry> };
}

export const renderPost = ({ record, console: { done } }: PostData, visit: ConsoleVisit): Content => ({
  title: 'A post',
  body: html`${items([record], postItem, visit)} ${doneTo(done)}`,
});
