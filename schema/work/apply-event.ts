import { destinationOf, type EventKind, type ScopeState } from './lifecycle.ts';
import type { Claim, Packet, Scope, Submission } from './packet-state.ts';
import type { EventData, WorkEventInput } from './work-event.ts';

/** Returns the fields of a scope that an event changes. `state` is not among them: the transition table determines it. */
type ScopeUpdate = (scope: Scope, event: WorkEventInput, packet: Packet) => Partial<Scope>;

const expiryOf = (data: EventData | undefined): Date => new Date(data?.expires_at ?? NaN);

function claimOf({ claim, name }: Scope): Claim {
  if (!claim) throw new Error(`the scope ${name} was never claimed`);
  return claim;
}

function submissionOf({ submission, name }: Scope): Submission {
  if (!submission) throw new Error(`the scope ${name} has no submission`);
  return submission;
}

const leaseOf = ({ at, data }: WorkEventInput): Pick<Claim, 'renewedAt' | 'expiresAt' | 'ttlSeconds'> => ({
  renewedAt: at,
  expiresAt: expiryOf(data),
  ttlSeconds: data?.ttl_seconds ?? 0,
});

const grant: ScopeUpdate = (scope, event) => ({
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
    ...leaseOf(event),
  },
});

const renew: ScopeUpdate = (scope, event) => {
  const claim = claimOf(scope);
  const packetVersion = event.data?.claimed_version ?? claim.packetVersion;
  return { claim: { ...claim, ...leaseOf(event), packetVersion, version: claim.version + 1 } };
};

const regrant: ScopeUpdate = (scope, event) => {
  const claim = claimOf(scope);
  const fence = event.data?.fence ?? 0;
  const update = { fence, status: 'active' as const, claimedFrom: scope.state, version: claim.version + 1 };
  return { fence, claim: { ...claim, ...leaseOf(event), ...update } };
};

const submit: ScopeUpdate = (scope, event) => ({
  submissions: scope.submissions + 1,
  claim: { ...claimOf(scope), status: 'submitted' },
  submission: {
    id: event.submissionId ?? '',
    status: 'pending',
    expiresAt: expiryOf(event.data),
    reviewCount: 0,
    independentReviewCount: 0,
    decidedAt: null,
  },
});

const review: ScopeUpdate = (scope, { data }) => {
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
  (status: Submission['status']): ScopeUpdate =>
  (scope, { at }) => ({
    submission: { ...submissionOf(scope), status, decidedAt: at },
  });

const endClaim =
  (status: Claim['status']): ScopeUpdate =>
  (scope) => ({ claim: { ...claimOf(scope), status } });

const SCOPE_UPDATES: Readonly<Record<EventKind, ScopeUpdate>> = {
  'packet.created': () => ({}),
  'claim.granted': grant,
  'claim.renewed': renew,
  'claim.released': endClaim('released'),
  'claim.expired': endClaim('expired'),
  'claim.regranted': regrant,
  'submission.created': submit,
  'submission.candidate': (scope) => ({ submissions: scope.submissions + 1 }),
  'submission.lapsed': (scope) => ({ submission: { ...submissionOf(scope), status: 'lapsed' } }),
  'review.created': review,
  'disposition.accepted': (scope, event, packet) => ({
    ...decide('accepted')(scope, event, packet),
    repairNote: null,
  }),
  'disposition.rejected': decide('rejected'),
  'disposition.repair': (scope, event, packet) => ({
    ...decide('repair')(scope, event, packet),
    repairNote: event.data?.note ?? null,
  }),
  'disposition.closed': () => ({}),
  'packet.expired': () => ({}),
};

/**
 * Returns the packet after the event. Writes and reads apply events only through this function, so the stored state and the
 * history cannot disagree.
 */
export function applyEvent(packet: Packet, event: WorkEventInput): Packet {
  const updated = event.scope === null ? updatePacket(packet, event) : updateScope(packet, event);
  const version = event.kind === 'disposition.repair' ? packet.version + 1 : packet.version;
  return { ...updated, version, eventsHead: packet.eventsHead + 1, changedAt: event.at };
}

function updateScope(packet: Packet, event: WorkEventInput): Packet {
  const scopes = packet.scopes.map((scope) =>
    scope.name === event.scope
      ? { ...scope, ...SCOPE_UPDATES[event.kind](scope, event, packet), state: nextState(scope, event.kind) }
      : scope,
  );
  const isDone = scopes.every(({ state }) => state === 'accepted');
  return { ...packet, scopes, status: isDone ? 'accepted' : packet.status };
}

function nextState(scope: Scope, kind: EventKind): ScopeState {
  const destination = destinationOf(kind);
  if (destination === 'same') return scope.state;
  return destination === 'claimed_from' ? claimOf(scope).claimedFrom : (destination as ScopeState);
}

/** Changes the status of the packet. When a packet ends, every active claim ends and every pending submission lapses. */
function updatePacket(packet: Packet, { kind }: WorkEventInput): Packet {
  const status = destinationOf(kind) as Packet['status'];
  return { ...packet, status, scopes: status === 'open' ? packet.scopes : packet.scopes.map(endScope) };
}

function endScope(scope: Scope): Scope {
  const { state, claim, submission } = scope;
  if (state === 'claimed' && claim)
    return { ...scope, state: claim.claimedFrom, claim: { ...claim, status: 'ended' } };
  if (state === 'submitted' && submission)
    return { ...scope, state: 'open', submission: { ...submission, status: 'lapsed' } };
  return scope;
}
