import { getHeapStatistics } from 'node:v8';
import type { DocumentRequest } from '../../../schema/contract.ts';
import { type KeptSize, documentBytesOf, planBytesOf } from '../../../schema/query-cost/kept-size.ts';
import { FairShares } from './fair-shares.ts';

/** The part of the heap that documents and their plans may take while they wait for news. */
const HEAP_SHARE = 1 / 8;

interface DocumentUse {
  count: number;
  /** Ends the count of the document's bytes. */
  readonly release: () => void;
}

/**
 * Bounds the memory of documents that wait for news, and of their plans. Requests with the same text share a parsed document, which
 * counts once, in the region of the first of them. A region must leave as much free as it uses.
 */
export class KeptDocuments {
  readonly #shares: FairShares;
  readonly #uses = new Map<object, DocumentUse>();

  constructor(heapBytes = getHeapStatistics().heap_size_limit) {
    this.#shares = new FairShares(heapBytes * HEAP_SHARE);
  }

  /** Counts a document until the returned function is called. Returns null if there is no room for it. */
  add({ document }: DocumentRequest, region: string, kept: KeptSize): (() => void) | null {
    const planBytes = planBytesOf(kept);
    const known = this.#uses.get(document);
    const bytes = known ? 0 : documentBytesOf(kept);
    if (!this.#shares.hasRoom(region, planBytes + bytes)) return null;
    const use = known ?? { count: 0, release: this.#shares.add(region, bytes) };
    this.#uses.set(document, use);
    use.count += 1;
    const releasePlan = this.#shares.add(region, planBytes);
    return () => {
      releasePlan();
      use.count -= 1;
      if (use.count > 0) return;
      use.release();
      this.#uses.delete(document);
    };
  }
}
