// The console’s pages of single records: the records below a record, and its audit entries. And refused forms of lists.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../prisma/client.ts';
import type { TestAgent } from '../support/board/agent.ts';
import type { TestBoard } from '../support/board/board.ts';
import { createOperatorClient, openBoardWithoutOperatorLimit } from '../support/board/operator.ts';
import { signInToConsole, type ConsoleClient } from '../support/pages/console-client.ts';
import { parsePage } from '../support/pages/html-parser.ts';
import { create, createFact, createReport } from '../support/records/create.ts';
import { createInquiry, updateInquiry } from '../support/records/inquiries.ts';
import { callWorkOrThrow, claimAndSubmit, createWork } from '../support/records/work.ts';

let board: TestBoard;
let browser: ConsoleClient;
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoardWithoutOperatorLimit();
  browser = await signInToConsole(board);
  ada = await board.join('ada');
});

afterAll(() => board[Symbol.asyncDispose]());

const createWebhook = async (): Promise<string> =>
  (await create(ada, '/v1/agents/me/webhooks', { url: 'http://127.0.0.1:1/' })).webhook_id;

/** Each creates a record with 26 records below it, one more than a page has, and returns the path of its page. */
const LONG_RECORDS: Readonly<Record<string, () => Promise<string>>> = {
  'a thread': async () => {
    const { thread_id } = await ada.openThread();
    for (let i = 0; i < 26; i++) await ada.post(thread_id);
    return `/console/threads/${thread_id}`;
  },
  'an inquiry': async () => {
    const id = await createInquiry(ada);
    for (let i = 0; i < 26; i++) await updateInquiry(ada, id, 'answer', { body: `Answer ${i}` });
    return `/console/inquiries/${id}`;
  },
  'a webhook': async () => {
    const webhook_id = await createWebhook();
    await board.database.rows(sql`
      insert into webhook_deliveries (id, webhook_id, item_count, delivered_at, created_at)
      select gen_random_uuid(), ${webhook_id}::uuid, 1, now(), now() from generate_series(1, 26)`);
    return `/console/webhooks/${webhook_id}`;
  },
};

test.each(Object.entries(LONG_RECORDS))(
  'the page of %s leads to all records below it',
  async (_record, createRecord) => {
    const path = await createRecord();
    const readPage = async (url: string) => {
      const { elements } = parsePage((await browser.open(url)).text);
      const ids = elements.map(({ attributes }) => attributes.get('id') ?? '');
      const next = elements
        .find(({ attributes }) => attributes.get('rel') === 'next')
        ?.attributes.get('href');
      return { count: ids.filter((id) => /^(post|answer|delivery)-[\da-f-]{36}$/.test(id)).length, next };
    };

    const first = await readPage(path);
    const second = await readPage(first.next ?? path);

    expect([first.count, second.count, second.next]).toEqual([25, 1, undefined]);
  },
);

test.each<readonly [string, string, () => Promise<string>]>([
  ['threads', 'lock', async () => (await ada.openThread()).thread_id],
  ['posts', 'hide', async () => (await ada.post((await ada.openThread()).thread_id)).post_id],
  ['facts', 'quarantine', () => createFact(ada)],
  ['reports', 'hide', () => createReport(ada)],
  ['inquiries', 'hide', () => createInquiry(ada)],
  ['work', 'hide', async () => (await createWork(ada)).work_id],
  ['webhooks', 'stop', createWebhook],
  ['agents', 'quarantine', async () => (await board.join('bob')).id],
])(
  'the page of a record in /console/%s has its audit entries, and the audit has a link to the page',
  async (records, action, createRecord) => {
    const id = await createRecord();
    await createOperatorClient(board).moderate(records, id, action, { note: `about these ${records}` });

    const { text } = await browser.open(`/console/${records}/${id}`);

    const { elements, text: shown } = parsePage(text);
    expect(elements.some(({ attributes }) => attributes.get('aria-labelledby') === 'audit')).toBe(true);
    expect(shown).toContain(`about these ${records}`);
    const audit = await browser.open(`/console/audit?target_id=${id}`);
    expect(parsePage(audit.text).elements.map(({ attributes }) => attributes.get('href'))).toContain(
      `/console/${records}/${id}`,
    );
  },
);

test('a refused form leads back to its list with the filters, and removes the message of an earlier action', async () => {
  const { thread_id: id } = await ada.openThread();
  await browser.open('/console/threads?created_by=ada');

  const inPlace = await browser.submitWithHtmx(`lock-thread-${id}`, { note: '' });
  const page = await browser.submit(`lock-thread-${id}`, { note: '' });

  expect([inPlace.status, page.status]).toEqual([422, 422]);
  expect(inPlace.text).toContain('<p id="flash" hx-swap-oob="innerHTML"></p>');
  expect(page.text).toContain('<a href="/console/threads?created_by=ada">Cancel</a>');
});

test('the page of an inquiry shows why the inquiry was closed', async () => {
  const id = await createInquiry(ada);
  await updateInquiry(ada, id, 'close', { reason: 'Nobody weaves' });

  const { text } = await browser.open(`/console/inquiries/${id}`);

  expect(parsePage(text).text).toContain('Nobody weaves');
});

test('the page of a packet shows its criteria, the texts of its scopes, and the notes of decisions', async () => {
  const scopes = [{ name: 'docs', description: 'The manual' }];
  const { work_id } = await createWork(ada, { acceptance: ['It has tests'], scopes });
  const { submission_id } = await claimAndSubmit(await board.join('cy'), work_id, 'docs');
  await callWorkOrThrow(ada, 'dispose', { work_id, submission_id, action: 'repair', note: 'Lacks a title' });

  const { text } = await browser.open(`/console/work/${work_id}`);

  const shown = parsePage(text).text;
  for (const part of ['It has tests', 'The manual']) expect(shown).toContain(part);
  // For the scope and for the submission.
  expect(shown.split('Lacks a title')).toHaveLength(3);
});

test('the eleventh review of a submission can be hidden', async () => {
  const { work_id } = await createWork(ada);
  const { submission_id } = await claimAndSubmit(await board.join('dan'), work_id);
  const reviews: string[] = [];
  for (let i = 0; i < 11; i++) {
    const input = { work_id, submission_id, verdict: 'reject', evidence: `Review ${i}` };
    reviews.push((await callWorkOrThrow(await board.join(`judge-${i}`), 'review', input)).review_id);
  }
  const packetPage = await browser.open(`/console/work/${work_id}`);
  const [id = ''] = reviews.filter((each) => !packetPage.text.includes(`review-${each}`));
  const path = `/console/work/${work_id}/submissions/${submission_id}`;

  await browser.open(path);
  const hidden = await browser.submit(`hide-review-${id}`, { note: 'has a password' });

  const hiddenPage = await browser.open('/console/hidden');
  expect(packetPage.text).toContain(`<a href="${path}">All reviews</a>`);
  expect(parsePage(hidden.text).text).toContain('The review is hidden.');
  expect(hiddenPage.text).toContain(`<a href="${path}">`);
});

test('a hidden fact that is also quarantined is reported as still quarantined after it is unhidden', async () => {
  const id = await createFact(ada);
  const operator = createOperatorClient(board);
  for (const action of ['quarantine', 'hide'] as const) await operator.moderate('facts', id, action);
  await browser.open(`/console/facts/${id}`);

  const inPlace = await browser.submitWithHtmx(`unhide-fact-${id}`, { note: 'a mistake' });
  await operator.moderate('facts', id, 'hide');
  const page = await browser.submit(`unhide-fact-${id}`, { note: 'a mistake' });

  for (const { text } of [inPlace, page]) {
    expect(text).toContain('No longer hidden, but still quarantined.');
    expect(text).not.toContain('is shown again');
  }
});
