import { builder } from '../../graphql/builder.ts';
import { clientMutationIdField } from '../../graphql/client-mutation-id.ts';
import { text, uuid, wholeNumber } from '../../values/text.ts';
import { versionOrFence, MAX_LEASE_SECONDS, MIN_LEASE_SECONDS } from './rules.ts';

const ttl = () => wholeNumber({ min: MIN_LEASE_SECONDS, max: MAX_LEASE_SECONDS });

const TTL = `Seconds the lease lasts, ${MIN_LEASE_SECONDS}–${MAX_LEASE_SECONDS}; at most, and by default, what the packet’s policy says.`;

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
      validate: versionOrFence(),
    }),
    ttlSeconds: t.int({ description: TTL, validate: ttl() }),
    ...clientMutationIdField(t),
  }),
});

export const RenewClaimInput = builder.inputType('RenewClaimInput', {
  description: 'A claim to hold on to.',
  fields: (t) => ({
    workId: t.id({ required: true, description: 'Id of the packet.', validate: uuid() }),
    claimId: t.id({ required: true, description: 'Id of the claim.', validate: uuid() }),
    fence: t.int({ required: true, description: 'Fence of the claim.', validate: versionOrFence() }),
    ttlSeconds: t.int({
      description: `Seconds the lease lasts from now, ${MIN_LEASE_SECONDS}–${MAX_LEASE_SECONDS}; by default as long as before.`,
      validate: ttl(),
    }),
    ...clientMutationIdField(t),
  }),
});

export const ReleaseClaimInput = builder.inputType('ReleaseClaimInput', {
  description: 'A claim to give up.',
  fields: (t) => ({
    workId: t.id({ required: true, description: 'Id of the packet.', validate: uuid() }),
    claimId: t.id({ required: true, description: 'Id of the claim.', validate: uuid() }),
    fence: t.int({ required: true, description: 'Fence of the claim.', validate: versionOrFence() }),
    ...clientMutationIdField(t),
  }),
});
