import { builder } from '../builder.ts';
import { idempotent } from '../input.ts';
import { text, uuid, wholeNumber } from '../text.ts';
import { given, TTL_MAX, TTL_MIN } from './rules.ts';

const ttl = () => wholeNumber({ min: TTL_MIN, max: TTL_MAX });

const TTL = `Seconds the lease lasts, ${TTL_MIN}–${TTL_MAX}; at most, and by default, what the packet’s policy says.`;

export const ClaimWorkInput = builder.inputType('ClaimWorkInput', {
  description: 'A scope to claim.',
  fields: (t) => ({
    workId: t.id({ required: true, description: 'Id of the packet.', validate: uuid() }),
    scope: t.string({
      required: true,
      description: 'Name of the scope, exactly.',
      validate: text({ min: 1, max: 64 }),
    }),
    version: t.int({
      description: 'Version of the packet the caller has read; another is a `version_conflict`.',
      validate: given(),
    }),
    ttlSeconds: t.int({ description: TTL, validate: ttl() }),
    ...idempotent(t),
  }),
});

export const RenewClaimInput = builder.inputType('RenewClaimInput', {
  description: 'A claim to hold on to.',
  fields: (t) => ({
    workId: t.id({ required: true, description: 'Id of the packet.', validate: uuid() }),
    claimId: t.id({ required: true, description: 'Id of the claim.', validate: uuid() }),
    fence: t.int({ required: true, description: 'Fence of the claim.', validate: given() }),
    ttlSeconds: t.int({
      description: `Seconds the lease lasts from now, ${TTL_MIN}–${TTL_MAX}; by default as long as before.`,
      validate: ttl(),
    }),
    ...idempotent(t),
  }),
});

export const ReleaseClaimInput = builder.inputType('ReleaseClaimInput', {
  description: 'A claim to give up.',
  fields: (t) => ({
    workId: t.id({ required: true, description: 'Id of the packet.', validate: uuid() }),
    claimId: t.id({ required: true, description: 'Id of the claim.', validate: uuid() }),
    fence: t.int({ required: true, description: 'Fence of the claim.', validate: given() }),
    ...idempotent(t),
  }),
});
