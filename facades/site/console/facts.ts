import { html } from 'hono/html';
import { badge, type ListData, tagLine } from '../records.ts';
import type { Content, Html } from '../row.ts';
import { block, time } from '../text.ts';
import { doneTo, type Entry } from './audit.ts';
import { HIDE_FACT, QUARANTINE_FACT, RELEASE_FACT, UNHIDE_FACT } from './deeds.ts';
import { filtersOf } from './filters.ts';
import { deedForm } from './form.ts';
import { item, itemIdOf, items, pageOf } from './items.ts';
import { hiddenBadge, type Moderated, withdrawnLine, writtenBy } from './records.ts';
import type { ConsoleVisit } from './row.ts';

interface Fact extends Moderated {
  readonly statement: string;
  readonly tags: readonly string[];
  readonly superseded: boolean;
  readonly quarantined_at: string | null;
  readonly quarantine_reason: string | null;
}

const SHOWN = { max: 2_000 };

export function factItem(fact: Fact, visit: ConsoleVisit): Html {
  const target = itemIdOf('fact', fact);
  const { quarantined_at: at, quarantine_reason: reason } = fact;
  return item(
    target,
    html`<h2>
        <a href="/console/facts/${fact.id}">Fact</a> ${at === null ? '' : badge('quarantined')}
        ${hiddenBadge(fact)} ${fact.superseded ? badge('superseded') : ''}
      </h2>
      ${writtenBy(fact, 'facts')} ${tagLine(fact.tags)}
      ${at === null ? '' : html`<p>Quarantined ${time(at)}: ${reason ?? 'other'}</p>`} ${withdrawnLine(fact)}
      ${block(fact.statement, SHOWN)}
      ${deedForm({ deed: at === null ? QUARANTINE_FACT : RELEASE_FACT, id: fact.id, target }, visit)}
      ${deedForm({ deed: fact.hidden_at === null ? HIDE_FACT : UNHIDE_FACT, id: fact.id, target }, visit)}`,
    visit,
  );
}

interface FactsData {
  readonly list: ListData<Fact>;
}

export const renderFacts = ({ list }: FactsData, visit: ConsoleVisit): Content => ({
  title: 'Facts',
  body: html`${filtersOf(visit.url, [
    { name: 'q', label: 'Words' },
    { name: 'quarantined', label: 'Standing', options: { false: 'released', true: 'quarantined' } },
    { name: 'created_by', label: 'Author' },
  ])}
  ${pageOf(list, factItem, visit)}`,
});

interface FactData {
  readonly record: Fact;
  readonly console: { readonly done: ListData<Entry> };
}

export const renderFact = ({ record, console: { done } }: FactData, visit: ConsoleVisit): Content => ({
  title: 'A fact',
  body: html`${items([record], factItem, visit)} ${doneTo(done)}`,
});
