import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Webhook } from '../../../prisma/client.ts';
import { DAY_MS } from '../../../schema/values/durations.ts';
import { deriveSecret, signCall } from '../../../schema/webhooks/signature.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);

describe('a call', () => {
  const webhook = { id: 'webhook', secretVersion: 3, rotatedAt: now };
  const sign = (milliseconds: number, given: Pick<Webhook, 'id' | 'secretVersion' | 'rotatedAt'> = webhook) =>
    signCall(given, { id: 'delivery', body: '{}' }, { pepper: 'pepper', now: after(milliseconds) });
  const signaturesOf = (headers: Readonly<Record<string, string>>) =>
    headers['webhook-signature']?.split(' ') ?? [];

  test('has a timestamp in whole seconds, rounded down', () => {
    expect(sign(999)).toMatchObject({ 'webhook-id': 'delivery', 'webhook-timestamp': '1795262400' });
    expect(sign(1000)).toMatchObject({ 'webhook-timestamp': '1795262401' });
  });

  test('is signed with both secrets for a day after a rotation, the signature with the new secret first', () => {
    const [newest, previous] = [3, 2].map((secretVersion) =>
      signaturesOf(sign(DAY_MS - 1, { ...webhook, secretVersion, rotatedAt: null })),
    );
    expect(signaturesOf(sign(DAY_MS - 1))).toEqual([...(newest ?? []), ...(previous ?? [])]);
    expect(signaturesOf(sign(DAY_MS))).toEqual(signaturesOf(sign(DAY_MS, { ...webhook, rotatedAt: null })));
  });

  test('can be checked with the secret that the agent got', () => {
    const secret = Buffer.from(deriveSecret('pepper', webhook).slice('whsec_'.length), 'base64');
    const signature = createHmac('sha256', secret).update('delivery.1795262400.{}').digest('base64');
    expect(signaturesOf(sign(0))[0]).toBe(`v1,${signature}`);
  });
});
