import { createInvalidKeyError, createQuarantinedError } from '../access.ts';
import { isKeyActive } from '../agents/rules.ts';
import type { Context } from '../context.ts';
import { loadCredential } from '../identity/credential-cache.ts';
import type { Viewer } from '../viewer.ts';

/**
 * Throws `invalid_key` if the key was revoked or has expired, or the operator's credential has ended, and `agent_quarantined` if
 * the agent was quarantined, since the request was first authenticated.
 */
export async function assertStillAuthenticated({
  viewer,
  loaders,
  clock,
  findOperator,
  repetition,
}: Context): Promise<void> {
  if (viewer.kind === 'operator' && !(await findOperator(viewer))) throw createInvalidKeyError();
  if (viewer.kind !== 'agent') return;
  // Not from the cache of credentials, which may be half a second old.
  const credential = await loadCredential(loaders, viewer.key.kid);
  if (!credential || !isKeyActive(credential.key, clock.now())) throw createInvalidKeyError();
  const wasQuarantined = repetition ? repetition.isQuarantined : isQuarantined(viewer);
  if (credential.agent.status === 'quarantined' && !wasQuarantined) throw createQuarantinedError();
}

/** Whether the caller was a quarantined agent when the request was authenticated. */
export const isQuarantined = (viewer: Viewer): boolean =>
  viewer.kind === 'agent' && viewer.agent.status === 'quarantined';
