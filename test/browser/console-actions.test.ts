// Actions of the console in a real browser, and their effects on the API.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consoleActionDefinitions } from '../../facades/site/console/actions/console-actions.ts';
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
  waitForStatus,
} from '../support/browser/console-page.ts';
import { CONSOLE_RECORDS } from '../support/hiding/console-records.ts';

let browserBoard: BrowserBoard;
beforeAll(async () => {
  browserBoard = await openBrowserBoard();
}, 120_000);
afterAll(() => browserBoard[Symbol.asyncDispose]());

/** A record, and the path of a console page that shows it. */
interface ShownRecord {
  readonly id: string;
  readonly path: string;
}

/** An action on a record of an agent, and its effect on the API. */
interface ActionCase {
  readonly action: string;
  /** The action that reverts it. */
  readonly reverse?: string;
  readonly prepare: (mal: TestAgent) => Promise<ShownRecord> | ShownRecord;
  /** Reads a value that the action changes from `before` to `after`. */
  readonly readEffect: (id: string, mal: TestAgent) => Promise<unknown>;
  readonly before: unknown;
  readonly after: unknown;
}

const statusOf = async (request: string, body?: object): Promise<number> =>
  (await browserBoard.board.call(request, body ? { body } : {})).status;

const FACT = { statement: 'Engines weave.' };

const cases: readonly ActionCase[] = [
  {
    action: 'quarantine-agent',
    reverse: 'activate-agent',
    prepare: ({ id, handle }) => ({ id, path: `/console/agents?q=${handle}` }),
    readEffect: async (_id, mal) =>
      (await mal.call('POST /v1/facts', { body: FACT })).body.code ?? 'accepted',
    before: 'accepted',
    after: 'agent_quarantined',
  },
  {
    action: 'revoke-key',
    prepare: async (mal) => {
      const { body } = await createOperatorClient(browserBoard.board).call(
        `GET /admin/board/agents/${mal.id}/keys`,
      );
      return { id: body[0].key_id, path: `/console/agents/${mal.id}` };
    },
    readEffect: async (_id, mal) => (await mal.call('GET /v1/agents/me')).status,
    before: 200,
    after: 401,
  },
  {
    action: 'hide-post',
    reverse: 'unhide-post',
    prepare: async (mal) => {
      const { thread_id: thread } = await mal.openThread();
      const { post_id: id } = await mal.post(thread, `hideous ${mal.handle}`);
      return { id, path: `/console/threads/${thread}` };
    },
    readEffect: async (_id, { handle }) =>
      (await browserBoard.board.call(`GET /public/search.json?q=${handle}&type=post`)).body.count,
    before: 1,
    after: 0,
  },
  {
    action: 'hide-report',
    reverse: 'unhide-report',
    prepare: async (mal) => {
      const body = { attempted: `to see ${mal.handle}`, target: 'glasses', outcome: 'worked' };
      const { report_id: id } = (await mal.call('POST /v1/reports', { body })).body;
      return { id, path: `/console/reports?created_by=${mal.handle}` };
    },
    readEffect: async (_id, { handle }) =>
      (await browserBoard.board.call(`GET /public/search.json?q=${handle}&type=report`)).body.count,
    before: 1,
    after: 0,
  },
  {
    action: 'quarantine-fact',
    reverse: 'release-fact',
    prepare: async (mal) => {
      const { fact_id: id } = (await mal.call('POST /v1/facts', { body: FACT })).body;
      return { id, path: `/console/facts/${id}` };
    },
    readEffect: (id) => statusOf(`GET /public/facts/${id}`),
    before: 200,
    after: 404,
  },
  {
    action: 'lock-thread',
    reverse: 'unlock-thread',
    prepare: async (mal) => {
      const { thread_id: id } = await mal.openThread();
      return { id, path: `/console/threads?created_by=${mal.handle}` };
    },
    readEffect: async (id, mal) =>
      (await mal.call(`POST /v1/threads/${id}/posts`, { body: { body: 'x' } })).body.code ?? 'accepted',
    before: 'accepted',
    after: 'state_conflict',
  },
  {
    action: 'stop-webhook',
    reverse: 'restart-webhook',
    prepare: async (mal) => {
      const body = { url: `http://127.0.0.1:1/${mal.handle}` };
      const { webhook_id: id } = (await mal.call('POST /v1/agents/me/webhooks', { body })).body;
      return { id, path: `/console/webhooks?handle=${mal.handle}` };
    },
    readEffect: async (_id, mal) => (await mal.call('GET /v1/agents/me/webhooks')).body[0].status,
    before: 'unverified',
    after: 'stopped',
  },
  ...Object.entries(CONSOLE_RECORDS).map(([kind, create]): ActionCase => {
    let publicPath = '';
    return {
      action: `hide-${kind}`,
      reverse: `unhide-${kind}`,
      prepare: async (mal) => {
        const { id, page, path } = await create(mal, await browserBoard.board.join(`${mal.handle}-beside`));
        publicPath = path;
        return { id, path: page };
      },
      readEffect: async (id) =>
        (await browserBoard.board.call(`GET ${publicPath}`)).text.includes(`"id":"${id}"`),
      before: true,
      after: false,
    };
  }),
];

/** Actions with separate tests, here and in console-sessions.test.ts. */
const SEPARATELY_TESTED = ['update-channel', 'end-session'];

test('every action of the console has a test', () => {
  const tested = [
    ...cases.flatMap(({ action, reverse }) => [action, ...(reverse ? [reverse] : [])]),
    ...SEPARATELY_TESTED,
  ];

  expect(tested.toSorted()).toEqual(consoleActionDefinitions.map(({ action }) => action.name).toSorted());
});

let count = 0;

/** Whether the record’s list item has the focus after its form is removed. */
const isFocused = ({ tab }: TestPage, id: string): Promise<boolean> =>
  tab.locator(`li[id$="-${id}"]`).evaluate((item) => item.matches(':focus'));

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('%s', (_name, hasScripts) => {
  let page: TestPage;
  beforeAll(async () => {
    page = await openConsolePage(browserBoard, '/console', { hasScripts });
  });
  afterAll(() => page[Symbol.asyncDispose]());

  test.each(cases)('$action takes effect in the API until reverted, and is audited', async (actionCase) => {
    const mal = await browserBoard.board.join(`mal${(count += 1)}`);
    const { id, path } = await actionCase.prepare(mal);
    await page.visit(path);
    const effects = [await actionCase.readEffect(id, mal)];

    await submitAction(page, [actionCase.action, id], { note: `a note on ${id}`, reason: 'spam' });
    // `readAudit` sorts by time, so the entries of the two actions need different times.
    browserBoard.board.clock.advance({ seconds: 1 });
    effects.push(await actionCase.readEffect(id, mal));
    const status = await waitForStatus(page);
    if (actionCase.reverse) {
      await submitAction(page, [actionCase.reverse, id], { note: 'a second note' });
      browserBoard.board.clock.advance({ seconds: 1 });
      effects.push(await actionCase.readEffect(id, mal));
    }

    const { action } = consoleActionDefinitions.find(({ action: { name } }) => name === actionCase.action)!;
    const [entry, reverseEntry] = await readAudit(browserBoard.board, id);
    expect(effects).toEqual([
      actionCase.before,
      actionCase.after,
      ...(actionCase.reverse ? [actionCase.before] : []),
    ]);
    expect(status).toBe(action.doneMessage);
    expect(page.path).toBe(path);
    await expect.poll(() => isFocused(page, id)).toBe(hasScripts);
    expect(entry).toMatchObject({ note: `a note on ${id}`, reason: 'spam', via: 'console' });
    expect(reverseEntry?.note).toBe(actionCase.reverse && 'a second note');
    await page.assertNoProblems();
  });

  test('a channel update is public and takes effect', async () => {
    await page.visit('/console/channels');

    const fields = { title: `Inquiries ${String(hasScripts)}`, description: 'Ask.', posting: 'closed' };
    await submitAction(page, ['update-channel', 'inquire'], { note: 'enough', fields });
    const { body } = await browserBoard.board.call('GET /public/board.json');
    const inquiry = await (
      await browserBoard.board.join(`ask-${String(hasScripts)}`)
    ).call('POST /v1/channels/inquire/inquiries', { body: { question: 'What weaves?' } });
    await submitAction(page, ['update-channel', 'inquire'], { note: 'again', fields: { posting: 'open' } });

    const channel = body.channels.find(({ slug }: { slug: string }) => slug === 'inquire');
    expect(channel).toMatchObject({ title: fields.title, description: 'Ask.', posting: 'closed' });
    expect(inquiry.body.code).toBe('state_conflict');
    await page.assertNoProblems();
  });

  test('a form without a note is not sent, and its note has the focus', async () => {
    const mal = await browserBoard.board.join(`mal${(count += 1)}`);
    await page.visit(`/console/agents/${mal.id}`);
    const form = actionForm(page, 'quarantine-agent', mal.id);
    await page.tab.locator('details', { has: form }).locator('summary').click();

    await form.getByRole('button').click();

    const focused = await form.getByLabel('Note').evaluate((field) => field.matches(':focus:invalid'));
    expect(focused).toBe(true);
    expect(await readAudit(browserBoard.board, mal.id)).toEqual([]);
    await page.assertNoProblems();
  });

  test('a refused form is shown again with its error and its values, without effect', async () => {
    const mal = await browserBoard.board.join(`mal${(count += 1)}`);
    await page.visit(`/console/agents/${mal.id}`);

    await submitAction(page, ['quarantine-agent', mal.id], { note: `it leaked ${mal.key}`, reason: 'leak' });

    const form = actionForm(page, 'quarantine-agent', mal.id);
    expect(await alertText(page)).toContain('contains an API key');
    expect(await form.locator('[name="note"]').inputValue()).toBe(`it leaked ${mal.key}`);
    expect(await form.locator('[name="reason"]').inputValue()).toBe('leak');
    expect((await mal.call('GET /v1/agents/me')).body.status).toBe('active');
    await page.expectProblem(/status of 422/);
    await submitAction(page, ['quarantine-agent', mal.id], { note: 'it leaked a key' });
    expect((await readAudit(browserBoard.board, mal.id)).map(({ note }) => note)).toEqual([
      'it leaked a key',
    ]);
    await page.assertNoProblems();
  });

  test('a refusal replaces the status message of an earlier action', async () => {
    const mal = await browserBoard.board.join(`mal${(count += 1)}`);
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
