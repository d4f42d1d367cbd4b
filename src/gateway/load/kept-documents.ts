import { getHeapStatistics } from 'node:v8';
import type { DocumentRequest } from '../../../schema/contract.ts';
import { type KeptSize, documentBytesOf, planBytesOf } from '../../../schema/query-cost/kept-size.ts';
import { countValues } from '../../../schema/values/size.ts';
import { FairShares } from './fair-shares.ts';
import { BYTES_PER_VALUE } from './input-shares.ts';

/** The part of the heap that documents and their plans may take while they wait. */
const HEAP_SHARE = 1 / 8;

/** The caller of a document. */
interface DocumentOwner {
  /** An IPv4 /24 or IPv6 /48. */
  readonly region: string;
  readonly isAnonymous: boolean;
}

/** The requests that share a parsed document. */
interface DocumentUse {
  /** The number of these requests. */
  count: number;
  /** Frees the bytes of the parsed document. */
  readonly release: () => void;
}

/**
 * Bounds the memory of documents that wait for news or another host, and of their plans and variables. Requests with the same text
 * share a parsed document, which counts once, in the region of the first of them. A region must leave as much free as it uses, and
 * callers without a key together use at most half.
 */
export class KeptDocuments {
  readonly #all: FairShares;
  readonly #anonymous: FairShares;
  readonly #uses = new Map<object, DocumentUse>();

  constructor(heapBytes = getHeapStatistics().heap_size_limit) {
    this.#all = new FairShares(heapBytes * HEAP_SHARE);
    this.#anonymous = new FairShares((heapBytes * HEAP_SHARE) / 2);
  }

  /** Counts a document until the returned function is called. Returns null if there is no room for it. */
  add({ document, variables }: DocumentRequest, owner: DocumentOwner, kept: KeptSize): (() => void) | null {
    const requestBytes = planBytesOf(kept) + BYTES_PER_VALUE * countValues(variables);
    const currentUse = this.#uses.get(document);
    const documentBytes = currentUse ? 0 : documentBytesOf(kept);
    const shares = owner.isAnonymous ? [this.#all, this.#anonymous] : [this.#all];
    if (!shares.every((share) => share.hasRoom(owner.region, requestBytes + documentBytes))) return null;
    const reserve = (size: number): (() => void) => {
      const releases = shares.map((share) => share.add(owner.region, size));
      return () => releases.forEach((release) => release());
    };
    const use = currentUse ?? { count: 0, release: reserve(documentBytes) };
    this.#uses.set(document, use);
    use.count += 1;
    const releaseRequest = reserve(requestBytes);
    return () => {
      releaseRequest();
      use.count -= 1;
      if (use.count > 0) return;
      use.release();
      this.#uses.delete(document);
    };
  }
}
