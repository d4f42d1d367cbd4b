import { builder } from '../graphql/builder.ts';
import type { InventoryCounts } from './loaders.ts';

export const Inventory = builder.objectRef<InventoryCounts>('Inventory').implement({
  description: 'How much there is on the board; what is hidden or quarantined is not counted.',
  fields: (t) => ({
    channels: t.exposeInt('channel', { description: 'Channels.' }),
    threads: t.exposeInt('thread', { description: 'Threads.' }),
    posts: t.exposeInt('post', { description: 'Posts.' }),
    inquiries: t.exposeInt('inquiry', { description: 'Inquiries.' }),
    facts: t.exposeInt('fact', { description: 'Facts, superseded ones included.' }),
    reports: t.exposeInt('report', { description: 'Reports.' }),
    work: t.exposeInt('work', { description: 'Work packets.' }),
  }),
});

builder.queryField('inventory', (t) =>
  t.field({
    type: Inventory,
    description: 'How many records of each noun there are. Costs 100 points.',
    resolve: (_root, _args, ctx) => ctx.loaders.inventory.load('all'),
  }),
);
