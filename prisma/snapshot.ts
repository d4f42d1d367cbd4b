import type { Client, ClientConfig } from 'pg';
import { connectDirectly } from './connections/direct-client.ts';
import type { Sql } from './sql.ts';

/** The database as of one moment, unaffected by later writes. */
interface Snapshot extends AsyncDisposable {
  /** Streams the rows of a statement, `FETCH_SIZE` at a time. Only one stream may be open at a time. */
  stream<Row>(statement: Sql): AsyncGenerator<Row, void>;
}

/** Rows per fetch. The largest records that agents can write then take some 40 MB of memory. */
const FETCH_SIZE = 200;

/** Opens a read-only snapshot on a connection without time limits: reading a whole board may take an hour. */
export async function openSnapshot(config: ClientConfig): Promise<Snapshot> {
  const client = await connectDirectly({ ...config, application_name: 'agent-board snapshot' });
  await client.query('begin isolation level repeatable read, read only');
  return {
    stream: (statement) => streamRows(client, statement),
    [Symbol.asyncDispose]: () => client.end(),
  };
}

async function* streamRows<Row>(client: Client, { text, values }: Sql): AsyncGenerator<Row, void> {
  await client.query({ text: `declare streamed no scroll cursor for ${text}`, values });
  try {
    for (let hasMore = true; hasMore;) {
      const { rows } = await client.query(`fetch ${FETCH_SIZE} from streamed`);
      yield* rows as Row[];
      hasMore = rows.length === FETCH_SIZE;
    }
  } finally {
    // Fails if the transaction has failed: then the cursor is closed already.
    await client.query('close streamed').catch(() => undefined);
  }
}
