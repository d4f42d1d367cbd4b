// What an operator does at the console, and what everybody sees of it at the doors.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consoleActionRoutes } from '../../facades/site/console/actions/console-actions.ts';
import type { TestAgent } from '../support/board/agent.ts';
import type { TestPage } from '../support/browser/browser-page.ts';
import { openBrowserBoard, type BrowserBoard } from '../support/browser/browser.ts';
import { createOperatorClient, readAudit } from '../support/board/operator.ts';
import {
  submitAction,
  alertText,
  actionForm,
  openConsolePage,
  statusText,
} from '../support/browser/console-page.ts';
import { HIDEABLE_RECORDS } from '../support/hiding/console-pages.ts';

let seen: BrowserBoard;
beforeAll(async () => {
  seen = await openBrowserBoard();
}, 120_000);
afterAll(() => seen[Symbol.asyncDispose]());

/** A record, and a page of the console that shows it. */
interface Place {
  readonly id: string;
  readonly at: string;
}

/** What is done to whom, where, and what then answers how. */
interface Case {
  readonly deed: string;
  readonly undone?: string;
  readonly prepare: (mal: TestAgent) => Promise<Place> | Place;
  /** What the doors say of it now. */
  readonly told: (id: string, mal: TestAgent) => Promise<unknown>;
  readonly before: unknown;
  readonly after: unknown;
  readonly audited?: string;
}

const statusOf = async (line: string, body?: object): Promise<number> =>
  (await seen.board.call(line, body ? { body } : {})).status;

const FACT = { statement: 'Engines weave.' };

const cases: readonly Case[] = [
  {
    deed: 'quarantine-agent',
    undone: 'activate-agent',
    prepare: ({ id, handle }) => ({ id, at: `/console/agents?q=${handle}` }),
    told: async (_id, mal) => (await mal.call('POST /v1/facts', { body: FACT })).body.code ?? 'taken',
    before: 'taken',
    after: 'agent_quarantined',
  },
  {
    deed: 'revoke-key',
    prepare: async (mal) => {
      const { body } = await createOperatorClient(seen.board).call(`GET /admin/board/agents/${mal.id}/keys`);
      return { id: body[0].key_id, at: `/console/agents/${mal.id}` };
    },
    told: async (_id, mal) => (await mal.call('GET /v1/agents/me')).status,
    before: 200,
    after: 401,
  },
  {
    deed: 'hide-post',
    undone: 'unhide-post',
    prepare: async (mal) => {
      const { thread_id: thread } = await mal.openThread();
      const { post_id: id } = await mal.post(thread, `hideous ${mal.handle}`);
      return { id, at: `/console/threads/${thread}` };
    },
    told: async (_id, { handle }) =>
      (await seen.board.call(`GET /public/search.json?q=${handle}&type=post`)).body.count,
    before: 1,
    after: 0,
  },
  {
    deed: 'hide-report',
    undone: 'unhide-report',
    prepare: async (mal) => {
      const body = { attempted: `to see ${mal.handle}`, target: 'glasses', outcome: 'worked' };
      const { report_id: id } = (await mal.call('POST /v1/reports', { body })).body;
      return { id, at: `/console/reports?created_by=${mal.handle}` };
    },
    told: async (_id, { handle }) =>
      (await seen.board.call(`GET /public/search.json?q=${handle}&type=report`)).body.count,
    before: 1,
    after: 0,
  },
  {
    deed: 'quarantine-fact',
    undone: 'release-fact',
    prepare: async (mal) => {
      const { fact_id: id } = (await mal.call('POST /v1/facts', { body: FACT })).body;
      return { id, at: `/console/facts/${id}` };
    },
    told: (id) => statusOf(`GET /public/facts/${id}`),
    before: 200,
    after: 404,
  },
  {
    deed: 'lock-thread',
    undone: 'unlock-thread',
    prepare: async (mal) => {
      const { thread_id: id } = await mal.openThread();
      return { id, at: `/console/threads?created_by=${mal.handle}` };
    },
    told: async (id, mal) =>
      (await mal.call(`POST /v1/threads/${id}/posts`, { body: { body: 'x' } })).status < 400,
    before: true,
    after: false,
  },
  ...Object.entries(HIDEABLE_RECORDS).map(([kind, place]): Case => {
    let path = '';
    return {
      deed: `hide-${kind}`,
      undone: `unhide-${kind}`,
      prepare: async (mal) => {
        const placed = await place(mal, await seen.board.join(`${mal.handle}-beside`));
        path = placed.path;
        return { id: placed.id, at: placed.page };
      },
      told: async (id) => (await seen.board.call(`GET ${path}`)).text.includes(`"id":"${id}"`),
      before: true,
      after: false,
    };
  }),
];

/** Deeds that tests of their own are about. */
const ALONE = ['update-channel', 'end-session'];

test('every deed of the console is done here', () => {
  const done = [...cases.flatMap(({ deed, undone }) => [deed, ...(undone ? [undone] : [])]), ...ALONE];

  expect(done.toSorted()).toEqual(consoleActionRoutes.map(({ action: deed }) => deed.name).toSorted());
});

let count = 0;

/** Whether the keyboard goes on from the record, where the form was that is gone. */
const isFocused = ({ tab }: TestPage, id: string): Promise<boolean> =>
  tab.locator(`li[id$="-${id}"]`).evaluate((item) => item.matches(':focus'));

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('%s', (_name, scripts) => {
  let page: TestPage;
  beforeAll(async () => {
    page = await openConsolePage(seen, '/console', { scripts });
  });
  afterAll(() => page[Symbol.asyncDispose]());

  test.each(cases)('$deed holds at the doors, and is in the audit', async (one) => {
    const mal = await seen.board.join(`mal${(count += 1)}`);
    const { id, at } = await one.prepare(mal);
    await page.visit(at);
    const told = [await one.told(id, mal)];

    await submitAction(page, [one.deed, id], { note: `a note on ${id}`, reason: 'spam' });
    seen.board.clock.advance({ seconds: 1 });
    told.push(await one.told(id, mal));
    const said = await statusText(page);
    if (one.undone) {
      await submitAction(page, [one.undone, id], { note: 'better so' });
      seen.board.clock.advance({ seconds: 1 });
      told.push(await one.told(id, mal));
    }

    const { action: deed } = consoleActionRoutes.find(({ action: { name } }) => name === one.deed)!;
    const [entry, undoing] = await readAudit(seen.board, id);
    expect(told).toEqual([one.before, one.after, ...(one.undone ? [one.before] : [])]);
    expect(said).toBe(deed.doneMessage);
    expect(page.path).toBe(at);
    expect(await isFocused(page, id)).toBe(scripts);
    expect(entry).toMatchObject({ note: `a note on ${id}`, reason: 'spam', via: 'console' });
    expect(undoing?.note).toBe(one.undone && 'better so');
    await page.assertNoProblems();
  });

  test('a channel is changed, and everybody sees it', async () => {
    await page.visit('/console/channels');

    const fields = { title: `Inquiries ${String(scripts)}`, description: 'Ask.', posting: 'closed' };
    await submitAction(page, ['update-channel', 'inquire'], { note: 'enough', fields });
    const { body } = await seen.board.call('GET /public/board.json');
    const asked = await (
      await seen.board.join(`ask-${String(scripts)}`)
    ).call('POST /v1/channels/inquire/inquiries', { body: { question: 'What weaves?' } });
    await submitAction(page, ['update-channel', 'inquire'], { note: 'again', fields: { posting: 'open' } });

    const channel = body.channels.find(({ slug }: { slug: string }) => slug === 'inquire');
    expect(channel).toMatchObject({ title: fields.title, description: 'Ask.', posting: 'closed' });
    expect(asked.status).toBeGreaterThanOrEqual(400);
    await page.assertNoProblems();
  });

  test('a note is asked for: without one nothing is sent', async () => {
    const mal = await seen.board.join(`mal${(count += 1)}`);
    await page.visit(`/console/agents/${mal.id}`);
    const form = actionForm(page, 'quarantine-agent', mal.id);
    await page.tab.locator('details', { has: form }).locator('summary').click();

    await form.getByRole('button').click();

    const focused = await form.getByLabel('Note').evaluate((field) => field.matches(':focus:invalid'));
    expect(focused).toBe(true);
    expect(await readAudit(seen.board, mal.id)).toEqual([]);
    await page.assertNoProblems();
  });

  test('what is refused is shown again with what was wrong, and nothing is done', async () => {
    const mal = await seen.board.join(`mal${(count += 1)}`);
    await page.visit(`/console/agents/${mal.id}`);

    await submitAction(page, ['quarantine-agent', mal.id], { note: `it leaked ${mal.key}`, reason: 'leak' });

    const form = actionForm(page, 'quarantine-agent', mal.id);
    expect(await alertText(page)).toContain('contains an API key');
    expect(await form.locator('[name="reason"]').inputValue()).toBe('leak');
    expect((await mal.call('GET /v1/agents/me')).body.status).toBe('active');
    await page.expectProblem(/status of 422/);
    await submitAction(page, ['quarantine-agent', mal.id], { note: 'it leaked a key' });
    expect((await readAudit(seen.board, mal.id)).map(({ note }) => note)).toEqual(['it leaked a key']);
    await page.assertNoProblems();
  });

  test('what was done before is told of no longer once something is refused', async () => {
    const mal = await seen.board.join(`mal${(count += 1)}`);
    await page.visit(`/console/agents/${mal.id}`);
    await submitAction(page, ['quarantine-agent', mal.id], { note: 'spam' });

    await submitAction(page, ['activate-agent', mal.id], { note: `it leaked ${mal.key}` });

    expect([await alertText(page), await statusText(page)]).toEqual([
      expect.stringContaining('contains an API key'),
      '',
    ]);
    await page.expectProblem(/status of 422/);
  });
});
