// The pages of the console, with items in every state.
import { html } from 'hono/html';
import { expect, test } from 'vitest';
import { emptyChannelFields, renderChannels } from '../../../../facades/site/console/pages/channels.ts';
import { UPDATE_CHANNEL } from '../../../../facades/site/console/actions/actions.ts';
import { expandedActionForm } from '../../../../facades/site/console/actions/form.ts';
import { renderAgent, renderAgents } from '../../../../facades/site/console/pages/agents.ts';
import { renderAudit } from '../../../../facades/site/console/pages/audit.ts';
import { renderFact, renderFacts } from '../../../../facades/site/console/pages/facts.ts';
import { renderInquiry } from '../../../../facades/site/console/pages/inquiries.ts';
import { renderProcess } from '../../../../facades/site/console/pages/process.ts';
import { renderRateLimitPressure } from '../../../../facades/site/console/pages/rate-limit-pressure.ts';
import { recordItem } from '../../../../facades/site/console/pages/record-items.ts';
import { renderReport } from '../../../../facades/site/console/pages/reports.ts';
import { renderSessions } from '../../../../facades/site/console/pages/sessions.ts';
import { renderThread } from '../../../../facades/site/console/pages/threads.ts';
import { renderWebhook, renderWebhooks } from '../../../../facades/site/console/pages/webhooks.ts';
import { renderPacket } from '../../../../facades/site/console/pages/work.ts';
import { flattenMarkup } from './flat-markup.ts';
import { AT, FIRST_PAGE, lastPage, LATER, expectPages, page, record, SECOND_PAGE } from './rendered-pages.ts';

const PAGE = { ...FIRST_PAGE, csrfToken: 't', isFragment: false };
const LATER_PAGE = { ...SECOND_PAGE, csrfToken: 't', isFragment: false };

const moderated = (id: string) => ({ ...record(id), hidden_at: null, hidden_reason: null });
const hidden = { hidden_at: LATER, hidden_reason: 'spam' };
const hiddenWithoutReason = { hidden_at: LATER, hidden_reason: null };
const withoutAudit = { auditEntries: lastPage() };

const entry = {
  ...{ id: 'e', action: 'hide_fact', target_type: 'fact', target_id: '01900000-0000-7000-8000-00000000000a' },
  ...{ reason: null, note: null, changes: null, operator: 'root', via: 'console', created_at: AT },
};

test('the pages of agents and their keys are complete', async () => {
  const operator = { name: null, url: null, contact: null };
  const agent = {
    ...{ ...record('a'), handle: 'ada', status: 'active', last_seen_at: LATER, declaration: {}, keys: null },
    provenance: { operator, purpose: null, model: null, framework: null },
  };
  const quarantined = {
    ...{
      ...agent,
      handle: 'bob',
      status: 'quarantined',
      keys: { total: 3, active: 1 },
      declaration: { a: 1 },
    },
    provenance: {
      operator: { ...operator, name: 'Eve', contact: 'e' },
      purpose: 'weaves',
      model: 'm1',
      framework: 'mcp',
    },
  };
  const key = {
    ...{ id: 'k', prefix: 'sbk_1', name: null, active: true, created_at: AT },
    ...{ expires_at: null, revoked_at: null, exposed_at: null },
  };
  const expired = { ...key, id: 'k2', name: 'old', active: false, expires_at: LATER };
  const revoked = { ...expired, id: 'k3', revoked_at: LATER, exposed_at: AT };

  await expectPages(
    'console-agents',
    renderAgents({ list: page(agent, quarantined) }, LATER_PAGE),
    renderAgent({ agent: { ...agent, all_keys: lastPage(key) }, ...withoutAudit }, PAGE),
    renderAgent(
      { agent: { ...quarantined, all_keys: page(expired, revoked) }, auditEntries: page(entry) },
      PAGE,
    ),
  );
});

test('the pages of facts and reports, with their signals, are complete', async () => {
  const fact = {
    ...{ ...moderated('f'), statement: 'It *weaves*', tags: [], superseded: false },
    ...{ quarantined_at: null, quarantine_reason: null },
  };
  const quarantined = { ...fact, ...hidden, superseded: true, tags: ['a'], quarantined_at: AT };
  const signal = { ...moderated('s'), fact_id: 'f', kind: 'refute', note: null };
  const noted = { ...signal, ...hiddenWithoutReason, id: 's2', fact_id: null, note: 'A *note*' };
  const report = {
    ...{ ...moderated('r'), attempted: 'Tried *it*', target: 'a tool', outcome: 'failed', error: null },
    ...{ workaround: null, tags: [], thread_id: 't' },
  };

  await expectPages(
    'console-facts',
    renderFacts({ list: page(fact, quarantined, { ...quarantined, quarantine_reason: 'leak' }) }, LATER_PAGE),
    renderFact({ record: { ...fact, all_signals: page(signal, noted) }, console: withoutAudit }, PAGE),
    renderReport({ record: { ...report, all_signals: lastPage(noted) }, console: withoutAudit }, PAGE),
    renderReport(
      {
        record: {
          ...report,
          ...hidden,
          error: 'E1',
          workaround: 'That',
          tags: ['a'],
          all_signals: lastPage(),
        },
        console: { auditEntries: lastPage(entry) },
      },
      PAGE,
    ),
  );
});

test('the pages of threads, inquiries and work are complete', async () => {
  const thread = { ...moderated('t'), channel: 'general', subject: 'Looms', status: 'locked', post_count: 1 };
  const post = { ...moderated('p'), thread_id: 't', seq: 1, body: 'A *text*' };
  const inquiry = {
    ...moderated('q'),
    channel: 'inquire',
    question: 'Which?',
    status: 'open',
    answer_count: 2,
    close_reason: null,
  };
  const answer = { ...moderated('a'), inquiry_id: 'q', seq: 2, body: 'This' };
  const emptyLists = { acceptance: [], scopes: [] };
  const packet = { ...moderated('w'), ...emptyLists, title: null, statement: 'Weave *it*', status: 'open' };
  const submission = {
    ...{ ...moderated('s'), work_id: 'w', scope: 'docs', status: 'pending', artifact: { kind: 'git' } },
    ...{ evidence: null, limitations: 'A text', decision_note: null },
  };
  const review = { ...moderated('v'), verdict: 'reject', evidence: ['none'], note: null };
  const reviewed = { ...submission, ...hidden, id: 's2', evidence: 'All pass', limitations: null };

  await expectPages(
    'console-discussions',
    renderThread(
      { record: { ...thread, posts: page(post, { ...post, ...hidden }) }, console: withoutAudit },
      PAGE,
    ),
    renderThread(
      { record: { ...thread, ...hidden, status: 'open', posts: lastPage() }, console: withoutAudit },
      PAGE,
    ),
    renderInquiry(
      { record: { ...inquiry, answers: page({ ...answer, ...hidden }) }, console: withoutAudit },
      PAGE,
    ),
    renderPacket(
      {
        record: {
          ...{ ...packet, ...hiddenWithoutReason, title: 'A cloth' },
          submissions: page(
            { ...submission, reviews: lastPage() },
            { ...reviewed, reviews: lastPage(review, { ...review, ...hidden, note: 'A note' }) },
          ),
        },
        console: withoutAudit,
      },
      PAGE,
    ),
    renderPacket({ record: { ...packet, submissions: lastPage(submission) }, console: withoutAudit }, PAGE),
  );
});

test('the pages of channels, sessions and webhooks are complete', async () => {
  const channel = {
    id: 'c',
    slug: 'general',
    title: 'General',
    description: 'Anything',
    posting: 'open',
    archived: false,
    version: 4,
  };
  const session = {
    ...{ id: 's', operator: 'root', user_agent: null, active: true, current: true, created_at: AT },
    ...{ last_seen_at: LATER, expires_at: LATER, ended_at: null },
  };
  const webhook = {
    ...{ id: 'w', handle: 'ada', url: 'https://a.test/x', kinds: [], status: 'active', created_at: AT },
    ...{ failing_since: null, next_attempt_at: null },
  };
  const failed = {
    ...webhook,
    kinds: ['mention', 'reply'],
    status: 'failed',
    failing_since: AT,
    next_attempt_at: LATER,
  };
  const delivery = {
    id: 'd',
    item_count: 1,
    attempts: 2,
    http_status: null,
    error: 'timeout',
    created_at: AT,
    delivered_at: null,
  };
  const delivered = { ...delivery, http_status: 200, error: null, delivered_at: LATER };
  const rejected = {
    values: new URLSearchParams({
      version: '3',
      title: '',
      posting: 'closed',
      archived: 'true',
      reason: 'spam',
    }),
    issues: [{ field: 'title', text: 'Is required' }],
  };

  await expectPages(
    'console-settings',
    renderChannels({ list: page(channel, { ...channel, posting: 'closed', archived: true }) }, PAGE),
    {
      title: 'A refused form',
      body: expandedActionForm(
        { action: UPDATE_CHANNEL, recordId: 'a b', targetId: 'channel-c', renderFields: emptyChannelFields },
        PAGE,
        rejected,
      ),
    },
    renderSessions(
      {
        list: page(
          session,
          { ...session, user_agent: 'Browser', active: false, current: false },
          { ...session, active: false, current: false, ended_at: LATER },
        ),
      },
      { ...LATER_PAGE, isFragment: true },
    ),
    renderWebhooks(
      {
        list: page(webhook, failed, { ...webhook, status: 'unverified' }, { ...webhook, status: 'stopped' }),
      },
      PAGE,
    ),
    renderWebhook({ webhook: { ...webhook, deliveries: page(delivery, delivered) }, ...withoutAudit }, PAGE),
  );
});

test('the pages of the audit, the limits and the process are complete', async () => {
  const changes = { title: { from: 'A', to: 'B' }, archived: { from: false, to: true } };
  const targets = [
    'agent',
    'post',
    'report',
    'thread',
    'inquiry',
    'work',
    'session',
    'webhook',
    'key',
    'channel',
  ];
  const entries = targets.map((type) => ({ ...entry, target_type: type }));
  const policies = [
    { policy: 'anon', limit: 0, calls: 0, refused: 0 },
    { policy: 'register-global', limit: 1200, calls: 7, refused: 2 },
  ];
  const minutes = [
    { start: AT, calls: 5, refused: 2 },
    { start: LATER, calls: 2, refused: 0 },
  ];
  const route = {
    server: 'api',
    method: 'GET',
    route: '/v1/facts',
    requests: 3,
    failed: 1,
    median_ms: 1.25,
    p99_ms: null,
  };

  await expectPages(
    'console-audit',
    renderAudit(
      { list: page({ ...entry, reason: 'spam', note: 'A note', changes }, ...entries) },
      LATER_PAGE,
    ),
    renderAudit({ list: lastPage() }, PAGE),
    {
      title: 'Limits',
      body: renderRateLimitPressure({ policies, minutes }, [
        { policy: 'register-global', remaining: 1193, reset_seconds: 9 },
      ]),
    },
    {
      title: 'No calls',
      body: renderRateLimitPressure({ policies: [], minutes: [{ start: AT, calls: 0, refused: 0 }] }, []),
    },
    renderProcess({ process: null }),
    renderProcess({ process: { minutes: [], routes: [route, { ...route, median_ms: null, p99_ms: 0.04 }] } }),
  );
});

test('an item that replaces another one takes the focus', async () => {
  const itemOf = (isFragment: boolean) =>
    flattenMarkup(recordItem('fact-f', html`text`, { ...PAGE, isFragment }));
  expect([await itemOf(false), await itemOf(true)]).toEqual([
    '<li id="fact-f" >text</li>',
    '<li id="fact-f" tabindex="-1" autofocus>text</li>',
  ]);
});
