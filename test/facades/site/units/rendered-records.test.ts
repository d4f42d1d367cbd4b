// The pages of facts, reports, targets, search hits, agents and hidden records, and the front page.
import { test } from 'vitest';
import { renderHidden } from '../../../../facades/site/console/pages/hidden.ts';
import { renderAgent, renderAgents } from '../../../../facades/site/pages/agents.ts';
import { renderFact, renderFacts } from '../../../../facades/site/pages/facts.ts';
import { renderFront } from '../../../../facades/site/pages/front.ts';
import { renderReport, renderReports } from '../../../../facades/site/pages/reports.ts';
import { renderSearch } from '../../../../facades/site/pages/search.ts';
import { renderMissingTarget, renderTarget, renderTargets } from '../../../../facades/site/pages/targets.ts';
import {
  AT,
  LATER,
  FIRST_PAGE,
  SECOND_PAGE,
  record,
  page,
  lastPage,
  noSignals,
  someSignals,
  signal,
  expectPages,
  baseUrl,
} from './rendered-pages.ts';

test('the pages of facts are complete', async () => {
  const fact = {
    ...{ ...record('f'), statement: 'It *weaves*', tags: [], sources: [], channel: null, superseded: false },
    ...{ stale: false, valid_as_of: null, decay_after: null, signals: noSignals },
  };
  const factPage = {
    ...fact,
    successor: null,
    post: null,
    inquiry: null,
    latestSignals: lastPage(),
    history: lastPage(fact),
  };
  const source = { url: 'https://a.test/x', title: null, quote: null };
  const full = {
    ...{ ...fact, id: 'g', tags: ['a', 'b'], channel: 'general', superseded: true, stale: true },
    ...{ valid_as_of: AT, decay_after: LATER, signals: someSignals },
    sources: [
      source,
      { ...source, title: 'A *title*', quote: 'A quote' },
      { ...source, url: 'urn:isbn:1', title: 'A book' },
    ],
  };
  const related = { successor: { id: 'h' }, post: { id: 'p' }, inquiry: { id: 'q' } };

  await expectPages(
    'facts',
    renderFacts(page(fact, full), SECOND_PAGE),
    renderFact(factPage, FIRST_PAGE),
    renderFact(factPage, SECOND_PAGE),
    renderFact({ ...factPage, history: page(fact) }, FIRST_PAGE),
    renderFact(
      { ...factPage, ...full, ...related, latestSignals: page(signal), history: page(fact, full) },
      FIRST_PAGE,
    ),
  );
});

test('the pages of reports and targets are complete', async () => {
  const report = {
    ...{
      ...record('r'),
      attempted: 'Tried *it*',
      target: 'a tool',
      outcome: 'failed',
      error: null,
      environment: null,
    },
    ...{
      workaround: null,
      evidence: null,
      observed_at: null,
      stale: false,
      tags: [],
      thread_id: null,
      signals: noSignals,
    },
  };
  const full = {
    ...{
      ...report,
      error: 'E1',
      environment: 'Node',
      workaround: 'Use *that*',
      evidence: { exit: 1 },
      observed_at: LATER,
    },
    ...{ stale: true, tags: ['a'], thread_id: 't', signals: someSignals },
  };
  const counts = { target: 'a tool', worked: 1, partial: 0, failed: 3, inconclusive: 0 };
  const target = {
    ...counts,
    total: 4,
    stale: 2,
    last_observed_at: LATER,
    months: [{ ...counts, start: AT }],
    workaround: full,
  };

  await expectPages(
    'reports',
    renderReports(page(report, full), SECOND_PAGE),
    renderReport({ ...report, latestSignals: lastPage() }),
    renderReport({ ...full, latestSignals: page({ ...signal, note: 'A *note*' }) }),
    renderTargets(page(counts), SECOND_PAGE),
    renderTargets(lastPage(), FIRST_PAGE),
    renderTarget({ targets: { nodes: [target] }, reports: page(report) }, FIRST_PAGE),
    renderTarget(
      { targets: { nodes: [{ ...target, stale: 0, workaround: null }] }, reports: lastPage() },
      SECOND_PAGE,
    ),
    renderTarget(
      { targets: { nodes: [] }, reports: lastPage() },
      { baseUrl, url: new URL('http://site/x?target=none') },
    ),
    renderMissingTarget(),
  );
});

test('the pages of search hits are complete', async () => {
  const hit = {
    ...{
      type: 'fact',
      id: 'f',
      title: 'A *fact*',
      snippet: 'It weaves',
      status: 'current',
      superseded_by: null,
    },
    ...{ matched_in: 'statement', channel: null, created_at: AT, created_by: 'ada' },
  };
  const hits = [
    hit,
    { ...hit, type: 'post', id: 'p', title: null, status: 'locked', channel: 'general' },
    { ...hit, status: 'superseded', superseded_by: 'g' },
    { ...hit, id: 'g', matched_in: 'superseded', superseded_by: 'h' },
  ];
  const url = new URL('http://site/search?q=looms&type=fact');

  await expectPages(
    'search',
    renderSearch({ mode: 'exact', count: 4, items: hits, next_cursor: 'c2' }, { baseUrl, url }),
    renderSearch({ mode: 'similar', count: 1, items: [hit], next_cursor: null }, SECOND_PAGE),
    renderSearch({ mode: 'exact', count: 0, items: [], next_cursor: null }, { baseUrl, url }),
  );
});

test('the pages of agents are complete', async () => {
  const provenance = {
    ...{
      discovered_via: null,
      operator: { name: null, url: null },
      model: null,
      framework: null,
      purpose: null,
    },
  };
  const agent = {
    ...{ handle: 'ada', declaration: {}, provenance, status: 'active', created_at: AT, last_seen_at: LATER },
  };
  const full = {
    ...{ discovered_via: 'a list', operator: { name: 'Bob', url: 'http://bob.test' }, model: 'm1' },
    ...{ framework: 'mcp', purpose: 'weaves' },
  };
  const entry = { type: 'thread', id: 't', created_at: AT, text: 'Looms' };

  await expectPages(
    'agents',
    renderAgents(page(agent, { ...agent, handle: 'bob', provenance: full }), SECOND_PAGE),
    renderAgent({ agent, recent: lastPage() }, FIRST_PAGE),
    renderAgent({ agent: { ...agent, declaration: null }, recent: page(entry) }, FIRST_PAGE),
    renderAgent(
      {
        agent: { ...agent, provenance: full, declaration: { about: 'looms' } },
        recent: page({ ...entry, type: 'fact', text: null, excerpt: 'It weaves' }),
      },
      SECOND_PAGE,
    ),
    renderAgent(
      { agent: { ...agent, status: 'quarantined', provenance: full }, recent: lastPage() },
      FIRST_PAGE,
    ),
  );
});

test('the front page is complete, without the records that were created together with another record of the page', async () => {
  const thread = { ...record('t'), type: 'thread', text: 'A thread' };
  const nodes = [
    { ...record('r'), type: 'report', text: null, excerpt: 'A report', thread_id: 't' },
    thread,
    { ...record('p'), type: 'post', text: null, excerpt: 'Its first post', seq: 1, thread_id: 't' },
    { ...record('p2'), type: 'post', text: null, excerpt: 'Its second post', seq: 2, thread_id: 't' },
    { ...thread, id: 'u', text: 'A thread of another agent', created_by: 'bob' },
    { ...record('p3'), type: 'post', text: null, excerpt: 'A first post', seq: 1, thread_id: 'u' },
    ...Array.from({ length: 12 }, (_, i) => ({
      ...record(`f${i}`),
      type: 'fact',
      text: null,
      excerpt: `Fact ${i}`,
    })),
  ];
  const counts = { threads: 2, posts: 1200, facts: 12, work: 1 };

  await expectPages(
    'front',
    renderFront(
      { counts, recent: { nodes }, statistics: { activity: [] } },
      { baseUrl, url: new URL('http://site/') },
    ),
  );
});

test('the page of hidden records is complete', async () => {
  const hidden = { ...record('x'), hidden_at: LATER, hidden_reason: null };
  const item = (text: string, more: object) => ({ nodes: [{ ...hidden, text, page_id: 'x', ...more }] });
  const none = { nodes: [] };

  await expectPages(
    'hidden',
    renderHidden({
      threads: item('A thread', { hidden_reason: 'spam' }),
      ...{ inquiries: none, facts: none, work: none },
      answers: item('An answer', { page_id: 'q' }),
      submissions: item('A submission', { page_id: 'w' }),
      reviews: {
        nodes: [
          ...item('A review', { page_id: { work_id: 'w', submission_id: 's' } }).nodes,
          ...item('A review', { page_id: null }).nodes,
        ],
      },
      signals: {
        nodes: [
          ...item('On a fact', { page_id: 'f' }).nodes,
          ...item('On a report', { page_id: 'f', report_id: 'r' }).nodes,
        ],
      },
    }),
  );
});
