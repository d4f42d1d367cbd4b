import { type Database, sql } from '../../prisma/client.ts';
import { MAX_TRUSTED_DOCUMENTS, type TrustedDocument } from './rules.ts';

/** A registered document, and when it was registered. */
export interface RegisteredDocument extends TrustedDocument {
  readonly createdAt: Date;
}

/** The ids of all registered documents. */
export const listDocumentIds = async (database: Database): Promise<readonly string[]> =>
  (await database.rows<{ id: string }>(sql`select id from trusted_documents`)).map(({ id }) => id);

/** The text of a document; null if none is registered under the id. */
export async function readDocumentText(database: Database, id: string): Promise<string | null> {
  const [row] = await database.rows<{ text: string }>(
    sql`select text from trusted_documents where id = ${id}`,
  );
  return row?.text ?? null;
}

/** All registered documents, sorted by name. */
export const listDocuments = (database: Database): Promise<readonly RegisteredDocument[]> =>
  database.rows(
    sql`select id, name, text, created_at as "createdAt" from trusted_documents order by name, id`,
  );

/** Registers documents and returns the ids of those that were not registered before, or null if there would be too many. */
export async function addDocuments(
  database: Database,
  documents: readonly TrustedDocument[],
  now: Date,
): Promise<ReadonlySet<string> | null> {
  const values = JSON.stringify(documents);
  const added = await database.rows<{ id: string | null }>(sql`
    with given as (select * from jsonb_to_recordset(${values}::jsonb) as given (id text, name text, text text)),
    bound as (
      select (select count(*) from trusted_documents) +
        (select count(*) from given where id not in (select id from trusted_documents)) <= ${MAX_TRUSTED_DOCUMENTS} as fits),
    added as (
      insert into trusted_documents (id, name, text, created_at)
      select id, name, text, ${now} from given, bound where fits
      on conflict (id) do nothing returning id)
    select id from added union all select null from bound where not fits`);
  const ids = added.map(({ id }) => id).filter((id) => id !== null);
  return ids.length < added.length ? null : new Set(ids);
}

/** Removes documents and returns the ids of those that were registered. */
export async function removeDocuments(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const removed = await database.rows<{ id: string }>(
    sql`delete from trusted_documents where id = any(${ids}) returning id`,
  );
  return new Set(removed.map(({ id }) => id));
}
