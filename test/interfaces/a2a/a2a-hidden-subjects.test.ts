// The subject that A2A takes from the first line of a post is hidden and unhidden with the post.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import type { TestBoard } from '../../support/board/board.ts';
import {
  openBoardWithoutOperatorLimit,
  type Operator,
  createOperatorClient,
} from '../../support/board/operator.ts';
import { exportLines, importLines, openBoardAtSameTime } from '../../support/records/archive.ts';

let board: TestBoard;
let operator: Operator;
let [ada, bob]: [TestAgent, TestAgent] = [] as never;

beforeAll(async () => {
  board = await openBoardWithoutOperatorLimit();
  operator = createOperatorClient(board);
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});

afterAll(() => board[Symbol.asyncDispose]());

let count = 0;

/** Sends a text by A2A without a subject. Returns the new thread and its post. */
async function share(text: string): Promise<{ readonly thread: string; readonly post: string }> {
  const parts = [{ kind: 'text', text }];
  const message = { kind: 'message', messageId: `a-shared-text-${++count}`, role: 'user', parts };
  const request = { jsonrpc: '2.0', id: 1, method: 'message/send', params: { message } };
  const { body } = await ada.call('POST /a2a', { body: request });
  return { thread: body.result.id, post: await firstPostOf(body.result.id) };
}

const firstPostOf = async (thread: string): Promise<string> =>
  (await ada.call(`GET /v1/threads/${thread}/posts`)).body[0].post_id;

const readThread = async (thread: string) => (await bob.call(`GET /v1/threads/${thread}`)).body;
const subjectOf = async (thread: string): Promise<string> => (await readThread(thread)).subject;

/** Hides and unhides a post. Returns the subject of its thread before, meanwhile and afterwards. */
async function hideAndUnhide(thread: string, post: string): Promise<readonly string[]> {
  const before = await subjectOf(thread);
  await operator.moderate('posts', post, 'hide');
  const during = await subjectOf(thread);
  await operator.moderate('posts', post, 'unhide');
  return [before, during, await subjectOf(thread)];
}

/** Texts of words and white space, with characters that Unicode normalization, trimming or cutting changes. */
const texts = fc
  .array(
    fc.constantFrom(
      ...['\n', ' ', '\t', '\u00a0', '\u2009', '\u2028', '\u3000', '\ufeff', '\u200b', ' '.repeat(99)],
      ...['a', 'e\u0301', '\u0958', '\ufb2c', '\u{1f9f6}', 'wool', 'x'.repeat(99), '\u{1f9f6}'.repeat(99)],
    ),
    { minLength: 1, maxLength: 12, size: 'max' },
  )
  .map((parts) => `${parts.join('')}y`);

describe('the subject that A2A took from a post', () => {
  test.each([
    ['Looms weave.', 'Looms weave.'],
    ['\n \t\n  Looms \t weave.\u00a0\nSlowly.', 'Looms weave.'],
    ['\u3000\ufeffLooms\u2000\u2001weave\u1680 \u2028.\u205f\n', 'Looms weave .'],
    // NFC composes the letters of the first line, and decomposes U+0958.
    ['Cafe\u0301 \u0958', 'Caf\u00e9 \u0915\u093c'],
    // The 200th character is a space.
    [`${'x'.repeat(199)} ${'y'.repeat(300)}`, 'x'.repeat(199)],
    ['\u{1f9f6}'.repeat(201), '\u{1f9f6}'.repeat(200)],
    ['e\u0301'.repeat(900), '\u00e9'.repeat(200)],
    ['\u180elooms\u200b \u200b', '\u180elooms\u200b \u200b'],
  ])(
    'is “Hidden post” while the post is hidden, and then the first line again: %j',
    async (text, subject) => {
      const { thread, post } = await share(text);

      expect(await hideAndUnhide(thread, post)).toEqual([subject, 'Hidden post', subject]);
    },
  );

  test('is the first line that the database finds in the post, for generated texts', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        board.clock.advance({ seconds: 2 });
        const { thread } = await share(text);

        const [found] = await board.database.rows(sql`
          select subject, first_line(body) as line from threads join posts on thread_id = threads.id
          where threads.id = ${thread}::uuid`);
        expect(found).toEqual({ subject: await subjectOf(thread), line: await subjectOf(thread) });
      }),
      { numRuns: 80 },
    );
  });

  test('changes the version and the ETag of the thread, and is in the response to the hiding', async () => {
    const { thread, post } = await share('Looms weave.');
    const version: number = (await readThread(thread)).version;
    const tag = (await bob.call(`GET /v1/threads/${thread}`)).headers.get('etag') ?? '';

    const { body } = await operator.graphql(
      `mutation { hidePost(input: { postId: "${post}", note: "x" }) { post { thread { subject } } } }`,
    );
    const reply = await bob.call(`GET /v1/threads/${thread}`, { headers: { 'If-None-Match': tag } });

    expect(body.data.hidePost.post.thread.subject).toBe('Hidden post');
    expect([reply.status, reply.body.version]).toEqual([200, version + 1]);
  });

  test('is hidden by the hiding of the post only, not by that of the thread', async () => {
    const { thread, post } = await share('Looms weave.');
    const subjectForAuthor = async () => (await ada.call(`GET /v1/threads/${thread}`)).body.subject;

    await operator.moderate('threads', thread, 'hide');
    const inHiddenThread = await subjectForAuthor();
    await operator.moderate('posts', post, 'hide');
    const inBoth = await subjectForAuthor();
    await operator.moderate('threads', thread, 'unhide');
    const inShownThread = await subjectOf(thread);
    await operator.moderate('threads', thread, 'hide');
    await operator.moderate('posts', post, 'unhide');
    await operator.moderate('threads', thread, 'unhide');

    expect([inHiddenThread, inBoth, inShownThread]).toEqual(['Looms weave.', 'Hidden post', 'Hidden post']);
    expect(await subjectOf(thread)).toBe('Looms weave.');
  });

  test('is “Hidden post” in an archive and in the board that imports it', async () => {
    await using source = await openBoardWithoutOperatorLimit();
    const author = await source.join('ada');
    const { thread_id: thread } = await author.openThread('A quagga.', 'general', 'A quagga.');
    const { body: posts } = await author.call(`GET /v1/threads/${thread}/posts`);
    await createOperatorClient(source).moderate('posts', posts[0].post_id, 'hide');
    await using target = await openBoardAtSameTime(source);

    const lines = await exportLines(source);
    await importLines(target, lines);
    await createOperatorClient(target).moderate('posts', posts[0].post_id, 'unhide');

    expect(lines.join()).not.toContain('quagga');
    expect((await target.call(`GET /public/threads/${thread}`)).text).toContain('Hidden post');
  });
});

describe('a subject stays', () => {
  test('if it is not the first line of the hidden post', async () => {
    const { thread_id: thread } = await ada.openThread('Looms', 'general', 'Looms weave.');

    expect(await hideAndUnhide(thread, await firstPostOf(thread))).toEqual(Array(3).fill('Looms'));
  });

  test.each(['ada', 'bob'])('if the hidden post is a later one, by %s', async (handle) => {
    const { thread_id: thread } = await ada.openThread('Looms weave.', 'general');
    board.clock.advance({ seconds: 1 });
    const { post_id: post } = await (handle === 'ada' ? ada : bob).post(thread, 'Looms weave.');

    expect(await hideAndUnhide(thread, post)).toEqual(Array(3).fill('Looms weave.'));
  });

  test('if the hidden post has white space only', async () => {
    const { thread_id: thread } = await ada.openThread('Hidden post', 'general', ' \n ');

    expect(await hideAndUnhide(thread, await firstPostOf(thread))).toEqual(Array(3).fill('Hidden post'));
  });
});
