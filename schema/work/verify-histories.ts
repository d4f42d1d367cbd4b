import { columns, sql, type Sql, type WorkEvent } from '../../prisma/client.ts';
import { type ChainLink, findChainFault } from './event-chain.ts';

/** The result of verifying the history of one packet. */
export interface HistoryVerification {
  readonly workId: string;
  /** Number of stored events. */
  readonly events: number;
  /** The first fault, such as `event 3: hash: Must be the hash of the event`; null if the history is intact. */
  readonly fault: string | null;
}

interface HistoryRow extends WorkEvent {
  readonly workId: string;
  readonly eventsHead: number;
  readonly eventsHeadHash: string | null;
}

/**
 * Verifies the stored histories of all packets, or of the packet `workId`: sequence numbers without gaps, hashes, and
 * that the packet names the last event. Memory use does not depend on the number of events.
 */
export async function* verifyHistories(
  source: { stream<Row>(statement: Sql): AsyncIterable<Row> },
  workId: string | undefined,
): AsyncGenerator<HistoryVerification, void> {
  const rows = source.stream<HistoryRow>(sql`
    select packet.id as "workId", packet.events_head as "eventsHead", packet.events_head_hash as "eventsHeadHash",
      ${columns('WorkEvent', 'event')}
    from work_packets packet left join work_events event on event.packet_id = packet.id
    where ${workId === undefined ? sql`true` : sql`packet.id = ${workId}::uuid`}
    order by packet.id, event.seq`);
  let history: StoredHistoryCheck | null = null;
  for await (const row of rows) {
    const isNext: boolean = history !== null && history.packet.workId !== row.workId;
    if (isNext && history) yield history.finish();
    history = isNext || !history ? new StoredHistoryCheck(row) : history;
    history.add(row);
  }
  if (history) yield history.finish();
}

/** Checks the events of one packet in order. */
class StoredHistoryCheck {
  readonly packet: Pick<HistoryRow, 'workId' | 'eventsHead' | 'eventsHeadHash'>;
  #events = 0;
  #last: ChainLink | null = null;
  #fault: string | null = null;

  constructor(packet: HistoryRow) {
    this.packet = packet;
  }

  /** `row.seq` is null if the packet has no events. */
  add(row: HistoryRow | { readonly seq: null }): void {
    if (row.seq === null) return;
    this.#events += 1;
    const fault = findChainFault(this.#last, row);
    if (fault !== null) this.#fault ??= `event ${row.seq}: ${fault}`;
    this.#last = row;
  }

  finish(): HistoryVerification {
    const { workId, eventsHead, eventsHeadHash } = this.packet;
    const [seq, hash] = [this.#last?.seq ?? 0, this.#last?.hash ?? null];
    let headFault: string | null = null;
    if (seq !== eventsHead) headFault = `events_head: Must be ${seq}, the last event (got ${eventsHead})`;
    else if (hash !== eventsHeadHash) headFault = 'events_head_hash: Must be the hash of the last event';
    return { workId, events: this.#events, fault: this.#fault ?? headFault };
  }
}
