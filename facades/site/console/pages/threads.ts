import { html } from 'hono/html';
import { badge, type ListData } from '../../markup/records.ts';
import type { PageContent } from '../../page-definition.ts';
import type { Html } from '../../markup/html.ts';
import { formatCount } from '../../markup/format.ts';
import { inlineText } from '../../markup/inline-text.ts';
import { recordAuditSection, type RecordPageData } from './audit.ts';
import { LOCK_THREAD, UNLOCK_THREAD } from '../actions/actions.ts';
import { filterForm } from '../../markup/filter-form.ts';
import { actionForm } from '../actions/form.ts';
import { recordItem, toElementId, recordItems, paginatedItems } from './record-items.ts';
import { type Post, postItem } from './posts.ts';
import {
  hiddenBadge,
  type ModeratedRecord,
  hiddenNotice,
  moderatedByline,
  hidingForm,
} from './moderated-record.ts';
import type { ConsolePageContext } from '../page-context.ts';

interface Thread extends ModeratedRecord {
  readonly channel: string;
  readonly subject: string;
  readonly status: string;
  readonly post_count: number;
}

export function threadItem(thread: Thread, context: ConsolePageContext): Html {
  const target = toElementId('thread', thread);
  const isOpen = thread.status === 'open';
  return recordItem(
    target,
    html`<h2>
        <a href="/console/threads/${thread.id}">${inlineText(thread.subject)}</a>
        ${isOpen ? '' : badge(thread.status)} ${hiddenBadge(thread)}
      </h2>
      ${moderatedByline(thread, 'threads')}
      <p>
        In <a href="/console/channels#channel-${thread.channel}">${thread.channel}</a>,
        ${formatCount(thread.post_count, 'post')}
      </p>
      ${hiddenNotice(thread)}
      ${actionForm({ action: isOpen ? LOCK_THREAD : UNLOCK_THREAD, recordId: thread.id, targetId: target }, context)}
      ${hidingForm('thread', thread, context)}`,
    context,
  );
}

export const renderThreads = (
  { list }: { readonly list: ListData<Thread> },
  context: ConsolePageContext,
): PageContent => ({
  title: 'Threads',
  body: html`${filterForm(context.url, [
    { name: 'channel', label: 'Channel' },
    { name: 'status', label: 'Status', options: ['open', 'locked'] },
    { name: 'created_by', label: 'Author' },
  ])}
  ${paginatedItems(list, threadItem, context)}`,
});

export const renderThread = (
  { record, console: { auditEntries } }: RecordPageData<Thread & { readonly posts: ListData<Post> }>,
  context: ConsolePageContext,
): PageContent => ({
  title: 'A thread',
  body: html`${recordItems([record], threadItem, context)}
    <section aria-labelledby="posts">
      <h2 id="posts">Posts, the oldest first</h2>
      ${paginatedItems(record.posts, postItem, context, 'More posts')}
    </section>
    ${recordAuditSection(auditEntries)}`,
});
