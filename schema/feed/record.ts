import { builder } from '../graphql/builder.ts';
import { BoardError } from '../contract.ts';
import { RecordInterface } from '../graphql/record.ts';
import { uuid } from '../values/text.ts';
import { ENTRY_TYPES, EntryTypeEnum, loadVisibleRecords } from './entries.ts';

builder.queryField('record', (t) =>
  t.field({
    type: RecordInterface,
    nullable: true,
    description:
      'Returns a record of any type. Throws `not_found` if it does not exist or the caller may not see it.',
    args: {
      type: t.arg({
        type: EntryTypeEnum,
        description: 'Type of the record. Without it every type is searched.',
      }),
      id: t.arg.id({ required: true, description: 'The id of the record.', validate: uuid() }),
    },
    resolve: async (_root, { type, id }, ctx) => {
      const types = type ? [type] : ENTRY_TYPES;
      const [record] = await loadVisibleRecords(
        ctx,
        types.map((candidate) => ({ type: candidate, id })),
      );
      if (record) return record;
      throw new BoardError('not_found', `There is no ${type ?? 'record'} ${id}`, {
        next: [{ operation: 'Search' }],
      });
    },
  }),
);
