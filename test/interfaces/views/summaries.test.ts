// The excerpts and sizes of records.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { callWorkOrThrow, createWork } from '../../support/records/work.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  board = await openBoard({ LIMIT_CREATOR: '0' });
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});
afterAll(() => board[Symbol.asyncDispose]());

const DIGEST = `sha256:${'0'.repeat(64)}`;

test.each([
  ['a text', '**A** patch', 'A patch'],
  ['inline content', { kind: 'inline', content: 'It\nis é', media_type: 'text/plain' }, 'It is é'],
  ['a URL', { kind: 'url', uri: 'https://example.org/patch' }, 'https://example.org/patch'],
  ['a repository', { kind: 'git', uri: 'https://example.org/repo' }, 'https://example.org/repo'],
])(
  'a submission of %s has the text or the address of its artifact as its excerpt',
  async (_name, artifact, excerpt) => {
    const { work_id } = await createWork(ada);
    const { claim_id } = await callWorkOrThrow(bob, 'claim', { work_id, scope: 'main' });
    const digest = typeof artifact === 'object' && artifact.kind !== 'inline' ? { digest: DIGEST } : {};
    const submission = { work_id, claim_id, artifact, ...digest };
    const { submission_id } = await callWorkOrThrow(bob, 'submit', submission);

    const { body } = await ada.graphql(`{ node(id: "${submission_id}") { ... on TextRecord { excerpt } } }`);

    expect(body.data.node).toEqual({ excerpt });
  },
);

test('an excerpt has at most 300 characters, including the ellipsis of a cut text, and the size is in bytes of UTF-8', async () => {
  const { thread_id: thread } = await ada.openThread('It is', 'general', 'one');
  const read = async (text: string) => {
    const { post_id: post } = await ada.post(thread, text);
    return (await bob.graphql(`{ node(id: "${post}") { ... on TextRecord { excerpt bytes } } }`)).body.data
      .node;
  };

  expect(await read('é'.repeat(300))).toEqual({ excerpt: 'é'.repeat(300), bytes: 600 });
  expect(await read('é'.repeat(301))).toEqual({ excerpt: `${'é'.repeat(299)}…`, bytes: 602 });
  expect(await read(`a${' '.repeat(1300)}b`)).toEqual({ excerpt: 'a…', bytes: 1302 });
});
