import { Client, type ClientConfig } from 'pg';
import type { Sql } from '../../../prisma/client.ts';

/** Runs a statement on a connection. */
export type Query = (statement: Sql) => Promise<never[]>;

/** Opens a connection that is closed when `opened` is disposed. Tests open several for transactions that overlap. */
export async function openClient(opened: AsyncDisposableStack, connection: ClientConfig): Promise<Query> {
  const client = new Client(connection);
  await client.connect();
  opened.defer(() => client.end());
  return async ({ text, values }) => (await client.query(text, values)).rows as never[];
}
