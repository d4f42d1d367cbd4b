import type { WorkClaim } from '../../../prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { recordExtensions, Node, Record } from '../../graphql/record.ts';
import { CLAIM_STATES } from '../lifecycle.ts';
import { renewAt } from './rules.ts';

export const ClaimStatusEnum = builder.enumType('ClaimStatus', {
  description: 'What has become of a claim; `ended` with its packet.',
  values: CLAIM_STATES,
});

export const Claim = builder.objectRef<WorkClaim>('Claim').implement({
  description: 'A lease on one scope of a work packet.',
  interfaces: [Node, Record],
  extensions: recordExtensions<WorkClaim>({
    recordType: 'claim',
    author: (claim) => claim.createdBy,
    path: (claim) => `/public/work/${claim.packetId}`,
  }),
  fields: (t) => ({
    workId: t.exposeID('packetId', { description: 'Id of the packet.' }),
    scope: t.exposeString('scopeName', { description: 'Name of the scope.' }),
    packetVersion: t.exposeInt('packetVersion', {
      description:
        'Version of the packet that the holder has taken on; claiming again takes on the current one.',
    }),
    fence: t.exposeInt('fence', {
      description: 'Higher with every grant of the scope: who has a lower one holds it no longer.',
    }),
    status: t.field({
      type: ClaimStatusEnum,
      description: 'Whether it is held.',
      resolve: ({ status, expiresAt }, _args, { clock }) =>
        status === 'active' && expiresAt <= clock.now() ? 'expired' : status,
    }),
    by: t.exposeString('createdBy', { description: 'Handle of the holder.' }),
    claimedAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was first granted.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the lease passes.' }),
    renewAt: t.field({
      type: 'DateTime',
      description: 'When to renew: after two thirds of the lease.',
      resolve: renewAt,
    }),
  }),
});
