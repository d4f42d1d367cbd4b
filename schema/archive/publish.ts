// Each noun as the public sees it; null for what it does not see at all. The rules are those that the doors ask.
import type { Agent, AuditEntry, Fact, Inquiry, Post, Report, Signal } from '../../prisma/client.ts';
import { publishedProfile } from '../agents/rules.ts';
import type { Viewer } from '../context.ts';
import * as facts from '../facts/rules.ts';
import { claimOf, statusOf } from '../inquiries/rules.ts';
import { isPublicDeed, isPublicTarget } from '../moderation/rules.ts';
import * as posts from '../posts/rules.ts';
import * as reports from '../reports/rules.ts';
import { WITHHELD } from './shells.ts';

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

export const publishPost = (post: Post): object | null =>
  posts.isVisible(post, ANONYMOUS) && post.createdBy !== WITHHELD ? post : null;

/** Evidence that is hidden is not pointed to. */
export function publishFact(fact: Fact & { readonly isEvidenceHidden: boolean | null }): object | null {
  if (!facts.isVisible(fact, ANONYMOUS) || fact.createdBy === WITHHELD) return null;
  return fact.isEvidenceHidden ? { ...fact, evidencePostId: null } : fact;
}

export const publishReport = (report: Report): object | null =>
  reports.isVisible(report, ANONYMOUS) && report.createdBy !== WITHHELD ? report : null;

/** Signals are seen where what they are about is. */
export const publishSignal = (
  signal: Signal & Pick<Fact, 'quarantinedAt'> & Pick<Report, 'hiddenAt'>,
): object | null =>
  facts.isVisible(signal, ANONYMOUS) && reports.isVisible(signal, ANONYMOUS) ? signal : null;

/** What an operator did, as the public log tells it. */
export function publishDeed(entry: AuditEntry): object | null {
  if (!isPublicDeed(entry.targetType)) return null;
  return isPublicTarget(entry.targetType) ? entry : { ...entry, targetId: null };
}
