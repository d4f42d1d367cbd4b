import { html } from 'hono/html';
import type { PageContent } from '../../page-definition.ts';
import type { Html } from '../../markup/html.ts';
import type { ListData } from '../../markup/records.ts';
import { textBlock } from '../../markup/text-block.ts';
import { recordAuditSection, type RecordPageData } from './audit.ts';
import { filterForm, HIDDEN_OPTIONS } from '../../markup/filter-form.ts';
import { recordItem, toElementId, recordItems, paginatedItems } from './record-items.ts';
import {
  hiddenBadge,
  type ModeratedRecord,
  moderatedByline,
  hiddenNotice,
  hidingForm,
} from './moderated-record.ts';
import type { ConsolePageContext } from '../page-context.ts';

export interface Post extends ModeratedRecord {
  readonly thread_id: string;
  readonly seq: number;
  readonly body: string;
}

const TEXT_OPTIONS = { maxBytes: 2_000 };

export function postItem(post: Post, context: ConsolePageContext): Html {
  const target = toElementId('post', post);
  return recordItem(
    target,
    html`<h2>
        <a href="/console/posts/${post.id}">Post ${post.seq}</a>
        ${hiddenBadge(post)}
      </h2>
      ${moderatedByline(post, 'posts')}
      <p><a href="/console/threads/${post.thread_id}">Thread</a></p>
      ${hiddenNotice(post)} ${textBlock(post.body, TEXT_OPTIONS)} ${hidingForm('post', post, context)}`,
    context,
  );
}

export const renderPosts = (
  { list }: { readonly list: ListData<Post> },
  context: ConsolePageContext,
): PageContent => ({
  title: 'Posts',
  body: html`${filterForm(context.url, [
    { name: 'q', label: 'Text' },
    { name: 'hidden', label: 'Visibility', options: HIDDEN_OPTIONS },
    { name: 'created_by', label: 'Author' },
  ])}
  ${paginatedItems(list, postItem, context)}`,
});

export const renderPost = (
  { record, console: { auditEntries } }: RecordPageData<Post>,
  context: ConsolePageContext,
): PageContent => ({
  title: 'A post',
  body: html`${recordItems([record], postItem, context)} ${recordAuditSection(auditEntries)}`,
});
