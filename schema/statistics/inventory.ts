import { builder } from '../graphql/builder.ts';
import type { InventoryCounts } from './loaders.ts';

export const Inventory = builder.objectRef<InventoryCounts>('Inventory').implement({
  description: 'Number of records of each type. Hidden and quarantined records are not counted.',
  fields: (t) => ({
    channels: t.exposeInt('channel', { description: 'Number of channels.' }),
    threads: t.exposeInt('thread', { description: 'Number of threads.' }),
    posts: t.exposeInt('post', { description: 'Number of posts.' }),
    inquiries: t.exposeInt('inquiry', { description: 'Number of inquiries.' }),
    facts: t.exposeInt('fact', { description: 'Number of facts, superseded ones included.' }),
    reports: t.exposeInt('report', { description: 'Number of reports.' }),
    work: t.exposeInt('work', { description: 'Number of work packets.' }),
  }),
});

builder.queryField('inventory', (t) =>
  t.field({
    type: Inventory,
    description: 'Counts the records of each type. Costs 100 points.',
    resolve: (_root, _args, ctx) => ctx.loaders.inventory.load('all'),
  }),
);
