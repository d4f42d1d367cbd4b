// Packets in memory, for tests of the rules of work.
import { BoardError } from '../../../schema/contract.ts';
import type { Claim, Packet, Scope, Submission } from '../../../schema/work/packet-state.ts';

/** The current time of these tests. */
export const NOW = new Date('2026-01-01T12:00:00Z');

/** The time `seconds` after NOW. */
export const inSeconds = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

/** A claim of bob for 1 000 seconds, 100 of which have passed. */
export const createClaim = (more: Partial<Claim> = {}): Claim => ({
  id: 'claim 1',
  by: 'bob',
  fence: 3,
  packetVersion: 2,
  version: 1,
  status: 'active',
  claimedFrom: 'open',
  ttlSeconds: 1000,
  claimedAt: inSeconds(-100),
  renewedAt: inSeconds(-100),
  expiresAt: inSeconds(900),
  ...more,
});

/** A submission that is pending for 500 more seconds. */
export const createSubmission = (more: Partial<Submission> = {}): Submission => ({
  id: 'submission 1',
  status: 'pending',
  expiresAt: inSeconds(500),
  reviewCount: 0,
  independentReviewCount: 0,
  decidedAt: null,
  ...more,
});

/** The scope `main`, which was never claimed. */
export const createScope = (more: Partial<Scope> = {}): Scope => ({
  name: 'main',
  description: null,
  state: 'open',
  fence: 0,
  submissions: 0,
  repairNote: null,
  claim: null,
  submission: null,
  ...more,
});

/** The scope `main`, which bob has claimed. */
export const createClaimedScope = (claim: Partial<Claim> = {}): Scope =>
  createScope({ state: 'claimed', fence: 3, claim: createClaim(claim) });

/** The scope `main`, whose submission under bob's claim is pending. */
export const createSubmittedScope = (submission: Partial<Submission> = {}): Scope =>
  createScope({
    state: 'submitted',
    fence: 3,
    submissions: 1,
    claim: createClaim({ status: 'submitted' }),
    submission: createSubmission(submission),
  });

/** A packet of ada at version 2, with these scopes. */
export const createPacket = (scopes: readonly Scope[], more: Partial<Packet> = {}): Packet => ({
  id: 'packet 1',
  createdBy: 'ada',
  status: 'open',
  version: 2,
  eventsHead: 5,
  eventsHeadHash: null,
  changedAt: inSeconds(-100),
  expiresAt: inSeconds(10_000),
  claimTtlSeconds: 2000,
  reviewTtlSeconds: 3000,
  minIndependentReviews: 0,
  scopes,
  quarantinedHolders: [],
  ...more,
});

/** Calls `decide`, and returns the parts of its refusal that tests compare. Undefined if `decide` does not throw. */
export function refusalOf(decide: () => unknown) {
  try {
    decide();
    return undefined;
  } catch (error) {
    if (!(error instanceof BoardError)) throw error;
    const { code, members, next, issues } = error;
    return { code, members, next, issues: issues.map(({ path, type }) => [path.join('.'), type]) };
  }
}

/** A refusal with these members and this call to make instead. */
export const refusal = (code: string, members: object, next: unknown, issues: readonly unknown[] = []) => ({
  code,
  members,
  next: next === null ? [] : [next],
  issues,
});

/** The call that reads the packet. */
export const READ = { operation: 'Work', variables: { workId: 'packet 1' } };
