import { Client, type ClientConfig } from 'pg';
import { readDefinitions, readTables } from '../../../prisma/backup/catalog.ts';

/** The parts of a database that a restore from a backup must reproduce. */
export interface DatabaseContents {
  /** A digest of the rows of each table, computed columns included. */
  readonly rows: Readonly<Record<string, string>>;
  readonly indexesAndConstraints: readonly string[];
  readonly triggers: readonly unknown[];
  readonly sequences: readonly unknown[];
}

/** Reads the contents of a board's database, in one snapshot. */
export async function readContents(connection: ClientConfig): Promise<DatabaseContents> {
  const client = new Client(connection);
  await client.connect();
  try {
    await client.query(`begin isolation level repeatable read; set local time zone 'UTC'`);
    const rows: Record<string, string> = {};
    for (const { name } of await readTables(client)) {
      const { rows: found } = await client.query<{ digest: string }>(
        `select count(*) || ' ' || md5(coalesce(string_agg(t::text, '' order by t::text collate "C"), '')) as digest
         from "${name}" t`,
      );
      rows[name] = found[0]!.digest;
    }
    const definitions = await readDefinitions(client);
    const triggers = await client.query(
      'select tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2',
    );
    const sequences = await client.query('select sequencename, last_value from pg_sequences order by 1');
    return {
      rows,
      indexesAndConstraints: definitions.map(({ create }) => create).sort(),
      triggers: triggers.rows,
      sequences: sequences.rows,
    };
  } finally {
    await client.end();
  }
}
