import { destinationOf, type EventKind, type ScopeState } from '../lifecycle.ts';
import type { Claim, Packet, Scope, Submission } from '../packets/rules.ts';

/** What an event says besides, in wire names. Times are text here, as in the stored JSON. */
export interface EventData {
  readonly fence?: number;
  readonly ttl_seconds?: number;
  readonly expires_at?: string;
  /** Version of the packet that the holder has taken on. */
  readonly claimed_version?: number;
  readonly submission_version?: number;
  readonly digest?: string | null;
  readonly verdict?: string;
  readonly independence?: string;
  readonly counts_toward_policy?: boolean;
  readonly note?: string;
  readonly reason?: string;
}

/** What of it a packet's state follows from: no text, and nothing made of a text. */
const STATE_MEMBERS = [
  'fence',
  'ttl_seconds',
  'expires_at',
  'claimed_version',
  'submission_version',
  'counts_toward_policy',
] as const satisfies readonly (keyof EventData)[];

/** The data of an event that tells of a hidden record. */
export const redactEventData = (data: unknown): EventData =>
  Object.fromEntries(
    Object.entries(data as EventData).filter(([name]) => (STATE_MEMBERS as readonly string[]).includes(name)),
  );

/** Something that happened to a packet. */
export interface WorkEventInput {
  readonly kind: EventKind;
  /** Null for what time did, or the board. */
  readonly actor: string | null;
  readonly at: Date;
  readonly scope: string | null;
  readonly claimId?: string | null;
  readonly submissionId?: string | null;
  readonly reviewId?: string | null;
  readonly data?: EventData;
}

/** The same with its place in the history. */
export interface HistoryEvent extends WorkEventInput {
  readonly seq: number;
  /** Of the packet, after the event. */
  readonly version: number;
}

type Effect = (scope: Scope, event: WorkEventInput, packet: Packet) => Partial<Scope>;

const timeOf = (data: EventData | undefined): Date => new Date(data?.expires_at ?? NaN);

function claimOf({ claim, name }: Scope): Claim {
  if (!claim) throw new Error(`nobody ever claimed the scope ${name}`);
  return claim;
}

function submissionOf({ submission, name }: Scope): Submission {
  if (!submission) throw new Error(`nothing was ever submitted to the scope ${name}`);
  return submission;
}

const lease = ({ at, data }: WorkEventInput): Pick<Claim, 'renewedAt' | 'expiresAt' | 'ttlSeconds'> => ({
  renewedAt: at,
  expiresAt: timeOf(data),
  ttlSeconds: data?.ttl_seconds ?? 0,
});

const grant: Effect = (scope, event) => ({
  fence: event.data?.fence ?? 0,
  claim: {
    id: event.claimId ?? '',
    by: event.actor ?? '',
    fence: event.data?.fence ?? 0,
    packetVersion: event.data?.claimed_version ?? 0,
    version: 1,
    status: 'active',
    claimedFrom: scope.state,
    claimedAt: event.at,
    ...lease(event),
  },
});

const renew: Effect = (scope, event) => {
  const claim = claimOf(scope);
  const packetVersion = event.data?.claimed_version ?? claim.packetVersion;
  return { claim: { ...claim, ...lease(event), packetVersion, version: claim.version + 1 } };
};

const regrant: Effect = (scope, event) => {
  const claim = claimOf(scope);
  const fence = event.data?.fence ?? 0;
  const again = { fence, status: 'active' as const, claimedFrom: scope.state, version: claim.version + 1 };
  return { fence, claim: { ...claim, ...lease(event), ...again } };
};

const submit: Effect = (scope, event) => ({
  submissions: scope.submissions + 1,
  claim: { ...claimOf(scope), status: 'submitted' },
  submission: {
    id: event.submissionId ?? '',
    status: 'pending',
    expiresAt: timeOf(event.data),
    reviewCount: 0,
    independentReviewCount: 0,
    decidedAt: null,
    decisionNote: null,
  },
});

const review: Effect = (scope, { data }) => {
  const submission = submissionOf(scope);
  const independent = data?.counts_toward_policy ? 1 : 0;
  return {
    submission: {
      ...submission,
      reviewCount: submission.reviewCount + 1,
      independentReviewCount: submission.independentReviewCount + independent,
    },
  };
};

const decide =
  (status: Submission['status']): Effect =>
  (scope, { at, data }) => ({
    submission: { ...submissionOf(scope), status, decidedAt: at, decisionNote: data?.note ?? null },
  });

const endClaim =
  (status: Claim['status']): Effect =>
  (scope) => ({ claim: { ...claimOf(scope), status } });

const EFFECTS: Readonly<Record<EventKind, Effect>> = {
  'claim.granted': grant,
  'claim.renewed': renew,
  'claim.released': endClaim('released'),
  'claim.expired': endClaim('expired'),
  'claim.regranted': regrant,
  'submission.created': submit,
  'submission.candidate': (scope) => ({ submissions: scope.submissions + 1 }),
  'submission.lapsed': (scope) => ({ submission: { ...submissionOf(scope), status: 'lapsed' } }),
  'review.created': review,
  'disposition.accepted': decide('accepted'),
  'disposition.rejected': decide('rejected'),
  'disposition.repair': (scope, event, packet) => ({
    ...decide('repair')(scope, event, packet),
    repairNote: event.data?.note ?? null,
  }),
  'disposition.closed': () => ({}),
  'packet.expired': () => ({}),
};

/** The packet after an event: the one way its state ever changes, for those who write, read or replay. */
export function applyEvent(packet: Packet, event: WorkEventInput): Packet {
  const moved = event.scope === null ? endPacket(packet, event) : moveScope(packet, event);
  const version = event.kind === 'disposition.repair' ? packet.version + 1 : packet.version;
  return { ...moved, version, eventsHead: packet.eventsHead + 1, changedAt: event.at };
}

function moveScope(packet: Packet, event: WorkEventInput): Packet {
  const scopes = packet.scopes.map((scope) =>
    scope.name === event.scope
      ? { ...scope, ...EFFECTS[event.kind](scope, event, packet), state: nextState(scope, event.kind) }
      : scope,
  );
  const done = scopes.every(({ state }) => state === 'accepted');
  return { ...packet, scopes, status: done ? 'accepted' : packet.status };
}

function nextState(scope: Scope, kind: EventKind): ScopeState {
  const destination = destinationOf(kind);
  if (destination === 'same') return scope.state;
  return destination === 'claimed_from' ? claimOf(scope).claimedFrom : (destination as ScopeState);
}

/** Claims end where they are, and what was submitted lapses. */
function endPacket(packet: Packet, { kind }: WorkEventInput): Packet {
  return { ...packet, status: destinationOf(kind) as Packet['status'], scopes: packet.scopes.map(endScope) };
}

function endScope(scope: Scope): Scope {
  const { state, claim, submission } = scope;
  if (state === 'claimed' && claim)
    return { ...scope, state: claim.claimedFrom, claim: { ...claim, status: 'ended' } };
  if (state === 'submitted' && submission)
    return { ...scope, state: 'open', submission: { ...submission, status: 'lapsed' } };
  return scope;
}

/** A packet under change: what happens to it, in order, and what it becomes. Writes nothing. */
export class PacketChanges {
  readonly before: Packet;
  readonly events: HistoryEvent[] = [];
  /** The packet after each event. */
  readonly states: Packet[] = [];
  #packet: Packet;

  constructor(packet: Packet) {
    this.before = packet;
    this.#packet = packet;
  }

  get packet(): Packet {
    return this.#packet;
  }

  record(happening: WorkEventInput): void {
    this.#packet = applyEvent(this.#packet, happening);
    this.states.push(this.#packet);
    this.events.push({ ...happening, seq: this.#packet.eventsHead, version: this.#packet.version });
  }
}

/** How soon to ask for more events: at once while there are some, seldom once nothing more can happen. */
export const pollAfterSeconds = (status: Packet['status'], hasMore: boolean): number => {
  if (hasMore) return 0;
  return status === 'open' ? 15 : 3600;
};
