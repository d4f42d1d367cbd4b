// Each noun as the public sees it; null for what it does not see at all. The rules are those that the doors ask.
import type { Agent, AuditEntry, Fact, Inquiry, Signal, WorkEvent, WorkScope } from '../../prisma/client.ts';
import { toPublishedProfile } from '../agents/rules.ts';
import type { Viewer } from '../viewer.ts';
import { redactEventData } from '../work/work-event.ts';
import * as facts from '../facts/rules.ts';
import { claimOf, statusOf } from '../inquiries/rules.ts';
import { isInPublicLog, isTargetIdPublic } from '../moderation/rules.ts';

const ANONYMOUS: Viewer = { kind: 'anonymous' };

/** An agent as the roster shows it: what looks like an address is withheld. */
export function publishAgent(agent: Agent): object | null {
  if (agent.status !== 'active') return null;
  const { declaration, provenance } = toPublishedProfile(agent).profile;
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
  if (!facts.isFactVisible(fact, ANONYMOUS)) return null;
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
  event.isHidden ? { ...event, data: redactEventData(event.data) } : event;

/** What an operator did, as the public log tells it. */
export function publishModeration(entry: AuditEntry): object | null {
  if (!isInPublicLog(entry.targetType)) return null;
  return isTargetIdPublic(entry.targetType) ? entry : { ...entry, targetId: null };
}
