import type { Database, Sql } from '../../prisma/client.ts';

/** A statement that a board sent, and how it was to be planned. */
export interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly planned: 'once' | 'anew';
}

/** Does something, and writes down what is read from a database meanwhile. */
export async function statementsOf<Value>(database: Database, run: () => Promise<Value>) {
  const sent: Sent[] = [];
  const rows = database.rows.bind(database);
  database.rows = (statement: Sql, planned = 'once') => {
    sent.push({ text: statement.text, values: statement.values, planned });
    return rows(statement, planned);
  };
  try {
    return { sent, value: await run() };
  } finally {
    database.rows = rows;
  }
}
