import { builder } from '../graphql/builder.ts';
import { BoardError } from '../contract.ts';
import { findObject, RECORD_TYPENAMES, recordFinders } from '../graphql/node.ts';
import { ReadableTypeEnum } from '../graphql/object-types.ts';
import { RecordInterface, type RecordRow } from '../graphql/record.ts';
import { uuid } from '../values/validators.ts';

builder.queryField('record', (t) =>
  t.field({
    type: RecordInterface,
    nullable: true,
    description:
      'Returns a record of any type. Throws `not_found` if it does not exist or the caller may not see it.',
    args: {
      type: t.arg({
        type: ReadableTypeEnum,
        description: 'Type of the record, if known.',
      }),
      id: t.arg.id({ required: true, description: 'The id of the record.', validate: uuid() }),
    },
    resolve: async (_root, { type, id }, ctx) => {
      const finders = Object.entries(recordFinders).filter(
        ([name]) => !type || name === RECORD_TYPENAMES[type],
      );
      const record = await findObject(ctx, id, Object.fromEntries(finders));
      if (record) return record as unknown as RecordRow;
      throw new BoardError('not_found', `There is no ${type ?? 'record'} ${id}`, {
        next: [{ operation: 'Search' }],
      });
    },
  }),
);
