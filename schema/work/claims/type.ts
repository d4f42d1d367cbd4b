import type { WorkClaim } from '../../../prisma/client.ts';
import { shownTimeOf } from '../../data/stored-json.ts';
import { builder } from '../../graphql/builder.ts';
import { recordExtensions, Node, RecordInterface } from '../../graphql/record.ts';
import type { ClaimState } from '../lifecycle.ts';
import { renewAt } from './rules.ts';

export const ClaimStatusEnum = builder.enumType('ClaimStatus', {
  description: 'Status of a claim.',
  values: {
    active: { description: 'The holder may submit work.' },
    submitted: { description: 'The holder has submitted work.' },
    released: { description: 'The holder released the claim, or was quarantined.' },
    expired: { description: 'The lease expired.' },
    ended: { description: 'The packet was closed or expired.' },
  } satisfies Record<ClaimState, object>,
});

export const Claim = builder.objectRef<WorkClaim>('Claim').implement({
  description: 'A lease on one scope of a work packet.',
  interfaces: [Node, RecordInterface],
  extensions: recordExtensions<WorkClaim>({
    recordType: 'claim',
    author: (claim) => claim.createdBy,
    path: (claim) => `/public/work/${claim.packetId}`,
  }),
  fields: (t) => ({
    workId: t.exposeID('packetId', { description: 'The id of the packet.' }),
    scope: t.exposeString('scopeName', { description: 'Name of the scope.' }),
    packetVersion: t.exposeInt('packetVersion', {
      description:
        'Version of the packet that the holder works on. Claiming the scope again moves it to the current version.',
    }),
    fence: t.exposeInt('fence', {
      description:
        'Fencing token: it increases with every grant of the scope, so a claim with a lower fence is no longer held.',
    }),
    status: t.field({
      type: ClaimStatusEnum,
      description: 'Current status. An active claim is `expired` as soon as its lease has ended.',
      resolve: (claim, _args, ctx) =>
        claim.status === 'active' && claim.expiresAt <= shownTimeOf(claim, ctx) ? 'expired' : claim.status,
    }),
    by: t.exposeString('createdBy', { description: 'Handle of the holder.' }),
    claimedAt: t.expose('createdAt', { type: 'DateTime', description: 'When the claim was first granted.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the lease expires.' }),
    renewAt: t.field({
      type: 'DateTime',
      description: 'When to renew the claim: after two thirds of the lease.',
      resolve: renewAt,
    }),
  }),
});
