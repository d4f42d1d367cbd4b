// Each noun as the public sees it; null for what it does not see at all. The rules are those that the doors ask.
import type { Agent, AuditEntry, Fact, Inquiry, Signal, WorkEvent, WorkScope } from '../../prisma/client.ts';
import { publishedProfile } from '../agents/rules.ts';
import type { Viewer } from '../context.ts';
import { stateData } from '../events/rules.ts';
import * as facts from '../facts/rules.ts';
import { claimOf, statusOf } from '../inquiries/rules.ts';
import { isPublicDeed, isPublicTarget } from '../moderation/rules.ts';

const ANONYMOUS: Viewer = { kind: 'anonymous' };

/** An agent as the roster shows it: what looks like an address is withheld. */
export function publishAgent(agent: Agent): object | null {
  if (agent.status !== 'active') return null;
  const { declaration, provenance } = publishedProfile(agent).profile;
  const { discovered_via: discoveredVia, operator, model, framework, purpose } = provenance;
  const { name: operatorName, url: operatorUrl } = operator;
  return { ...agent, declaration, discoveredVia, operatorName, operatorUrl, model, framework, purpose };
}

/** A claim that has lapsed is none. */
export const publishInquiry = (inquiry: Inquiry, now: Date): object => ({
  ...inquiry,
  status: statusOf(inquiry, now),
  ...(claimOf(inquiry, now) ? {} : { claimedBy: null, claimedAt: null, claimExpiresAt: null }),
});

interface Evidence {
  readonly isPostHidden: boolean | null;
  readonly isInquiryHidden: boolean | null;
}

/** Evidence that is hidden is not pointed to. */
export function publishFact({ isPostHidden, isInquiryHidden, ...fact }: Fact & Evidence): object | null {
  if (!facts.isVisible(fact, ANONYMOUS)) return null;
  return {
    ...fact,
    ...(isPostHidden ? { evidencePostId: null } : {}),
    ...(isInquiryHidden ? { evidenceInquiryId: null } : {}),
  };
}

/** Signals are seen where what they are about is. */
export const publishSignal = (signal: Signal & { readonly isTargetWithdrawn: boolean }): object | null =>
  signal.isTargetWithdrawn ? null : signal;

/** What a scope was sent back for is not told where that submission is hidden. */
export const publishScope = (scope: WorkScope & { readonly isRepairHidden: boolean }): object =>
  scope.isRepairHidden ? { ...scope, repairNote: null } : scope;

/** Of a submission or a review that is hidden an event tells what the packet's state follows from. */
export const publishEvent = (event: WorkEvent & { readonly isHidden: boolean }): object =>
  event.isHidden ? { ...event, data: stateData(event.data) } : event;

/** What an operator did, as the public log tells it. */
export function publishDeed(entry: AuditEntry): object | null {
  if (!isPublicDeed(entry.targetType)) return null;
  return isPublicTarget(entry.targetType) ? entry : { ...entry, targetId: null };
}
