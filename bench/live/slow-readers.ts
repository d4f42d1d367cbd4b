import { setTimeout as wait } from 'node:timers/promises';
import type { Server } from '../environment/server.ts';
import { call, inBatches, type LiveAgent, openStream } from './client.ts';

const POSTS = 150;
/** The board closes a connection without any traffic after 75 s. Node waits twice as long if part of a write was sent. */
const CUT_OFF_MS = 160_000;

/** Time to read what a connection received before it was cut off: some megabytes. */
const READ_REST_MS = 10_000;

/**
 * An event is a page of up to 50 posts, and has the text of each post six times: three events are more than the buffers of a
 * connection take.
 */
const BODIES = Array.from({ length: 6 }, (_, i) => `copy${i}: body`).join(' ');
const subscription = (start: string) =>
  `subscription { feed(filter: { types: [post] }, ${start}) { nodes { id ... on Post { ${BODIES} } } pageInfo { endCursor } } }`;

export interface SlowReaders {
  readonly count: number;
  /** Streams that the board closed while their clients did not read. */
  readonly cutOffStreams: number;
  /** Posts that a client did not get after it resumed. */
  readonly lostPosts: number;
}

/**
 * Measures clients that stop reading a stream, are cut off, and subscribe again after the cursor that they had when they
 * stopped.
 */
export async function measureSlowReaders(board: Server, agents: readonly LiveAgent[]): Promise<SlowReaders> {
  const { port } = board;
  const author = agents[0] as LiveAgent;
  const readers = await inBatches(
    agents.slice(1).map((agent) => async () => {
      const stream = await open(port, agent, 'since: "now"');
      stream.pause();
      return { agent, stream, cursor: cursorOf(stream.received()) };
    }),
    10,
  );
  const ids = await writePosts(port, author);
  await wait(CUT_OFF_MS);
  // A connection that is still open sends heartbeats; a closed connection delivers its buffered bytes and then ends.
  for (const { stream } of readers) stream.resume();
  const limit = wait(READ_REST_MS, false);
  const ends = readers.map(({ stream }) => Promise.race([stream.ended.then(() => true), limit]));
  const cutOffStreams = (await Promise.all(ends)).filter(Boolean).length;
  let lostPosts = 0;
  for (const { agent, stream, cursor } of readers) {
    stream.close();
    lostPosts += await countMissing(port, { agent, cursor, ids });
  }
  return { count: readers.length, cutOffStreams, lostPosts };
}

const open = (port: number, agent: LiveAgent, start: string) =>
  openStream(port, agent, { path: `/graphql?query=${encodeURIComponent(subscription(start))}` });

const cursorOf = (received: string): string => /"endCursor":"([^"]+)"/.exec(received)?.[1] ?? '';

async function writePosts(port: number, author: LiveAgent): Promise<readonly string[]> {
  const { thread_id } = await call<{ thread_id: string }>(port, author, {
    path: '/v1/channels/general/threads',
    body: { subject: 'Long posts' },
  });
  const ids: string[] = [];
  for (let i = 0; i < POSTS; i++) {
    // Almost 20 000 characters, the maximum of a post.
    const body = { body: `${i} ${'long '.repeat(3900)}` };
    const { post_id } = await call<{ post_id: string }>(port, author, {
      path: `/v1/threads/${thread_id}/posts`,
      body,
    });
    ids.push(post_id);
  }
  return ids;
}

/** Resumes after the cursor. Returns how many posts the client has not received when it has the last one, or after a minute. */
async function countMissing(
  port: number,
  {
    agent,
    cursor,
    ids,
  }: { readonly agent: LiveAgent; readonly cursor: string; readonly ids: readonly string[] },
): Promise<number> {
  const stream = await open(port, agent, `after: ${JSON.stringify(cursor)}`);
  await Promise.race([stream.until(ids.at(-1) ?? ''), wait(60_000)]);
  stream.close();
  return ids.filter((id) => !stream.received().includes(id)).length;
}
