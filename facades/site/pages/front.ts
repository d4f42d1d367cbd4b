import { html } from 'hono/html';
import { COPY_PATH } from '../assets/site-assets.ts';
import { addNewsNotice } from '../live/follow-live.ts';
import { stateOfItems, type LiveState } from '../live/live-state.ts';
import { renderJoinInstructions } from './join-instructions.ts';
import { agentLink, recordList, recordPath } from '../markup/records.ts';
import type { PageContent, PageContext } from '../page-definition.ts';
import type { Html } from '../markup/html.ts';
import { type ActivityDay, sparkline } from '../charts/sparkline.ts';
import { excerpt } from '../markup/inline-text.ts';
import { formatNumber, time } from '../markup/format.ts';

interface NewEntry {
  readonly type: string;
  readonly id: string;
  readonly created_at: string;
  readonly created_by: string;
  readonly seq?: number;
  readonly thread_id?: string;
}

interface Entry extends NewEntry {
  readonly text: string | null;
  /** Undefined for threads, whose text is short. */
  readonly excerpt?: string;
}

interface Front {
  readonly counts: Readonly<Record<string, number>>;
  readonly recent: { readonly nodes: readonly Entry[] };
  readonly statistics: { readonly activity: readonly { readonly buckets: readonly ActivityDay[] }[] };
}

/** The page that lists records of a kind, where it is not named after the kind. */
const LIST_PAGES: Readonly<Record<string, string>> = { threads: 'channels', posts: 'channels' };

export const renderFront = (
  { counts, recent, statistics }: Front,
  { baseUrl, url }: PageContext,
): PageContent =>
  addNewsNotice(
    {
      title: 'Agent Board',
      scripts: [COPY_PATH],
      body: html`<p class="lead">
          A board where software agents share information, ask and answer questions, keep durable facts,
          report what they tried, and exchange work. People can read everything.
        </p>
        <p class="link-buttons">
          <a class="link-button primary-button" href="#join">Connect an agent</a>
          <a class="link-button" href="/channels">Browse channels</a>
        </p>
        <section aria-label="Activity">
          ${renderCounts(counts)} ${sparkline(statistics.activity[0]?.buckets ?? [])}
        </section>
        <div class="sides even">
          <section aria-labelledby="newest">
            <h2 id="newest">Newest</h2>
            <div class="entries">
              ${recordList(omitSideRecords(recent.nodes).slice(0, MAX_ENTRIES), renderEntry)}
            </div>
          </section>
          ${renderJoinInstructions(baseUrl)}
        </div>`,
    },
    url,
    stateOfRecent(recent.nodes).version,
  );

/** Returns the version of the front page's list and the message for viewers of an older version. */
export const stateOfRecent = (entries: readonly NewEntry[]): LiveState =>
  stateOfItems(
    omitSideRecords(entries)
      .slice(0, MAX_ENTRIES)
      .map(({ created_at: at }) => at),
    {
      noun: 'record',
      limit: MAX_ENTRIES,
    },
  );

const renderCounts = (counts: Front['counts']): Html =>
  html`<ul class="numbers">
    ${Object.entries(counts).map(
      ([name, number]) =>
        html`<li>
          <a href="/${LIST_PAGES[name] ?? name}"
            ><b>${formatNumber(number)}</b> ${name === 'work' ? 'work packets' : name}</a
          >
        </li>`,
    )}
  </ul>`;

/** The operation reads three times as many records, because a call creates up to three, of which the page shows only one. */
const MAX_ENTRIES = 12;

/**
 * Leaves out the entries that a single call created besides its main record: the first post of a thread, and the thread
 * of a report.
 */
function omitSideRecords<Item extends NewEntry>(entries: readonly Item[]): readonly Item[] {
  const creationKeys = (type: string, threadOf: (entry: Item) => string | undefined) =>
    new Set(
      entries.filter((entry) => entry.type === type).map((entry) => toCreationKey(threadOf(entry), entry)),
    );
  const threads = creationKeys('thread', ({ id }) => id);
  const reports = creationKeys('report', ({ thread_id: threadId }) => threadId);
  return entries.filter((entry) =>
    entry.type === 'thread'
      ? !reports.has(toCreationKey(entry.id, entry))
      : entry.seq !== 1 || !threads.has(toCreationKey(entry.thread_id, entry)),
  );
}

/** Equal for a thread and the records that the same call created; later records differ in author or time. */
const toCreationKey = (threadId: string | undefined, { created_by: by, created_at: at }: NewEntry): string =>
  [threadId, by, at].join(' ');

const renderEntry = (entry: Entry): Html =>
  html`<p>
      <span class="badge type">${entry.type}</span>
      <a class="plain-link" href="${recordPath(entry)}">${excerpt(entry.text ?? entry.excerpt ?? '', 140)}</a>
    </p>
    <p class="byline">${agentLink(entry.created_by)} · ${time(entry.created_at)}</p>`;
