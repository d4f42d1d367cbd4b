import type { BudgetOwners } from './time-budgets.ts';

/** Milliseconds for which the questions of a payer come after those of others, once one of them had to be ended. */
const PENALTY_MS = 60_000;

interface Asked {
  /** Who asks. */
  readonly sender: { readonly handle: string; readonly network: string };
  readonly payers: BudgetOwners;
}

/**
 * Questions that wait. Networks take turns, and so do the agents of each network; questions of a payer with a penalty
 * come after all others. Where there is no place left, the network with the most questions loses its newest.
 */
export class RequestQueue<Item extends Asked> {
  /** In the order of arrival. Short: every operation reads all of it. */
  #waiting: readonly Item[] = [];
  /** When senders had their last turn, by number; only of those that wait and of the one before. */
  #turns = new Map<string, number>();
  #turn = 0;
  /** When the penalty of a payer ends. Few at a time: every one takes about a second of the process to earn. */
  readonly #penalties = new Map<string, number>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#waiting.length;
  }

  /** Returns the question that lost its place, which may be this one; null where there was a place for all. */
  add(item: Item): Item | null {
    this.#waiting = [...this.#waiting, item];
    if (this.size <= this.#capacity) return null;
    const lost = this.#leastEntitled();
    this.remove(lost);
    return lost;
  }

  next(): Item | undefined {
    const next = this.#min((item) => [
      this.#isPenalized(item) ? 1 : 0,
      ...sendersOf(item).map((sender) => this.#turns.get(sender) ?? 0),
    ]);
    if (next === undefined) return undefined;
    this.remove(next);
    this.#turn += 1;
    for (const sender of sendersOf(next)) this.#turns.set(sender, this.#turn);
    const known = new Set([...this.#waiting, next].flatMap(sendersOf));
    for (const sender of this.#turns.keys()) if (!known.has(sender)) this.#turns.delete(sender);
    return next;
  }

  remove(item: Item): void {
    this.#waiting = this.#waiting.filter((other) => other !== item);
  }

  /** Puts what the payers of an ended question have asked, and will ask for a while, behind the questions of others. */
  penalize(payers: BudgetOwners): void {
    const now = performance.now();
    for (const [key, until] of this.#penalties) if (until <= now) this.#penalties.delete(key);
    for (const key of keysOf(payers)) this.#penalties.set(key, now + PENALTY_MS);
  }

  /** The newest question with a penalty, or else of the network that has the most. */
  #leastEntitled(): Item {
    const counts = Map.groupBy(this.#waiting, ({ sender }) => sender.network);
    const newestFirst = this.#waiting.toReversed();
    const penalized = newestFirst.find((item) => this.#isPenalized(item));
    const most = Math.max(...[...counts.values()].map(({ length }) => length));
    const lost = penalized ?? newestFirst.find((item) => counts.get(item.sender.network)?.length === most);
    return lost as Item;
  }

  /** The oldest of the questions with the least rank. */
  #min(rankOf: (item: Item) => readonly number[]): Item | undefined {
    const ranked = this.#waiting.map((item) => ({ item, rank: rankOf(item) }));
    return ranked.toSorted((a, b) => compare(a.rank, b.rank))[0]?.item;
  }

  #isPenalized({ payers }: Asked): boolean {
    return keysOf(payers).some((key) => (this.#penalties.get(key) ?? 0) > performance.now());
  }
}

const compare = (left: readonly number[], right: readonly number[]): number =>
  left.map((value, i) => value - (right[i] ?? 0)).find((difference) => difference !== 0) ?? 0;

/** The network comes before the agent: one network may have any number of agents. */
const sendersOf = ({ sender: { network, handle } }: Asked): readonly string[] => [
  `network ${network}`,
  `agent ${network} ${handle}`,
];

const keysOf = (payers: BudgetOwners): readonly string[] =>
  Object.entries(payers).map(([kind, payer]) => `${kind} ${payer}`);
