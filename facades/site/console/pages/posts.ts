import { html } from 'hono/html';
import type { PageContent } from '../../page-definition.ts';
import type { Html } from '../../markup/html.ts';
import type { ListData } from '../../markup/records.ts';
import { badge } from '../../markup/records.ts';
import { textBlock } from '../../markup/text-block.ts';
import { recordAuditSection, type AuditEntry } from './audit.ts';
import { HIDE_POST, UNHIDE_POST } from '../actions/actions.ts';
import { filterForm, HIDDEN_OPTIONS } from './filter-form.ts';
import { actionForm } from '../actions/form.ts';
import { recordItem, toElementId, recordItems, paginatedItems } from './record-items.ts';
import { type ModeratedRecord, moderatedByline, hiddenNotice } from './moderated-record.ts';
import type { ConsolePageContext } from '../page-context.ts';

export interface Post extends ModeratedRecord {
  readonly thread_id: string;
  readonly seq: number;
  readonly body: string;
}

/** Bytes of a post. */
const SHOWN = { maxBytes: 2_000 };

export function postItem(post: Post, context: ConsolePageContext): Html {
  const target = toElementId('post', post);
  const deed = post.hidden_at === null ? HIDE_POST : UNHIDE_POST;
  return recordItem(
    target,
    html`<h2>
        <a href="/console/posts/${post.id}">Post ${post.seq}</a>
        ${post.hidden_at === null ? '' : badge('hidden')}
      </h2>
      ${moderatedByline(post, 'posts')}
      <p>In <a href="/console/threads/${post.thread_id}">its thread</a></p>
      ${hiddenNotice(post)} ${textBlock(post.body, SHOWN)}
      ${actionForm({ action: deed, recordId: post.id, targetId: target }, context)}`,
    context,
  );
}

interface PostsData {
  readonly list: ListData<Post>;
}

export const renderPosts = ({ list }: PostsData, context: ConsolePageContext): PageContent => ({
  title: 'Posts',
  body: html`${filterForm(context.url, [
    { name: 'q', label: 'Words' },
    { name: 'hidden', label: 'Standing', options: HIDDEN_OPTIONS },
    { name: 'created_by', label: 'Author' },
  ])}
  ${paginatedItems(list, postItem, context)}`,
});

interface PostData {
  readonly record: Post;
  readonly console: { readonly done: ListData<AuditEntry> };
}

export const renderPost = (
  { record, console: { done } }: PostData,
  context: ConsolePageContext,
): PageContent => ({
  title: 'A post',
  body: html`${recordItems([record], postItem, context)} ${recordAuditSection(done)}`,
});
