import { LRUCache } from 'lru-cache';
import type { BudgetOwners } from './time-budgets.ts';

/** How long all requests of an owner come last after one request exceeded its time limit. */
const PENALTY_MS = 60_000;

const MAX_PENALTIES = 1000;

interface QueuedRequest {
  readonly sender: { readonly handle: string; readonly network: string };
  readonly owners: BudgetOwners;
}

/**
 * A fair queue. Networks take turns, and so do the agents of each network. Requests of owners with a penalty come after
 * all others. A full queue drops the newest request with a penalty, or else the newest of the network with most.
 */
export class RequestQueue<Item extends QueuedRequest> {
  /** In order of arrival. At most `capacity` items: each operation scans them. */
  #waiting: readonly Item[] = [];
  /** Number of each sender's last turn. Kept only for waiting senders and the last one served. */
  #turns = new Map<string, number>();
  #turn = 0;
  /** Owners with a penalty. Few entries: each costs the process about a second. */
  readonly #penalties = new LRUCache<string, true>({ max: MAX_PENALTIES, ttl: PENALTY_MS });
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#waiting.length;
  }

  /** Adds a request. Returns the request that a full queue dropped, possibly the added one; else null. */
  add(item: Item): Item | null {
    this.#waiting = [...this.#waiting, item];
    if (this.size <= this.#capacity) return null;
    const evicted = this.#findEvicted();
    this.remove(evicted);
    return evicted;
  }

  /** Removes and returns the request whose turn it is. */
  next(): Item | undefined {
    const next = this.#findNext((item) => [
      this.#isPenalized(item) ? 1 : 0,
      ...sendersOf(item).map((sender) => this.#turns.get(sender) ?? 0),
    ]);
    if (next === undefined) return undefined;
    this.remove(next);
    this.#turn += 1;
    for (const sender of sendersOf(next)) this.#turns.set(sender, this.#turn);
    const remembered = new Set([...this.#waiting, next].flatMap(sendersOf));
    for (const sender of this.#turns.keys()) if (!remembered.has(sender)) this.#turns.delete(sender);
    return next;
  }

  remove(item: Item): void {
    this.#waiting = this.#waiting.filter((other) => other !== item);
  }

  /** Puts the waiting and further requests of these owners behind all others for `PENALTY_MS`. */
  penalize(owners: BudgetOwners): void {
    for (const key of keysOf(owners)) this.#penalties.set(key, true);
  }

  /** The newest request with a penalty, or else the newest of the network with the most requests. */
  #findEvicted(): Item {
    const counts = Map.groupBy(this.#waiting, ({ sender }) => sender.network);
    const newestFirst = this.#waiting.toReversed();
    const penalized = newestFirst.find((item) => this.#isPenalized(item));
    const maxCount = Math.max(...[...counts.values()].map(({ length }) => length));
    const evicted =
      penalized ?? newestFirst.find((item) => counts.get(item.sender.network)?.length === maxCount);
    return evicted as Item;
  }

  /** The oldest request with the lowest rank. Ranks compare element by element. */
  #findNext(rankOf: (item: Item) => readonly number[]): Item | undefined {
    const ranked = this.#waiting.map((item) => ({ item, rank: rankOf(item) }));
    return ranked.toSorted((a, b) => compare(a.rank, b.rank))[0]?.item;
  }

  #isPenalized({ owners }: QueuedRequest): boolean {
    return keysOf(owners).some((key) => this.#penalties.has(key));
  }
}

const compare = (left: readonly number[], right: readonly number[]): number =>
  left.map((value, i) => value - (right[i] ?? 0)).find((difference) => difference !== 0) ?? 0;

/** The network comes first, because one network can have any number of agents. */
const sendersOf = ({ sender: { network, handle } }: QueuedRequest): readonly string[] => [
  `network ${network}`,
  `agent ${network} ${handle}`,
];

/** Without the author: answers of one network must not delay the answers of others to the same inquiries. */
const keysOf = ({ author: _author, ...owners }: BudgetOwners): readonly string[] =>
  Object.entries(owners).map(([kind, owner]) => `${kind} ${owner}`);
