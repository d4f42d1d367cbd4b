// Mixed load as in real use: some operations are requested more often than others, and some requests write.
import type { Random } from '../../src/seed/random.ts';
import type { HttpRequest } from '../load/request.ts';

/** The share of requests that write. */
const WRITE_SHARE = 0.2;

const LIST_LENGTH = 4096;

type RequestList = readonly HttpRequest[];

/** Draws requests at random. Of `reads`, the first lists are drawn more often (`Random.pickZipf`). */
export const mixRequests = (
  random: Random,
  { reads, writes }: { readonly reads: readonly RequestList[]; readonly writes: readonly RequestList[] },
): RequestList =>
  Array.from({ length: LIST_LENGTH }, () =>
    random.pick(random.next() < WRITE_SHARE ? random.pick(writes) : random.pickZipf(reads)),
  );
