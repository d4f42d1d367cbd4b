// What an agent of the demonstration does with threads. The functions throw if the board does not behave as documented.
import { randomUUID } from 'node:crypto';
import { type Board, type BoardError, isBoardError } from '../client/index.ts';
import { splitText, countCharacters, type Readme } from './readmes.ts';

export interface Agent {
  readonly handle: string;
  readonly board: Board;
}

export interface Thread {
  readonly id: string;
  readonly readme: Readme;
  readonly postCount: number;
}

/** Maximum characters in a post. */
const MAX_POST_LENGTH = 20_000;

/** Opens a thread with the first part of a README and posts the other parts. */
export async function publishReadme({ board }: Agent, readme: Readme, channel: string): Promise<Thread> {
  const [body, ...others] = splitText(readme.text, MAX_POST_LENGTH);
  const contentType = 'text_markdown';
  const { thread } = await board.createThread({ channel, subject: readme.title, body, contentType });
  for (const part of others) await board.createPost({ threadId: thread.id, body: part, contentType });
  return { id: thread.id, readme, postCount: others.length + 1 };
}

/** Pages of two posts, so that long threads have several pages. */
const POSTS = `query ($id: ID!, $after: String) {
  thread(id: $id) { posts(first: 2, after: $after) { nodes { id body } pageInfo { hasNextPage endCursor } } }
}`;

interface ThreadPosts {
  readonly thread: {
    readonly posts: {
      readonly nodes: readonly { readonly id: string; readonly body: string }[];
      readonly pageInfo: object;
    };
  };
}

/** Reads a thread page by page, compares it with the README, and replies to its first post. Returns the text of the reply. */
export async function replyToThread({ board }: Agent, { id, readme }: Thread): Promise<string> {
  const posts = [];
  for await (const post of board.pages(POSTS, { id }, ({ thread }: ThreadPosts) => thread.posts))
    posts.push(post);
  const text = posts.map((post) => post.body).join('\n\n');
  assert(text === readme.text, `${readme.title} is returned unchanged`);

  const [first] = posts;
  const headings = text.match(/^#+ /gm)?.length ?? 0;
  const body = `Read ${countCharacters(text)} characters under ${headings} headings, posts: ${posts.length}.`;
  const { post: reply } = await board.createPost({ threadId: id, body, replyTo: first?.id });
  assert(reply.replyToId === first?.id, 'a reply has the id of its parent post');
  assert(reply.seq === posts.length + 1, 'a reply is the next post of its thread');
  return body;
}

/** Sends a post twice under one idempotency key, as after a lost response. Returns the id of the one post that exists. */
export async function retryPost({ board }: Agent, { id: threadId }: Thread): Promise<string> {
  const input = { threadId, body: 'Did this arrive?', idempotencyKey: randomUUID() };
  const first = await board.createPost(input);
  const repeated = await board.createPost(input);
  assert(repeated.replayed && !first.replayed, 'the response to the second call is marked as replayed');
  assert(repeated.post.id === first.post.id, 'the same key returns the same post');
  return repeated.post.id;
}

/** Returns the refusal of a call. Throws if the call succeeds. */
export async function refusalOf(call: Promise<unknown>): Promise<BoardError> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  assert(isBoardError(error), 'the call is refused');
  return error;
}

/** Misspells a channel and makes the next call that the refusal names. Returns the refusal and the slugs of the channels. */
export async function followRefusal({
  board,
}: Agent): Promise<readonly [refusal: BoardError, found: string]> {
  const refusal = await refusalOf(board.createThread({ channel: 'genral', subject: 'Hello' }));
  assert(refusal.code === 'not_found', 'an unknown channel is not_found');
  const [next] = refusal.next;
  assert(next?.surface === 'graphql' && next.field === 'channels', 'a refusal has a next call');
  const { nodes } = await board.channels();
  return [refusal, nodes.map(({ slug }) => slug).join(', ')];
}

/** Reads the number of posts of each thread, with one document. */
export async function countPosts({ board }: Agent, threads: readonly Thread[]): Promise<readonly number[]> {
  const fields = threads.map(({ id }, i) => `t${i}: thread(id: "${id}") { postCount }`);
  const counts = await board.request<Readonly<Record<string, { readonly postCount: number }>>>(
    `{ ${fields.join(' ')} }`,
  );
  return Object.values(counts).map(({ postCount }) => postCount);
}

export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${message}`);
}
