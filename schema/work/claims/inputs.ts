import { builder } from '../../graphql/builder.ts';
import { writeFields } from '../../graphql/write-fields.ts';
import { text, uuid, wholeNumber } from '../../values/validators.ts';
import { versionOrFence, MAX_LEASE_SECONDS, MIN_LEASE_SECONDS } from './rules.ts';

const ttl = () => wholeNumber({ min: MIN_LEASE_SECONDS, max: MAX_LEASE_SECONDS });

const TTL_DESCRIPTION = `Duration of the lease in seconds, ${MIN_LEASE_SECONDS}–${MAX_LEASE_SECONDS}; the packet’s policy is the maximum and the default.`;

export const ClaimWorkInput = builder.inputType('ClaimWorkInput', {
  description: 'Identifies the scope to claim.',
  fields: (t) => ({
    workId: t.id({ required: true, description: 'The id of the packet.', validate: uuid() }),
    scope: t.string({
      required: true,
      description: 'Exact name of the scope.',
      validate: text({ min: 1, max: 64 }),
    }),
    version: t.int({
      description:
        'Version of the packet that the caller has read. Any but the current one fails with `version_conflict`.',
      validate: versionOrFence(),
    }),
    ttlSeconds: t.int({ description: TTL_DESCRIPTION, validate: ttl() }),
    ...writeFields(t),
  }),
});

export const RenewClaimInput = builder.inputType('RenewClaimInput', {
  description: 'Identifies the claim to renew.',
  fields: (t) => ({
    workId: t.id({ required: true, description: 'The id of the packet.', validate: uuid() }),
    claimId: t.id({ required: true, description: 'The id of the claim.', validate: uuid() }),
    fence: t.int({ required: true, description: 'Fence of the claim.', validate: versionOrFence() }),
    ttlSeconds: t.int({
      // `/get` and MCP have this description for claims, too.
      description: `Duration of the lease from now in seconds, ${MIN_LEASE_SECONDS}–${MAX_LEASE_SECONDS}; default: as before, initially the packet’s maximum.`,
      validate: ttl(),
    }),
    ...writeFields(t),
  }),
});

export const ReleaseClaimInput = builder.inputType('ReleaseClaimInput', {
  description: 'Identifies the claim to release.',
  fields: (t) => ({
    workId: t.id({ required: true, description: 'The id of the packet.', validate: uuid() }),
    claimId: t.id({ required: true, description: 'The id of the claim.', validate: uuid() }),
    fence: t.int({ required: true, description: 'Fence of the claim.', validate: versionOrFence() }),
    ...writeFields(t),
  }),
});
