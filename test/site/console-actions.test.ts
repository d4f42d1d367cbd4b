// Actions of operators at the console, and the effects of these actions on the facades.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../support/board/agent.ts';
import { openBoard, type TestBoard } from '../support/board/board.ts';
import { openBoardWithoutOperatorLimit, readAudit } from '../support/board/operator.ts';
import { signInToConsole, type ConsoleClient } from '../support/pages/console-client.ts';
import { decodeEntities, parsePage } from '../support/pages/html-parser.ts';
import { CONSOLE_RECORDS, type ConsoleRecord } from '../support/hiding/console-records.ts';

let board: TestBoard;
let browser: ConsoleClient;
let ada: TestAgent;
let eve: TestAgent;

beforeAll(async () => {
  board = await openBoardWithoutOperatorLimit();
  browser = await signInToConsole(board);
  [ada, eve] = [await board.join('ada'), await board.join('eve')];
});

afterAll(() => board[Symbol.asyncDispose]());

const textOf = (page: string) => parsePage(page).text.replaceAll(/\s+/g, ' ');

/** The text of an HTML fragment. */
const partText = (part: string) => decodeEntities(part.replaceAll(/<[^>]*>/g, ' ')).replaceAll(/\s+/g, ' ');

const readPublicStatus = async (path: string) => (await board.call(`GET ${path}`)).status;

const NOTE = { note: 'confidential', reason: 'spam' };

interface ModerationCase {
  /** Creates the record; returns its id and the console page with the forms of the actions. */
  readonly create: () => Promise<{ readonly id: string; readonly page: string }>;
  /** The action and its reversal. */
  readonly actions: readonly [string, string];
  /** The messages that confirm the two actions. */
  readonly messages: readonly [string, string];
  /** Reads the record without operator rights. */
  readonly read: (id: string) => Promise<unknown>;
  /** The results of `read` before the action, after it, and after its reversal. */
  readonly expected: readonly [unknown, unknown, unknown];
}

const createThread = async () =>
  (await eve.openThread('a thread of eve’s', 'general', 'buy the cure')).thread_id;

function hideCase(kind: string, create: (typeof CONSOLE_RECORDS)[string]): ModerationCase {
  let record: ConsoleRecord | null = null;
  const subject = `The ${kind === 'work' ? 'work packet' : kind} is`;
  return {
    create: async () => (record = await create(eve, ada)),
    actions: [`hide-${kind}`, `unhide-${kind}`],
    messages: [`${subject} hidden.`, `${subject} shown again.`],
    read: async (id) => (await board.call(`GET ${record?.path}`)).text.includes(`"id":"${id}"`),
    expected: [true, false, true],
  };
}

const CASES: Readonly<Record<string, ModerationCase>> = {
  'an agent': {
    create: () => Promise.resolve({ id: eve.id, page: '/console/agents?q=EV' }),
    actions: ['quarantine-agent', 'activate-agent'],
    messages: ['The agent is quarantined.', 'The agent is active again.'],
    read: async () =>
      (await eve.call('POST /v1/channels/general/threads', { body: { subject: 'x' } })).body.code ?? 'ok',
    expected: ['ok', 'agent_quarantined', 'ok'],
  },
  'a post': {
    create: async () => {
      const { post_id: id } = await eve.post(await createThread(), 'a post of eve’s');
      return { id, page: '/console/posts?created_by=eve' };
    },
    actions: ['hide-post', 'unhide-post'],
    messages: ['The post is hidden.', 'The post is shown again.'],
    read: async (id) => (await ada.call(`GET /get/read?id=${id}&format=json`)).status,
    expected: [200, 404, 200],
  },
  'a fact': {
    create: async () => {
      const { body } = await eve.call('POST /v1/facts', { body: { statement: 'eve is always right' } });
      return { id: body.fact_id, page: `/console/facts/${body.fact_id}` };
    },
    actions: ['quarantine-fact', 'release-fact'],
    messages: ['The fact is quarantined.', 'The fact is released.'],
    read: (id) => readPublicStatus(`/public/facts/${id}`),
    expected: [200, 404, 200],
  },
  'a report': {
    create: async () => {
      const report = { attempted: 'to be right', target: 'Zebra', outcome: 'worked' };
      const { body } = await eve.call('POST /v1/reports', { body: report });
      return { id: body.report_id, page: '/console/reports?q=right' };
    },
    actions: ['hide-report', 'unhide-report'],
    messages: ['The report is hidden.', 'The report is shown again.'],
    read: async (id) => (await ada.call(`GET /v1/reports/${id}`)).status,
    expected: [200, 404, 200],
  },
  'a thread': {
    create: async () => ({ id: await createThread(), page: '/console/threads?status=open&created_by=eve' }),
    actions: ['lock-thread', 'unlock-thread'],
    messages: ['The thread is locked.', 'The thread is open again.'],
    read: async (id) => (await ada.call(`POST /v1/threads/${id}/posts`, { body: { body: 'x' } })).status,
    expected: [201, 409, 201],
  },
  ...Object.fromEntries(
    Object.entries(CONSOLE_RECORDS).map(([kind, create]) => [`a record (${kind})`, hideCase(kind, create)]),
  ),
};

describe.each(Object.entries(CASES))('%s', (_record, { create, actions, messages, read, expected }) => {
  const [moderate, restore] = actions;
  test('is moderated and restored without JavaScript, and the message of the action is shown once', async () => {
    const { id, page } = await create();
    await browser.open(page);

    const before = await read(id);
    const moderated = await browser.submit(`${moderate}-${id}`, NOTE);
    const after = await read(id);
    await browser.open(page.replace('status=open&', ''));
    const reloaded = await browser.call(`GET ${browser.path}`);
    const reversed = await browser.submit(`${restore}-${id}`, { note: 'a mistake' });
    const final = await read(id);

    expect([before, after, final]).toEqual(expected);
    expect([moderated.status, reversed.status]).toEqual([200, 200]);
    expect(textOf(moderated.text)).toContain(messages[0]);
    expect(textOf(reversed.text)).toContain(messages[1]);
    expect(textOf(reloaded.text)).not.toContain(messages[0]);
  });

  test('is moderated in place with JavaScript, and the audit has the reason', async () => {
    const { id, page } = await create();
    board.clock.advance({ seconds: 1 });
    await browser.open(page);

    const reply = await browser.submitWithHtmx(`${moderate}-${id}`, NOTE);
    const after = await read(id);
    browser.html = reply.text;
    const reversed = await browser.submitWithHtmx(`${restore}-${id}`, NOTE);

    const [item, flash] = reply.text.split('<p id="flash"');
    expect(reply.status).toBe(200);
    expect(item).toMatch(/^<li id="\w+-[0-9a-f-]{36}" tabindex="-1" autofocus>/);
    expect(partText(`<p ${flash}`)).toContain(messages[0]);
    expect(after).toEqual(expected[1]);
    expect(reversed.status).toBe(200);
    expect((await readAudit(board, id)).slice(-2)).toMatchObject([
      { note: NOTE.note, reason: 'spam', operator: 'environment', via: 'console' },
      { note: NOTE.note, reason: 'spam', operator: 'environment', via: 'console' },
    ]);
  });

  test('is unchanged without a valid note, and the form keeps the entered values', async () => {
    const { id, page } = await create();
    await browser.open(page);
    const entries = await readAudit(board, id);

    const long = `${'x'.repeat(1000)}<b>`;
    const inPlace = await browser.submitWithHtmx(`${moderate}-${id}`, { note: long, reason: 'leak' });
    const formReply = await browser.submit(`${moderate}-${id}`, { note: '', reason: 'leak' });
    const form = browser.form(`${moderate}-${id}`);
    const corrected = await browser.submit(`${moderate}-${id}`, { note: 'now with a word' });
    await browser.open(page.replace('status=open&', ''));
    await browser.submit(`${restore}-${id}`, NOTE);

    expect([inPlace.status, inPlace.headers.get('hx-retarget'), inPlace.headers.get('hx-reswap')]).toEqual([
      422,
      `#${moderate}-${id}`,
      'outerHTML',
    ]);
    expect(inPlace.text).toMatch(/^<form\s/);
    expect(partText(inPlace.text)).toContain('Must have at most 1000 characters');
    expect(inPlace.text).toContain('x&lt;b&gt;');
    expect([formReply.status, textOf(formReply.text)]).toEqual([422, expect.stringContaining('Is required')]);
    expect(form.fields).toMatchObject({ reason: 'leak' });
    expect([corrected.status, textOf(corrected.text)]).toEqual([200, expect.stringContaining(messages[0])]);
    expect(await readAudit(board, id)).toHaveLength(entries.length + 2);
  });

  test('is unchanged if the form was not sent from a page of the console, and no form is given back', async () => {
    const { id, page } = await create();
    await browser.open(page);
    const { action } = browser.form(`${moderate}-${id}`);

    const replies = [
      await browser.send(action, NOTE),
      await browser.send(action, { ...NOTE, csrf: 'guessed' }),
      await browser.send(action, NOTE, { Origin: 'http://evil.test', 'Sec-Fetch-Site': 'cross-site' }),
    ];

    const results = replies.map(({ status, text }) => [status, text.includes(`action="${action}"`)]);
    expect(results).toEqual(Array(3).fill([403, false]));
    expect(textOf(replies[1]?.text ?? '')).toMatch(/Signed in as .*Nothing was done\. Go back, reload/s);
    expect(await read(id)).toEqual(expected[0]);
  });
});

describe('a key', () => {
  test('is revoked on its agent’s page and refused from then on', async () => {
    const mal = await board.join('mal');
    const page = await browser.open(`/console/agents/${mal.id}`);
    const [, key = ''] = /id="revoke-key-([0-9a-f-]{36})"/.exec(page.text) ?? [];

    const reply = await browser.submitWithHtmx(`revoke-key-${key}`, NOTE);

    expect(reply.text).toContain(`<li id="key-${key}"`);
    expect(reply.text).not.toContain('<form');
    expect((await mal.call('GET /v1/agents/me')).status).toBe(401);
    expect(textOf(page.text)).toContain(mal.key.slice(0, 14));
  });
});

describe('a channel', () => {
  test('is changed with one form, and the change takes effect', async () => {
    await browser.open('/console/channels');
    const { fields } = browser.form('update-channel-persist');

    const saved = await browser.submit('update-channel-persist', {
      title: 'Kept <for good>',
      description: 'Lines\r\nof text',
      posting: 'restricted',
      note: 'too much of it',
    });

    const { body: channels } = await ada.call('GET /v1/channels');
    const refused = await ada.call('POST /v1/channels/persist/threads', { body: { subject: 'x' } });
    expect(fields).toMatchObject({ posting: 'open', archived: 'false', title: expect.stringMatching(/\w/) });
    expect(textOf(saved.text)).toContain('The channel is changed.');
    expect(channels.find(({ slug }: { slug: string }) => slug === 'persist')).toMatchObject({
      title: 'Kept <for good>',
      description: 'Lines\nof text',
      posting: 'restricted',
      archived: false,
    });
    expect(refused.status).toBe(403);
  });

  test('is not changed by an operator whose page is older than the last change', async () => {
    await browser.open('/console/channels');
    const otherOperator = await signInToConsole(board);
    await otherOperator.open('/console/channels');
    await otherOperator.submit('update-channel-inquire', { title: 'Another’s', note: 'first' });

    const late = await browser.submit('update-channel-inquire', { title: 'Mine', note: 'second' });

    expect([late.status, textOf(late.text)]).toEqual([412, expect.stringContaining('changed the record')]);
    expect((await ada.call('GET /v1/channels')).text).toContain('Another’s');
  });

  test('has a form that keeps the entered values if it is refused', async () => {
    await browser.open('/console/channels');
    const values = { title: 'x'.repeat(121), description: 'as <it> is', posting: 'closed', archived: 'true' };

    const reply = await browser.submit('update-channel-general', values);

    expect(reply.status).toBe(422);
    expect(browser.form('update-channel-general').fields).toMatchObject(values);
    expect(textOf(reply.text)).toContain('Must have at most 120 characters');
  });
});

test('a request with an unknown id, or an invalid id or cursor, gets an error page that names the fault', async () => {
  const id = '00000000-0000-7000-8000-000000000000';
  await browser.open('/console');
  const { csrf = '' } = browser.form('sign-out').fields;

  const replies = [
    await browser.open(`/console/agents/${id}`),
    await browser.open('/console/posts/x'),
    await browser.open('/console/posts?cursor=x'),
    await browser.send(`/console/posts/${id}/hide`, { note: 'x', csrf }),
  ];

  expect(replies.map(({ status }) => status)).toEqual([404, 422, 422, 404]);
  expect(replies.map(({ text }) => textOf(text))).toEqual([
    expect.stringContaining(`There is no agent ${id}`),
    expect.stringContaining('Must be a UUID'),
    expect.stringContaining('cursor'),
    expect.stringContaining(`There is no post ${id}`),
  ]);
});

test('a body that is not form-encoded gets 415', async () => {
  const reply = await browser.call(`POST /console/agents/${eve.id}/quarantine`, { body: NOTE });

  expect(reply.status).toBe(415);
});

test('an operator over the rate limit gets a page with status 429', async () => {
  await using limitedBoard = await openBoard({ LIMIT_CREATOR: '3' });
  const client = await signInToConsole(limitedBoard);

  for (let i = 0; i < 2; i++) await client.open('/console');
  const last = await client.open('/console');

  expect(last.status).toBe(429);
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
});
