import { LRUCache } from 'lru-cache';
import type { Board } from '../../schema/context.ts';
import { listDocumentIds, readDocumentText } from '../../schema/trusted-documents/statements.ts';

/** A process reads the registered ids again after this time, so a change takes effect within two seconds. */
const MAX_AGE_MS = 2000;

/** Maximum characters of the texts that a process keeps. A text never changes, because its id is its hash. */
const MAX_CHARACTERS = 4 * 1024 * 1024;

/**
 * Finds the documents that the operator has registered. The ids are read at most once in two seconds, however many unknown ids
 * callers send.
 */
export class TrustedDocuments {
  readonly #board: Pick<Board, 'database' | 'clock'>;
  readonly #texts = new LRUCache<string, string>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (text) => Math.max(1, text.length),
  });
  #ids: { readonly at: number; readonly loaded: Promise<ReadonlySet<string>> } | undefined;

  constructor(board: Pick<Board, 'database' | 'clock'>) {
    this.#board = board;
  }

  /** Returns the text of the document with this SHA-256, or null. */
  async find(id: string): Promise<string | null> {
    if (!(await this.#loadIds()).has(id)) return null;
    const keptText = this.#texts.get(id);
    if (keptText !== undefined) return keptText;
    const text = await readDocumentText(this.#board.database, id);
    if (text !== null) this.#texts.set(id, text);
    return text;
  }

  #loadIds(): Promise<ReadonlySet<string>> {
    const at = this.#board.clock.now().getTime();
    const age = this.#ids ? at - this.#ids.at : Infinity;
    if (this.#ids && age >= 0 && age < MAX_AGE_MS) return this.#ids.loaded;
    const loaded = listDocumentIds(this.#board.database).then((ids) => new Set(ids));
    this.#ids = { at, loaded };
    // The next request tries again.
    loaded.catch(() => (this.#ids = undefined));
    return loaded;
  }
}
