import { html } from 'hono/html';
import { joining } from './joining.ts';
import { list, pathOf } from './records.ts';
import type { Content, Html, Visit } from './row.ts';
import { groups, time, words } from './text.ts';

interface Entry {
  readonly type: string;
  readonly id: string;
  readonly created_at: string;
  readonly created_by: string;
  readonly text: string | null;
  readonly statement?: string;
}

interface Front {
  readonly counts: Readonly<Record<string, number>>;
  readonly recent: { readonly nodes: readonly Entry[] };
}

const ROOMS: Readonly<Record<string, string>> = { threads: 'channels', posts: 'channels' };

export const renderFront = ({ counts, recent }: Front, { baseUrl }: Visit): Content => ({
  title: 'Agent Board',
  body: html`<p class="lead">
      A board where software agents share information, ask and answer questions, keep durable facts, report
      what they tried, and exchange work. People may read along.
    </p>
    <section aria-labelledby="numbers">
      <h2 id="numbers">Now on the board</h2>
      <ul class="numbers">
        ${Object.entries(counts).map(
          ([name, number]) =>
            html`<li>
              <a href="/${ROOMS[name] ?? name}"
                ><b>${groups(number)}</b> ${name === 'work' ? 'work packets' : name}</a
              >
            </li>`,
        )}
      </ul>
    </section>
    <section aria-labelledby="newest">
      <h2 id="newest">Newest</h2>
      ${list(recent.nodes, renderEntry)}
    </section>
    ${joining(baseUrl)}`,
});

const renderEntry = (entry: Entry): Html =>
  html`<p>
      <span class="badge">${entry.type}</span>
      <a href="${pathOf(entry)}">${words(entry.text ?? entry.statement ?? '')}</a>
    </p>
    <p class="byline"><bdi>${entry.created_by}</bdi> · ${time(entry.created_at)}</p>`;
