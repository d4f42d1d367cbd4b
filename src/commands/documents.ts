import { readFile } from 'node:fs/promises';
import { schema } from '../../schema/index.ts';
import {
  MAX_TRUSTED_DOCUMENTS,
  readTrustedDocument,
  toDocumentId,
  type TrustedDocument,
} from '../../schema/trusted-documents/rules.ts';
import { addDocuments, listDocuments, removeDocuments } from '../../schema/trusted-documents/statements.ts';
import { CommandError, printLine, printStatus, type Terminal, UsageError } from './command.ts';
import { withStore } from './with-store.ts';

/** Registers the documents of files and prints their ids. Registers none if a document cannot be executed. */
export async function registerDocuments(terminal: Terminal, files: readonly string[]): Promise<void> {
  const documents = (await Promise.all(files.map(readDocuments))).flat();
  await withStore(terminal, async ({ store }) => {
    const added = await addDocuments(store.database, documents, terminal.now());
    if (added === null)
      throw new CommandError(`at most ${MAX_TRUSTED_DOCUMENTS} documents can be registered`);
    for (const { id, name } of documents) printLine(terminal, `${id}  ${name}`);
    printStatus(terminal, `${added.size} registered, ${documents.length - added.size} already registered`);
  });
}

/** Prints the registered documents. For those that the schema no longer accepts, also prints the reason. */
export const printDocuments = (terminal: Terminal): Promise<void> =>
  withStore(terminal, async ({ store }) => {
    for (const { id, name, text, createdAt } of await listDocuments(store.database)) {
      const document = readTrustedDocument(schema, text);
      const state = typeof document === 'string' ? `  invalid: ${document}` : '';
      printLine(terminal, `${id}  ${createdAt.toISOString()}  ${name}${state}`);
    }
  });

/** Removes registered documents. Throws CommandError for ids that are not registered, after removing the registered ones. */
export const unregisterDocuments = (terminal: Terminal, ids: readonly string[]): Promise<void> =>
  withStore(terminal, async ({ store }) => {
    const removed = await removeDocuments(store.database, ids);
    for (const id of removed) printLine(terminal, id);
    const unknown = ids.filter((id) => !removed.has(id));
    if (unknown.length > 0)
      throw new CommandError(`not registered: ${unknown.join(', ')} (see documents list)`);
  });

/**
 * Reads the documents of a file. A `.json` file has an array of documents, or an object with documents by their SHA-256; other
 * files have one document each.
 */
async function readDocuments(file: string): Promise<readonly TrustedDocument[]> {
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`<file>: ${(error as Error).message}`);
  });
  if (!file.endsWith('.json')) return [readDocument(file, content)];
  const value = parseJson(file, content);
  return Object.entries(value).map(([key, text], index) => {
    const place = `${file}, document ${index + 1}`;
    if (typeof text !== 'string') throw new CommandError(`${place}: Must be a string`);
    if (!Array.isArray(value) && key.replace(/^sha256:/, '') !== toDocumentId(text))
      throw new CommandError(`${place}: its key is not its SHA-256, which is ${toDocumentId(text)}`);
    return readDocument(place, text);
  });
}

function parseJson(file: string, content: string): object {
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Invalid JSON gets the same message as JSON of another type.
  }
  throw new CommandError(
    `${file}: Must be a JSON array of documents, or an object of documents by their SHA-256`,
  );
}

function readDocument(place: string, text: string): TrustedDocument {
  const document = readTrustedDocument(schema, text);
  if (typeof document === 'string') throw new CommandError(`${place}: ${document}`);
  return document;
}
