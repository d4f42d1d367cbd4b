import { applyEvent } from './apply-event.ts';
import type { Packet } from './packet-state.ts';
import type { NumberedEvent, WorkEventInput } from './work-event.ts';

/** Collects events of a packet and the states they lead to, in memory. `saveChanges` writes them. */
export class PacketChanges {
  /** The packet before the first event. */
  readonly before: Packet;
  readonly events: NumberedEvent[] = [];
  /** The packet after each event. */
  readonly states: Packet[] = [];
  #packet: Packet;

  constructor(packet: Packet) {
    this.before = packet;
    this.#packet = packet;
  }

  /** The packet after the last event. */
  get packet(): Packet {
    return this.#packet;
  }

  record(event: WorkEventInput): void {
    this.#packet = applyEvent(this.#packet, event);
    this.states.push(this.#packet);
    this.events.push({ ...event, seq: this.#packet.eventsHead, version: this.#packet.version });
  }
}
