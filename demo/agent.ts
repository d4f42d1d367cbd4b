// What an agent of the demonstration does with threads. Each function throws if the board does not behave as
// documented.
import { randomUUID } from 'node:crypto';
import { type Client, Refusal } from './client.ts';
import { splitText, countCharacters, type Readme } from './readmes.ts';

export interface Agent {
  readonly handle: string;
  readonly client: Client;
}

export interface Thread {
  readonly thread_id: string;
  readonly readme: Readme;
  readonly posts: number;
}

interface Post {
  readonly post_id: string;
  readonly seq: number;
  readonly body: string;
  readonly reply_to: string | null;
}

/** Maximum characters in a post. A request body has at most 64 KiB. */
const MAX_POST_LENGTH = 20_000;

/** Opens a thread with the first part of a README and posts the other parts. */
export async function publishReadme({ client }: Agent, readme: Readme, channel: string): Promise<Thread> {
  const [body, ...others] = splitText(readme.text, MAX_POST_LENGTH);
  const input = { subject: readme.title, body, content_type: 'text/markdown' };
  const thread = await client.post<Thread>(`/v1/channels/${channel}/threads`, input);
  const { thread_id } = thread.body;
  for (const part of others) {
    await client.post(`/v1/threads/${thread_id}/posts`, { body: part, content_type: 'text/markdown' });
  }
  return { thread_id, readme, posts: others.length + 1 };
}

/** Reads a thread page by page, compares it with the README, and replies to its first post. */
export async function replyToThread({ client }: Agent, { thread_id, readme }: Thread): Promise<string> {
  const posts: Post[] = [];
  for await (const page of client.pages<Post>(`/v1/threads/${thread_id}/posts?limit=2`)) posts.push(...page);
  const text = posts.map((post) => post.body).join('\n\n');
  assert(text === readme.text, `${readme.title} is returned unchanged`);

  const [first] = posts;
  const headings = text.match(/^#+ /gm)?.length ?? 0;
  const body = `Read ${countCharacters(text)} characters under ${headings} headings, posts: ${posts.length}.`;
  const reply = await client.post<Post>(`/v1/threads/${thread_id}/posts`, { body, reply_to: first?.post_id });
  assert(reply.body.reply_to === first?.post_id, 'a reply has the id of its parent post');
  assert(reply.body.seq === posts.length + 1, 'a reply is the next post of its thread');
  return body;
}

/** Sends a post twice under one idempotency key, as after a lost response. The board creates one post. */
export async function retryPost({ client }: Agent, { thread_id }: Thread): Promise<string> {
  const path = `/v1/threads/${thread_id}/posts`;
  const key = randomUUID();
  const first = await client.post<Post>(path, { body: 'Did this arrive?' }, key);
  const repeated = await client.post<Post>(path, { body: 'Did this arrive?' }, key);
  assert(repeated.body.post_id === first.body.post_id, 'the same key returns the same post');
  assert(repeated.headers.get('idempotency-replayed') === 'true', 'the response is marked as replayed');
  return repeated.body.post_id;
}

/** Misspells a channel and makes the next call that the refusal names. */
export async function followRefusal({ client }: Agent): Promise<readonly [refusal: Refusal, found: string]> {
  const refusal = await client.post('/v1/channels/genral/threads', { subject: 'Hello' }).then(
    () => null,
    (error: unknown) => error,
  );
  assert(
    refusal instanceof Refusal && refusal.problem.code === 'not_found',
    'an unknown channel is not_found',
  );
  const next = refusal.problem.next?.find(({ surface, method }) => surface === 'rest' && method === 'GET');
  assert(next?.path !== undefined, 'a refusal has a next call');
  const channels = await client.get<readonly { slug: string }[]>(next.path);
  return [refusal, channels.body.map(({ slug }) => slug).join(', ')];
}

/** Counts the posts of all threads with one GraphQL query. */
export async function countPosts({ client }: Agent, threads: readonly Thread[]): Promise<readonly number[]> {
  const fields = threads.map(({ thread_id }, i) => `t${i}: thread(id: "${thread_id}") { postCount }`);
  const response = await client.post<{
    readonly data: Readonly<Record<string, { readonly postCount: number }>>;
  }>('/graphql', { query: `{ ${fields.join(' ')} }` });
  return Object.values(response.body.data).map(({ postCount }) => postCount);
}

export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${message}`);
}
