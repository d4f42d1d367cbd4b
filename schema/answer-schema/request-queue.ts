import { LRUCache } from 'lru-cache';
import { maxEntries } from '../../prisma/client.ts';
import { MINUTE_MS } from '../values/durations.ts';

/** The agent that sent a schema or an answer, with the network and the region of the request. */
export interface Sender {
  readonly handle: string;
  /** The network of the request's address, see `toNetwork`. */
  readonly network: string;
  /** The region of the request's address, see `toRegion`. */
  readonly region: string;
}

/**
 * Maximum number of identities with a penalty. Each restart of the process penalizes three identities for a minute. A restart
 * takes about a third of a second, so at most 540 identities have a penalty.
 */
const MAX_PENALTIES = 1000;
/** Maximum number of identities whose last turn and used time are stored. */
const MAX_TURNS = 5000;
/** Senders are compared by their processor time in a minute, in these steps. Most senders use a few milliseconds. */
const TIME_STEP_MS = 500;
/** Maximum number of agents that are stored as proven. */
const MAX_PROVEN_AGENTS = 10_000;

interface QueuedRequest {
  readonly sender: Sender;
}

/**
 * A fair queue. A sender has three identities: its agent, its network and its region. A turn, a penalty and the time used
 * count for all three, so that a sender gains nothing by changing one. These rules choose the next request, in this order:
 *
 * 1. the sender with the fewest penalties;
 * 2. the sender that used the least time under its busiest identity, in steps of `TIME_STEP_MS`;
 * 3. a proven agent, whose last request was completed within its time, before other agents;
 * 4. the sender that has had no turn under any identity for the longest time.
 *
 * A full queue drops the newest request of the sender that these rules put last. For this choice, rule 4 compares how many
 * requests of the sender's busiest identity wait, not the last turn.
 */
export class RequestQueue<Item extends QueuedRequest> {
  /** In order of arrival. At most `capacity` items: each operation scans them. */
  #waiting: readonly Item[] = [];
  /** The last turn of each identity, as a value of `#turn`. */
  readonly #turns = new LRUCache<string, number>(maxEntries(MAX_TURNS));
  #turn = 0;
  readonly #penalties;
  /** Processor time of an identity, in milliseconds, in the minute (`memoryMs`) that began with its first completed request. */
  readonly #used;
  /** Agents whose last request was completed within its time. */
  readonly #proven = new LRUCache<string, true>(maxEntries(MAX_PROVEN_AGENTS));
  readonly #capacity: number;

  /** Penalties and the time used are stored for `memoryMs`. */
  constructor(capacity: number, memoryMs = MINUTE_MS) {
    this.#capacity = capacity;
    this.#penalties = new LRUCache<string, true>({ ...maxEntries(MAX_PENALTIES), ttl: memoryMs });
    this.#used = new LRUCache<string, number>({ ...maxEntries(MAX_TURNS), ttl: memoryMs, noUpdateTTL: true });
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
    const next = findLowest(this.#waiting, ({ sender }) => {
      const turns = identitiesOf(sender).map((identity) => this.#turns.get(identity) ?? 0);
      return [...this.#suspicionOf(sender), Math.max(...turns), ...turns];
    });
    if (next === undefined) return undefined;
    this.remove(next);
    this.#turn += 1;
    for (const identity of identitiesOf(next.sender)) this.#turns.set(identity, this.#turn);
    return next;
  }

  remove(item: Item): void {
    this.#waiting = this.#waiting.filter((other) => other !== item);
  }

  /** Records that a request of a sender was completed within its time, and the processor time that it took. */
  recordCompletion(sender: Sender, milliseconds: number): void {
    this.#proven.set(sender.handle, true);
    for (const identity of identitiesOf(sender))
      this.#used.set(identity, (this.#used.get(identity) ?? 0) + milliseconds);
  }

  /** For a minute, ranks the requests of a sender, under any of its identities, after all other requests. */
  penalize(sender: Sender): void {
    this.#proven.delete(sender.handle);
    for (const identity of identitiesOf(sender)) this.#penalties.set(identity, true);
  }

  #findEvicted(): Item {
    const groups = Map.groupBy(
      this.#waiting.flatMap(({ sender }) => identitiesOf(sender)),
      (identity) => identity,
    );
    const rankOf = ({ sender }: Item) => [
      ...this.#suspicionOf(sender),
      Math.max(...identitiesOf(sender).map((identity) => groups.get(identity)?.length ?? 0)),
    ];
    return findLowest(this.#waiting.toReversed(), (item) => rankOf(item).map((value) => -value)) as Item;
  }

  /** The values that rules 1 to 3 compare. Lower values come first. */
  #suspicionOf(sender: Sender): readonly number[] {
    const identities = identitiesOf(sender);
    const penalties = identities.filter((identity) => this.#penalties.has(identity));
    const usedMs = Math.max(...identities.map((identity) => this.#used.get(identity) ?? 0));
    return [penalties.length, Math.floor(usedMs / TIME_STEP_MS), this.#proven.has(sender.handle) ? 0 : 1];
  }
}

/** The first item with the lowest rank. Ranks compare element by element. */
function findLowest<Item>(
  items: readonly Item[],
  rankOf: (item: Item) => readonly number[],
): Item | undefined {
  const ranked = items.map((item) => ({ item, rank: rankOf(item) }));
  return ranked.toSorted((a, b) => compareRanks(a.rank, b.rank))[0]?.item;
}

const compareRanks = (left: readonly number[], right: readonly number[]): number =>
  left.map((value, i) => value - (right[i] ?? 0)).find((difference) => difference !== 0) ?? 0;

/** Rule 4 compares the latest turn of the three identities first, then the turn of each identity in this order. */
const identitiesOf = ({ region, network, handle }: Sender): readonly string[] => [
  `region ${region}`,
  `network ${network}`,
  `agent ${handle}`,
];
