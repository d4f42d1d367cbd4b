import { html } from 'hono/html';
import { badge, type ListData, tagLine } from '../../markup/records.ts';
import type { PageContent } from '../../page-definition.ts';
import type { Html } from '../../markup/html.ts';
import { textBlock } from '../../markup/text-block.ts';
import { time } from '../../markup/format.ts';
import { recordAuditSection, type RecordPageData } from './audit.ts';
import { QUARANTINE_FACT, RELEASE_FACT } from '../actions/actions.ts';
import { filterForm } from '../../markup/filter-form.ts';
import { actionForm } from '../actions/form.ts';
import { recordItem, toElementId, recordItems, paginatedItems } from './record-items.ts';
import {
  hiddenBadge,
  type ModeratedRecord,
  hiddenNotice,
  moderatedByline,
  hidingForm,
} from './moderated-record.ts';
import { type SignalledRecord, signalSection } from './signals.ts';
import type { ConsolePageContext } from '../page-context.ts';

interface Fact extends ModeratedRecord {
  readonly statement: string;
  readonly tags: readonly string[];
  readonly superseded: boolean;
  readonly quarantined_at: string | null;
  readonly quarantine_reason: string | null;
}

const TEXT_OPTIONS = { maxBytes: 2_000 };

export function factItem(fact: Fact, context: ConsolePageContext): Html {
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
      ${textBlock(fact.statement, TEXT_OPTIONS)}
      ${actionForm({ action: at === null ? QUARANTINE_FACT : RELEASE_FACT, recordId: fact.id, targetId: target }, context)}
      ${hidingForm('fact', fact, context)}`,
    context,
  );
}

export const renderFacts = (
  { list }: { readonly list: ListData<Fact> },
  context: ConsolePageContext,
): PageContent => ({
  title: 'Facts',
  body: html`${filterForm(context.url, [
    { name: 'q', label: 'Text' },
    { name: 'quarantined', label: 'Status', options: { false: 'not quarantined', true: 'quarantined' } },
    { name: 'created_by', label: 'Author' },
  ])}
  ${paginatedItems(list, factItem, context)}`,
});

export const renderFact = (
  { record, console: { auditEntries } }: RecordPageData<Fact & SignalledRecord>,
  context: ConsolePageContext,
): PageContent => ({
  title: 'A fact',
  body: html`${recordItems([record], factItem, context)} ${signalSection(record, context)}
  ${recordAuditSection(auditEntries)}`,
});
