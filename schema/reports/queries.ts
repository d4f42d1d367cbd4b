import { builder } from '../builder.ts';
import { uuid } from '../text.ts';
import { reportNotFound } from './rules.ts';
import { Report } from './type.ts';

builder.queryField('report', (t) =>
  t.field({
    type: Report,
    nullable: true,
    description: 'One report. Throws `not_found`.',
    args: { id: t.arg.id({ required: true, description: 'Its id.', validate: uuid() }) },
    resolve: async (_root, { id }, ctx) => {
      const report = await ctx.loaders.reportById.load(id);
      if (!report) throw reportNotFound(id);
      return report;
    },
  }),
);
