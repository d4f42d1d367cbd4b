// Readers of an inbox that continue after every fault with their last cursor.
import { setTimeout as wait } from 'node:timers/promises';
import { call, type LiveAgent, openStream, type OpenStream, type Page } from './client.ts';

export interface Item {
  readonly id: string;
  readonly record: { readonly id: string } | null;
}

/** Reads the inbox until the connection breaks or the call ends. Returns the cursor after the last item. */
type ReadOnce = (reader: InboxReader, port: number, cursor: string) => Promise<string>;

/** An agent that reads its inbox, and the items that it has received. */
export class InboxReader {
  readonly agent: LiveAgent;
  /** The ids of items by the id of their record. */
  readonly items = new Map<string, Set<string>>();
  deliveries = 0;
  connections = 0;
  stream: OpenStream | null = null;
  isDone = false;

  constructor(agent: LiveAgent) {
    this.agent = agent;
  }

  add(items: readonly Item[]): void {
    for (const { id, record } of items) {
      const key = record?.id ?? '';
      this.items.set(key, (this.items.get(key) ?? new Set()).add(id));
      this.deliveries += 1;
    }
  }

  /** Reads until `isDone`, at the next port after each call or connection. */
  async run(ports: readonly number[], readOnce: ReadOnce): Promise<void> {
    let cursor = '';
    while (!this.isDone) {
      const port = ports[this.connections % ports.length] ?? 0;
      try {
        cursor = await readOnce(this, port, cursor);
      } catch {
        // The board refused the connection or closed it: continue at the next port.
        await wait(200);
      }
      this.connections += 1;
    }
  }
}

const readWaiting: ReadOnce = async (reader, port, cursor) => {
  const path = `/v1/agents/me/inbox?wait=10${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
  const page = await call<Page & { readonly items: readonly Item[] }>(port, reader.agent, { path });
  reader.add(page.items);
  return page.next_cursor;
};

const readStream: ReadOnce = async (reader, port, cursor) => {
  const headers = { Accept: 'text/event-stream', ...(cursor && { 'Last-Event-ID': cursor }) };
  const path = '/v1/agents/me/inbox/stream';
  return followStream(reader, await openStream(port, reader.agent, { path, headers }), (event) => {
    const data = /^data: (.*)$/m.exec(event)?.[1];
    const isItem = data !== undefined && !event.startsWith('event: error');
    return { items: isItem ? [JSON.parse(data) as Item] : [], cursor: /^id: (.*)$/m.exec(event)?.[1] };
  }).then((last) => last ?? cursor);
};

interface SubscriptionResult {
  readonly data?: {
    readonly inbox?: {
      readonly nodes: readonly Item[];
      readonly pageInfo: { readonly endCursor: string };
    };
  };
}

const readSubscription: ReadOnce = async (reader, port, cursor) => {
  const after = cursor && `(after: ${JSON.stringify(cursor)})`;
  const query = `subscription { inbox${after} { nodes { id record { id } } pageInfo { endCursor } } }`;
  const path = `/graphql?query=${encodeURIComponent(query)}`;
  return followStream(reader, await openStream(port, reader.agent, { path }), (event) => {
    const data = /^data: (.+)$/m.exec(event)?.[1];
    const { inbox } = (data ? (JSON.parse(data) as SubscriptionResult) : {}).data ?? {};
    return { items: inbox?.nodes ?? [], cursor: inbox?.pageInfo.endCursor };
  }).then((last) => last ?? cursor);
};

/** Adds the items of all complete events. Returns the last cursor when the stream has ended or the reader is done. */
async function followStream(
  reader: InboxReader,
  stream: OpenStream,
  parse: (event: string) => { readonly items: readonly Item[]; readonly cursor: string | undefined },
): Promise<string | undefined> {
  reader.stream = stream;
  // An object, because TypeScript does not see that a callback changes a variable.
  const state = { isEnded: false };
  let lastCursor: string | undefined;
  let handledEvents = 0;
  void stream.ended.then(() => (state.isEnded = true));
  for (;;) {
    const isLast = state.isEnded || reader.isDone;
    const events = stream.received().split('\n\n').slice(0, -1);
    for (const event of events.slice(handledEvents)) {
      const { items, cursor } = parse(event);
      reader.add(items);
      lastCursor = cursor ?? lastCursor;
    }
    handledEvents = events.length;
    if (isLast) break;
    await Promise.race([stream.ended, wait(50)]);
  }
  stream.close();
  return lastCursor;
}

export const READ_FUNCTIONS: readonly ReadOnce[] = [readWaiting, readStream, readSubscription];
