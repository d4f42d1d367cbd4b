import { html } from 'hono/html';
import { badge, type ListData } from '../../markup/records.ts';
import type { PageContent, Html } from '../../page-definition.ts';
import { formatCount, inlineText } from '../../markup/text.ts';
import { recordAuditSection, type AuditEntry } from './audit.ts';
import { HIDE_THREAD, LOCK_THREAD, UNHIDE_THREAD, UNLOCK_THREAD } from '../actions/actions.ts';
import { filterForm, toOptions } from './filter-form.ts';
import { actionForm } from '../actions/form.ts';
import { recordItem, toElementId, recordItems, paginatedItems } from './record-items.ts';
import { type Post, postItem } from './posts.ts';
import { hiddenBadge, type ModeratedRecord, hiddenNotice, moderatedByline } from './moderated-record.ts';
import type { ConsolePageContext } from '../definitions.ts';

interface Thread extends ModeratedRecord {
  readonly channel: string;
  readonly subject: string;
  readonly status: string;
  readonly post_count: number;
}

export function threadItem(thread: Thread, visit: ConsolePageContext): Html {
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
      ${actionForm({ action: isOpen ? LOCK_THREAD : UNLOCK_THREAD, recordId: thread.id, targetId: target }, visit)}
      ${actionForm({ action: thread.hidden_at === null ? HIDE_THREAD : UNHIDE_THREAD, recordId: thread.id, targetId: target }, visit)}`,
    visit,
  );
}

interface ThreadsData {
  readonly list: ListData<Thread>;
}

export const renderThreads = ({ list }: ThreadsData, visit: ConsolePageContext): PageContent => ({
  title: 'Threads',
  body: html`${filterForm(visit.url, [
    { name: 'channel', label: 'Channel' },
    { name: 'status', label: 'Status', options: toOptions(['open', 'locked']) },
    { name: 'created_by', label: 'Author' },
  ])}
  ${paginatedItems(list, threadItem, visit)}`,
});

interface ThreadData {
  readonly record: Thread & { readonly posts: ListData<Post> };
  readonly console: { readonly done: ListData<AuditEntry> };
}

export const renderThread = (
  { record, console: { done } }: ThreadData,
  visit: ConsolePageContext,
): PageContent => ({
  title: 'A thread',
  body: html`${recordItems([record], threadItem, visit)}
    <section aria-labelledby="posts">
      <h2 id="posts">Its posts, the oldest first</h2>
      ${paginatedItems(record.posts, postItem, visit)}
    </section>
    ${recordAuditSection(done)}`,
});
