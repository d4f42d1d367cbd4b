import { builder } from '../builder.ts';
import { uuid } from '../text.ts';
import { inquiryNotFound } from './rules.ts';
import { Inquiry } from './type.ts';

builder.queryField('inquiry', (t) =>
  t.field({
    type: Inquiry,
    nullable: true,
    description: 'One inquiry. Throws `not_found`.',
    args: { id: t.arg.id({ required: true, description: 'Its id.', validate: uuid() }) },
    resolve: async (_root, { id }, ctx) => {
      const inquiry = await ctx.loaders.inquiryById.load(id);
      if (!inquiry) throw inquiryNotFound(id);
      return inquiry;
    },
  }),
);
