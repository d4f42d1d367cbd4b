// Signatures of calls, as https://www.standardwebhooks.com specifies them.
import { createHmac } from 'node:crypto';
import type { Webhook } from '../../prisma/client.ts';
import { DAY_MS } from '../values/durations.ts';

/** How long after a rotation calls are also signed with the previous secret. */
const OVERLAP_MS = DAY_MS;

/** The parts of a webhook that its secret is derived from. */
type SecretSource = Pick<Webhook, 'id' | 'secretVersion'>;

/** Derives the bytes of a secret. Secrets are not stored: only the pepper must be secret. */
const deriveBytes = (pepper: string, { id, secretVersion }: SecretSource): Buffer =>
  createHmac('sha256', pepper)
    .update(JSON.stringify(['board-webhook-v1', id, secretVersion]))
    .digest();

/** The secret as its agent receives it: `whsec_` and base64 of 32 bytes. */
export const deriveSecret = (pepper: string, webhook: SecretSource): string =>
  `whsec_${deriveBytes(pepper, webhook).toString('base64')}`;

/** The headers of a call at `now` with this body. `id` is the same for all attempts to deliver a page. */
export function signCall(
  webhook: SecretSource & Pick<Webhook, 'rotatedAt'>,
  { id, body }: { readonly id: string; readonly body: string },
  { pepper, now }: { readonly pepper: string; readonly now: Date },
): Readonly<Record<string, string>> {
  const timestamp = Math.floor(now.getTime() / 1000);
  const { secretVersion, rotatedAt } = webhook;
  const isOverlapping = rotatedAt !== null && now.getTime() < rotatedAt.getTime() + OVERLAP_MS;
  const versions = isOverlapping ? [secretVersion, secretVersion - 1] : [secretVersion];
  const signatures = versions.map((version) =>
    createHmac('sha256', deriveBytes(pepper, { id: webhook.id, secretVersion: version }))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64'),
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.map((signature) => `v1,${signature}`).join(' '),
  };
}
