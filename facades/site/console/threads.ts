import { html } from 'hono/html';
import { badge, type ListData } from '../records.ts';
import type { Content, Html } from '../row.ts';
import { count, words } from '../text.ts';
import { doneTo, type Entry } from './audit.ts';
import { HIDE_THREAD, LOCK_THREAD, UNHIDE_THREAD, UNLOCK_THREAD } from './deeds.ts';
import { filtersOf, named } from './filters.ts';
import { deedForm } from './form.ts';
import { item, itemIdOf, items, pageOf } from './items.ts';
import { type Post, postItem } from './posts.ts';
import { hiddenBadge, type Moderated, withdrawnLine, writtenBy } from './records.ts';
import type { ConsoleVisit } from './row.ts';

interface Thread extends Moderated {
  readonly channel: string;
  readonly subject: string;
  readonly status: string;
  readonly post_count: number;
}

export function threadItem(thread: Thread, visit: ConsoleVisit): Html {
  const target = itemIdOf('thread', thread);
  const isOpen = thread.status === 'open';
  return item(
    target,
    html`<h2>
        <a href="/console/threads/${thread.id}">${words(thread.subject)}</a>
        ${isOpen ? '' : badge(thread.status)} ${hiddenBadge(thread)}
      </h2>
      ${writtenBy(thread, 'threads')}
      <p>
        In <a href="/console/channels#channel-${thread.channel}">${thread.channel}</a>,
        ${count(thread.post_count, 'post')}
      </p>
      ${withdrawnLine(thread)}
      ${deedForm({ deed: isOpen ? LOCK_THREAD : UNLOCK_THREAD, id: thread.id, target }, visit)}
      ${deedForm({ deed: thread.hidden_at === null ? HIDE_THREAD : UNHIDE_THREAD, id: thread.id, target }, visit)}`,
    visit,
  );
}

interface ThreadsData {
  readonly list: ListData<Thread>;
}

export const renderThreads = ({ list }: ThreadsData, visit: ConsoleVisit): Content => ({
  title: 'Threads',
  body: html`${filtersOf(visit.url, [
    { name: 'channel', label: 'Channel' },
    { name: 'status', label: 'Status', options: named(['open', 'locked']) },
    { name: 'created_by', label: 'Author' },
  ])}
  ${pageOf(list, threadItem, visit)}`,
});

interface ThreadData {
  readonly record: Thread & { readonly posts: ListData<Post> };
  readonly console: { readonly done: ListData<Entry> };
}

export const renderThread = ({ record, console: { done } }: ThreadData, visit: ConsoleVisit): Content => ({
  title: 'A thread',
  body: html`${items([record], threadItem, visit)}
    <section aria-labelledby="posts">
      <h2 id="posts">Its posts, the oldest first</h2>
      ${pageOf(record.posts, postItem, visit)}
    </section>
    ${doneTo(done)}`,
});
