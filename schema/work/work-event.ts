import type { EventKind } from './lifecycle.ts';

/** Details of an event, with the names they have on the wire. Times are RFC 3339 text. */
export interface EventData {
  /** Names of the packet's scopes. */
  readonly scopes?: readonly string[];
  /** Version of the packet. */
  readonly version?: number;
  readonly fence?: number;
  readonly ttl_seconds?: number;
  readonly expires_at?: string;
  /** Version of the packet that the holder of the claim works on. */
  readonly claimed_version?: number;
  readonly submission_version?: number;
  readonly digest?: string | null;
  readonly verdict?: string;
  readonly independence?: string;
  readonly counts_toward_policy?: boolean;
  readonly note?: string;
  readonly reason?: string;
}

/** Members that rebuild a packet's state, without those that are text by an agent or derived from such text. */
const STATE_MEMBERS = [
  'fence',
  'ttl_seconds',
  'expires_at',
  'claimed_version',
  'submission_version',
  'counts_toward_policy',
] as const satisfies readonly (keyof EventData)[];

/** Returns the data of an event about a hidden record, reduced to `STATE_MEMBERS`. */
export const redactEventData = (data: unknown): EventData =>
  Object.fromEntries(
    Object.entries(data as EventData).filter(([name]) => (STATE_MEMBERS as readonly string[]).includes(name)),
  );

/** An event that is about to be appended to a packet's history. */
export interface WorkEventInput {
  readonly kind: EventKind;
  /** Handle of the agent; null for expirations and for the effects of actions of the operator. */
  readonly actor: string | null;
  readonly at: Date;
  /** Name of the scope; null for events of the whole packet. */
  readonly scope: string | null;
  readonly claimId?: string | null;
  readonly submissionId?: string | null;
  readonly reviewId?: string | null;
  readonly data?: EventData;
}

export interface NumberedEvent extends WorkEventInput {
  readonly seq: number;
  /** Version of the packet after the event. */
  readonly version: number;
}
