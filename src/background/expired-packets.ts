import type { Database } from '../../prisma/client.ts';
import type { Clock } from '../../schema/clock.ts';
import { saveExpirations } from '../../schema/work/lock-packet.ts';
import { type DueExpiration, findDueExpirations } from '../../schema/work/packets/statements.ts';
import { runAll } from './run-all.ts';

/** Expirations per statement. */
const CHUNK_SIZE = 5000;

/** How many packets with expirations of an agent are stored before those of other agents: some 0.25 s. */
const MAX_PACKETS_IN_TURN = 50;

/**
 * Stores the expirations of work packets, as the next write to each packet would, so that inboxes get them. Each packet has a
 * short transaction: its inbox items have the time of the transaction, and readers of inboxes miss items that are committed much
 * later than their time. The expirations that were due first are stored first, but of each agent at most `maxInTurn` before those of
 * other agents: a few agents can make hundreds of thousands due at the same time. If an expiration cannot be stored, its agent gets no
 * further turn; the function stores the expirations of other agents, and then rejects with the first failure.
 */
export async function saveExpiredPackets(
  database: Database,
  clock: Clock,
  { limit = CHUNK_SIZE, maxInTurn = MAX_PACKETS_IN_TURN } = {},
): Promise<void> {
  const round = new Round({ database, clock }, maxInTurn);
  let isComplete = false;
  while (!isComplete) {
    const found = await findDueExpirations(database, clock.now(), { limit, except: round.except });
    await round.save(found);
    if (found.length < limit) isComplete = round.end();
  }
  if (round.failures.length > 0) throw round.failures[0];
}

/** The state of the current round, in which each agent has a turn, and the failures of all rounds. */
class Round {
  readonly failures: unknown[] = [];
  readonly #context: Parameters<typeof saveExpirations>[0];
  readonly #maxInTurn: number;
  /** Agents with an expiration that cannot be stored. */
  readonly #failing = new Set<string>();
  /** Agents that have had their turn, and have further expirations. */
  readonly #waiting = new Set<string>();
  /** How many packets this round has tried to store for each agent. */
  readonly #tried = new Map<string, number>();

  constructor(services: { readonly database: Database; readonly clock: Clock }, maxInTurn: number) {
    this.#context = { ...services, facade: 'rest' };
    this.#maxInTurn = maxInTurn;
  }

  /** The agents that get no further turn in this round. Those with failures get none in later rounds either. */
  get except(): readonly string[] {
    return [...this.#failing, ...this.#waiting];
  }

  async save(found: readonly DueExpiration[]): Promise<void> {
    /** Packets that this call has tried. Storing a packet stores all its expirations. */
    const packets = new Set<string>();
    for (const [owner, due] of Map.groupBy(found, (expiration) => expiration.owner)) {
      const tried = this.#tried.get(owner) ?? 0;
      const ids = [...new Set(due.map(({ id }) => id)).difference(packets)];
      const inTurn = ids.slice(0, this.#maxInTurn - tried);
      const failures = await runAll(inTurn.map((id) => () => saveExpirations(this.#context, id)));
      for (const id of inTurn) packets.add(id);
      this.failures.push(...failures);
      this.#tried.set(owner, tried + inTurn.length);
      if (failures.length > 0) this.#failing.add(owner);
      else if (ids.length > inTurn.length) this.#waiting.add(owner);
    }
  }

  /** Ends the round. Returns whether no agent has further expirations. */
  end(): boolean {
    const isComplete = this.#waiting.size === 0;
    this.#waiting.clear();
    this.#tried.clear();
    return isComplete;
  }
}
