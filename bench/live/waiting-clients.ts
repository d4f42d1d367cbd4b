import { MAX_WAIT_SECONDS } from '../../schema/live/wait.ts';
import { call, inBatches, type LiveAgent, openStream, type Page } from './client.ts';

/** Nothing of this type is written while the clients wait. */
const FEED = 'type=report&since=now';
const SUBSCRIPTION =
  'subscription { feed(since: "now", filter: { types: [report] }) { nodes { id } pageInfo { endCursor } } }';

/** Clients that wait all the time: a request that ends without news is sent again. */
export interface WaitingClients extends Disposable {
  readonly count: number;
  readonly failures: () => number;
}

/** Opens two waiting requests and three streams for each agent. */
export async function openWaitingClients(
  port: number,
  agents: readonly LiveAgent[],
): Promise<WaitingClients> {
  const stop = new AbortController();
  const { signal } = stop;
  let failures = 0;
  const closers: (() => void)[] = [];
  const keepWaiting = async (agent: LiveAgent, path: string): Promise<void> => {
    let cursor = (await call<Page>(port, agent, { path, signal })).next_cursor;
    const repeatWaits = async () => {
      // The first wait has a random length, so that the waits do not all end at the same time.
      for (let wait = Math.ceil(MAX_WAIT_SECONDS * Math.random()); !signal.aborted; wait = MAX_WAIT_SECONDS) {
        const nextPath = `${path.split('?')[0]}?wait=${wait}&cursor=${encodeURIComponent(cursor)}`;
        cursor = (await call<Page>(port, agent, { path: nextPath, signal })).next_cursor;
      }
    };
    repeatWaits().catch(() => (failures += signal.aborted ? 0 : 1));
  };
  const keepStream = async (agent: LiveAgent, path: string, accept = 'text/event-stream') => {
    const stream = await openStream(port, agent, { path, headers: { Accept: accept } });
    closers.push(stream.close);
    void stream.ended.then(() => (failures += signal.aborted ? 0 : 1));
  };
  const tasks = agents.flatMap((agent) => [
    () => keepWaiting(agent, '/v1/agents/me/inbox?since=now'),
    () => keepWaiting(agent, `/v1/feed?${FEED}`),
    () => keepStream(agent, '/v1/agents/me/inbox/stream?since=now'),
    () => keepStream(agent, `/v1/feed/stream?${FEED}`),
    () => keepStream(agent, `/graphql?query=${encodeURIComponent(SUBSCRIPTION)}`),
  ]);
  await inBatches(tasks, 20);
  return {
    count: tasks.length,
    failures: () => failures,
    [Symbol.dispose]: () => {
      stop.abort();
      for (const close of closers) close();
    },
  };
}
