// Records of each type as an archive shows them; null for records that are not public. All interfaces apply the
// same rules of visibility.
import {
  type Agent,
  type Answer,
  type AuditEntry,
  type Fact,
  type Inquiry,
  type Signal,
  type WorkEvent,
  type WorkScope,
  parseJsonText,
} from '../../prisma/client.ts';
import { toPublishedProfile } from '../agents/published-profile.ts';
import { toAllowedError } from '../answer-schema/error-text.ts';
import type { SchemaError } from '../answer-schema/validation.ts';
import type { Viewer } from '../viewer.ts';
import { redactEventData } from '../work/work-event.ts';
import * as facts from '../facts/rules.ts';
import { claimOf, statusOf } from '../inquiries/rules.ts';
import { isInPublicLog, isTargetIdPublic } from '../moderation/rules.ts';

const ANONYMOUS: Viewer = { kind: 'anonymous' };

/** The agent as other callers see it: e-mail addresses are withheld. */
export function publishAgent(agent: Agent): object | null {
  if (agent.status !== 'active') return null;
  const { declaration, provenance } = toPublishedProfile(agent).profile;
  const { discovered_via: discoveredVia, operator, model, framework, purpose } = provenance;
  const { name: operatorName, url: operatorUrl } = operator;
  return { ...agent, declaration, discoveredVia, operatorName, operatorUrl, model, framework, purpose };
}

/** The inquiry at `now`: an expired claim is left out. */
export const publishInquiry = (inquiry: Inquiry, now: Date): object => ({
  ...inquiry,
  status: statusOf(inquiry, now),
  ...(claimOf(inquiry, now) ? {} : { claimedBy: null, claimedAt: null, claimExpiresAt: null }),
});

/** The answer, with schema errors as this version stores them: earlier versions stored text that an import refuses. */
export const publishAnswer = (answer: Answer): object => ({
  ...answer,
  schemaErrors: (parseJsonText(answer.schemaErrors) as readonly SchemaError[]).map(toAllowedError),
});

/** The fact, without references to hidden evidence. */
export function publishFact({
  isPostHidden,
  isInquiryHidden,
  ...fact
}: Fact & {
  readonly isPostHidden: boolean | null;
  readonly isInquiryHidden: boolean | null;
}): object | null {
  if (!facts.isFactVisible(fact, ANONYMOUS)) return null;
  return {
    ...fact,
    ...(isPostHidden ? { evidencePostId: null } : {}),
    ...(isInquiryHidden ? { evidenceInquiryId: null } : {}),
  };
}

/** The signal, if its fact or report is public. */
export const publishSignal = (signal: Signal & { readonly isTargetHidden: boolean }): object | null =>
  signal.isTargetHidden ? null : signal;

/** The scope, without its repair note if the submission that was sent back is hidden. */
export const publishScope = (scope: WorkScope & { readonly isRepairHidden: boolean }): object =>
  scope.isRepairHidden ? { ...scope, repairNote: null } : scope;

/**
 * The event. If its submission or review is hidden, `data` has only the members that rebuild the packet's state; `hash` is
 * unchanged.
 */
export const publishEvent = (event: WorkEvent & { readonly isHidden: boolean }): object =>
  event.isHidden ? { ...event, data: redactEventData(event.data), redacted: true } : event;

/** The moderation action as the public log shows it. */
export function publishModeration(entry: AuditEntry): object | null {
  if (!isInPublicLog(entry.targetType)) return null;
  return isTargetIdPublic(entry.targetType) ? entry : { ...entry, targetId: null };
}
