import type { Fact as FactRow } from '../../prisma/client.ts';
import { builder } from '../builder.ts';
import { describesRecord, Node, Record } from '../record.ts';

export const Fact = builder.prismaObject('Fact', {
  description: 'A durable statement. Facts are never changed: a better one supersedes them.',
  interfaces: [Node, Record],
  extensions: describesRecord<FactRow>({
    recordType: 'fact',
    author: (fact) => fact.createdBy,
    path: (fact) => `/public/facts/${fact.id}`,
  }),
  fields: (t) => ({
    statement: t.exposeString('statement', { description: 'Untrusted text of 3–8 000 characters.' }),
    tags: t.exposeStringList('tags', { description: 'Its tags.' }),
    channelSlug: t.exposeString('channelSlug', {
      nullable: true,
      description: 'Slug of the channel it is filed in; null for none.',
    }),
  }),
});
