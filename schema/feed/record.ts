// One record by its id, whatever noun it is of: for callers who hold no more than a line of the feed.
import { builder } from '../graphql/builder.ts';
import { BoardError } from '../contract.ts';
import { Record } from '../graphql/record.ts';
import { uuid } from '../values/text.ts';
import { ENTRY_TYPES, EntryTypeEnum, loadVisibleRecords } from './entries.ts';

builder.queryField('record', (t) =>
  t.field({
    type: Record,
    nullable: true,
    description: 'One record by its id. Throws `not_found`, also for one that the caller may not see.',
    args: {
      type: t.arg({ type: EntryTypeEnum, description: 'Which noun it is; left out, all are asked.' }),
      id: t.arg.id({ required: true, description: 'Its id.', validate: uuid() }),
    },
    resolve: async (_root, { type, id }, ctx) => {
      const types = type ? [type] : ENTRY_TYPES;
      const [record] = await loadVisibleRecords(
        ctx,
        types.map((each) => ({ type: each, id })),
      );
      if (record) return record;
      throw new BoardError('not_found', `There is no ${type ?? 'record'} ${id}`, {
        next: [{ operation: 'Search' }],
      });
    },
  }),
);
