import { type ChainLink, findChainFault, type HashedEvent } from '../../work/event-chain.ts';
import { ArchiveError, type ArchiveRecord } from './line.ts';

interface History {
  /** Line of the packet's record. */
  readonly line: number;
  /** `events_head_hash` of that record. */
  readonly headHash: unknown;
  /** Last event of the packet so far. */
  last: ChainLink | null;
}

/** Verifies the hashes of an archive's events, each packet's in order. Keeps a `History` in memory for each packet. */
export class ArchiveHistoryCheck {
  readonly #histories = new Map<unknown, History>();

  /**
   * Throws ArchiveError if the packet of a record has no earlier line or only a tombstone, or if an event does not follow the last
   * event of its packet.
   */
  add({ archivedType, members, row, line }: ArchiveRecord): void {
    if (archivedType.name === 'work' && members['type'] === 'work')
      this.#histories.set(row['id'], { line, headHash: row['eventsHeadHash'], last: null });
    if (!('packetId' in row)) return;
    const history = this.#histories.get(row['packetId']);
    if (!history) throw new ArchiveError(line, 'packet_id: Must be a packet of the archive');
    if (archivedType.name !== 'event') return;
    const event = row as unknown as HashedEvent;
    const fault = findChainFault(history.last, event);
    if (fault !== null) throw new ArchiveError(line, fault);
    history.last = { seq: event.seq, hash: event.hash };
  }

  /** Throws ArchiveError for the first packet whose `events_head_hash` is not the hash of its last event. */
  assertHeads(): void {
    for (const { line, headHash, last } of this.#histories.values()) {
      if (headHash !== (last?.hash ?? null))
        throw new ArchiveError(line, 'events_head_hash: Must be the hash of the last event');
    }
  }
}
