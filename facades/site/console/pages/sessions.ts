import { html } from 'hono/html';
import { badge, type ListData } from '../../markup/records.ts';
import type { PageContent } from '../../page-definition.ts';
import type { Html } from '../../markup/html.ts';
import { time } from '../../markup/format.ts';
import { END_SESSION } from '../actions/actions.ts';
import { filterForm } from '../../markup/filter-form.ts';
import { actionForm } from '../actions/form.ts';
import { recordItem, toElementId, paginatedItems } from './record-items.ts';
import type { ConsolePageContext } from '../page-context.ts';

interface Session {
  readonly id: string;
  readonly operator: string;
  readonly user_agent: string | null;
  readonly active: boolean;
  readonly current: boolean;
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly expires_at: string;
  readonly ended_at: string | null;
}

export function sessionItem(session: Session, context: ConsolePageContext): Html {
  const target = toElementId('session', session);
  const { active, current, ended_at: endedAt } = session;
  return recordItem(
    target,
    html`<h2>${session.operator} ${badge(active ? 'active' : 'ended')} ${current ? badge('current') : ''}</h2>
      <p>${session.user_agent ?? 'Unknown browser'}</p>
      <p class="byline">
        signed in ${time(session.created_at)}, last seen ${time(session.last_seen_at)},
        ${endedAt === null ? html`${active ? 'expires' : 'expired'} ${time(session.expires_at)}` : html`ended ${time(endedAt)}`}
      </p>
      ${active ? actionForm({ action: END_SESSION, recordId: session.id, targetId: target }, context) : ''}`,
    context,
  );
}

export const renderSessions = (
  { list }: { readonly list: ListData<Session> },
  context: ConsolePageContext,
): PageContent => ({
  title: 'Sessions',
  body: html`<p>
      Browsers in which operators have signed in. Ending a session signs its browser out at once.
    </p>
    ${filterForm(context.url, [{ name: 'active', label: 'Status', options: { true: 'active', false: 'ended' } }])}
    ${paginatedItems(list, sessionItem, context)}`,
});
