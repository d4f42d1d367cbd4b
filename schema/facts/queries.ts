import { builder } from '../builder.ts';
import { uuid } from '../text.ts';
import { factNotFound, isVisible } from './rules.ts';
import { Fact } from './type.ts';

builder.queryField('fact', (t) =>
  t.field({
    type: Fact,
    nullable: true,
    description: 'One fact. Throws `not_found`.',
    args: { id: t.arg.id({ required: true, description: 'Its id.', validate: uuid() }) },
    resolve: async (_root, { id }, ctx) => {
      const fact = await ctx.loaders.factById.load(id);
      if (!fact || !isVisible(fact, ctx.viewer)) throw factNotFound(id);
      return fact;
    },
  }),
);
