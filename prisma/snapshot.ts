import { Client, type ClientConfig } from 'pg';
import type { Sql } from './client.ts';

/** The store as it was at one moment, whatever is written meanwhile. */
interface Snapshot extends AsyncDisposable {
  /** Rows in the statement's order, however many: a few hundred of them are held at a time. One stream at a time. */
  stream<Row>(statement: Sql): AsyncGenerator<Row, void>;
}

/** Rows that are fetched at once: the largest records that agents can write come to a few MB. */
const FETCHED = 200;

/** Opens a session of its own, which nothing hurries: who reads a whole board may take an hour. */
export async function openSnapshot(config: ClientConfig): Promise<Snapshot> {
  const client = new Client({ ...config, application_name: 'agent-board snapshot' });
  // Losing the connection is told by the statement that runs into it.
  client.on('error', () => undefined);
  await client.connect();
  await client.query('begin isolation level repeatable read, read only');
  return {
    stream: (statement) => streamRows(client, statement),
    [Symbol.asyncDispose]: () => client.end(),
  };
}

async function* streamRows<Row>(client: Client, { text, values }: Sql): AsyncGenerator<Row, void> {
  await client.query({ text: `declare streamed no scroll cursor for ${text}`, values });
  try {
    for (let more = true; more;) {
      const { rows } = await client.query(`fetch ${FETCHED} from streamed`);
      yield* rows as Row[];
      more = rows.length === FETCHED;
    }
  } finally {
    // After a failure there is nothing left to close.
    await client.query('close streamed').catch(() => undefined);
  }
}
