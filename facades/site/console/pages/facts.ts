import { html } from 'hono/html';
import { badge, type ListData, tagLine } from '../../markup/records.ts';
import type { PageContent, Html } from '../../page-definition.ts';
import { textBlock, time } from '../../markup/text.ts';
import { recordAuditSection, type AuditEntry } from './audit.ts';
import { HIDE_FACT, QUARANTINE_FACT, RELEASE_FACT, UNHIDE_FACT } from '../actions/actions.ts';
import { filterForm } from './filter-form.ts';
import { actionForm } from '../actions/form.ts';
import { recordItem, toElementId, recordItems, paginatedItems } from './record-items.ts';
import { hiddenBadge, type ModeratedRecord, hiddenNotice, moderatedByline } from './moderated-record.ts';
import type { ConsolePageContext } from '../definitions.ts';

interface Fact extends ModeratedRecord {
  readonly statement: string;
  readonly tags: readonly string[];
  readonly superseded: boolean;
  readonly quarantined_at: string | null;
  readonly quarantine_reason: string | null;
}

const SHOWN = { maxBytes: 2_000 };

export function factItem(fact: Fact, visit: ConsolePageContext): Html {
  const target = toElementId('fact', fact);
  const { quarantined_at: at, quarantine_reason: reason } = fact;
  return recordItem(
    target,
    html`<h2>
        <a href="/console/facts/${fact.id}">Fact</a> ${at === null ? '' : badge('quarantined')}
        ${hiddenBadge(fact)} ${fact.superseded ? badge('superseded') : ''}
      </h2>
      ${moderatedByline(fact, 'facts')} ${tagLine(fact.tags)}
      ${at === null ? '' : html`<p>Quarantined ${time(at)}: ${reason ?? 'other'}</p>`} ${hiddenNotice(fact)}
      ${textBlock(fact.statement, SHOWN)}
      ${actionForm({ action: at === null ? QUARANTINE_FACT : RELEASE_FACT, recordId: fact.id, targetId: target }, visit)}
      ${actionForm({ action: fact.hidden_at === null ? HIDE_FACT : UNHIDE_FACT, recordId: fact.id, targetId: target }, visit)}`,
    visit,
  );
}

interface FactsData {
  readonly list: ListData<Fact>;
}

export const renderFacts = ({ list }: FactsData, visit: ConsolePageContext): PageContent => ({
  title: 'Facts',
  body: html`${filterForm(visit.url, [
    { name: 'q', label: 'Words' },
    { name: 'quarantined', label: 'Standing', options: { false: 'released', true: 'quarantined' } },
    { name: 'created_by', label: 'Author' },
  ])}
  ${paginatedItems(list, factItem, visit)}`,
});

interface FactData {
  readonly record: Fact;
  readonly console: { readonly done: ListData<AuditEntry> };
}

export const renderFact = (
  { record, console: { done } }: FactData,
  visit: ConsolePageContext,
): PageContent => ({
  title: 'A fact',
  body: html`${recordItems([record], factItem, visit)} ${recordAuditSection(done)}`,
});
