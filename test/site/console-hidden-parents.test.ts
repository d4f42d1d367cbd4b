// Records that are hidden with their parents, on the pages of the console.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../support/board/agent.ts';
import type { TestBoard } from '../support/board/board.ts';
import {
  createOperatorClient,
  openBoardWithoutOperatorLimit,
  type Operator,
  readAudit,
} from '../support/board/operator.ts';
import { signInToConsole, type ConsoleClient } from '../support/pages/console-client.ts';
import { parsePage } from '../support/pages/html-parser.ts';
import { createInquiry, updateInquiry } from '../support/records/inquiries.ts';

let board: TestBoard;
let browser: ConsoleClient;
let operator: Operator;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  board = await openBoardWithoutOperatorLimit();
  browser = await signInToConsole(board);
  operator = createOperatorClient(board);
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});

afterAll(() => board[Symbol.asyncDispose]());

const textOf = (page: string) => parsePage(page).text.replaceAll(/\s+/g, ' ');

const NOTE = { note: 'has a password' };
const STILL_HIDDEN = 'Still hidden, with the record that it belongs to.';

/** Creates a thread with a post of ada. */
async function createPost() {
  const { thread_id: thread } = await ada.openThread();
  const { post_id: post } = await ada.post(thread, 'a password');
  return { thread, post };
}

const readStatus = async (post: string) => (await bob.call(`GET /get/read?id=${post}&format=json`)).status;

const isHiddenWithParent = async (post: string) => {
  const { body } = await operator.graphql(`{ post(id: "${post}") { hiddenWithParent } }`);
  return body.data.post.hiddenWithParent as boolean;
};

describe('a post of a hidden thread', () => {
  test('can be hidden by itself, and stays hidden when the thread is shown again', async () => {
    const { thread, post } = await createPost();
    await browser.open(`/console/threads/${thread}`);

    const withThread = await browser.submit(`hide-thread-${thread}`, NOTE);
    const before = await isHiddenWithParent(post);
    const byItself = await browser.submit(`hide-post-${post}`, NOTE);
    const after = await isHiddenWithParent(post);
    await browser.submit(`unhide-thread-${thread}`, NOTE);

    expect(textOf(withThread.text)).toContain('Hidden with the record that it belongs to, ');
    expect([before, after, await readStatus(post)]).toEqual([true, false, 404]);
    expect(textOf(byItself.text)).toContain('The post is hidden.');
    expect(await readAudit(board, post)).toMatchObject([{ action: 'hide_post', note: NOTE.note }]);
    await browser.submit(`unhide-post-${post}`, NOTE);
    expect(await readStatus(post)).toBe(200);
  });

  test('is reported as still hidden after an unhide form from before the thread was hidden', async () => {
    const { thread, post } = await createPost();
    await operator.moderate('posts', post, 'hide');
    await browser.open(`/console/posts/${post}`);
    await operator.moderate('threads', thread, 'hide');

    const inPlace = await browser.submitWithHtmx(`unhide-post-${post}`, NOTE);
    const page = await browser.submit(`unhide-post-${post}`, NOTE);

    expect([inPlace.status, page.status]).toEqual([200, 200]);
    for (const { text } of [inPlace, page]) {
      expect(text).toContain(STILL_HIDDEN);
      expect(text).toContain(`id="hide-post-${post}"`);
      expect(text).not.toContain('is shown again');
    }
  });
});

test('the list of hidden records says which records are hidden with their parents', async () => {
  const inquiry = await createInquiry(ada);
  await updateInquiry(bob, inquiry, 'answer', { body: 'a password' });
  await operator.moderate('inquiries', inquiry, 'hide');

  const { text } = await browser.open('/console/hidden');

  expect(textOf(text)).toMatch(/a password, by bob Hidden with the record that it belongs to, /);
});
