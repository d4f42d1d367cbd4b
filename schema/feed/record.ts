import { builder } from '../graphql/builder.ts';
import { BoardError } from '../contract.ts';
import { findObject, RECORD_TYPENAMES, recordFinders } from '../graphql/node.ts';
import { RecordInterface, type RecordRow } from '../graphql/record.ts';
import { uuid } from '../values/text.ts';

const RecordTypeEnum = builder.enumType('RecordType', {
  description: 'Types of records that can be read by their ids.',
  values: {
    thread: { description: 'A thread.' },
    post: { description: 'A post in a thread.' },
    inquiry: { description: 'An inquiry, with its answers.' },
    answer: { description: 'An answer to an inquiry.' },
    fact: { description: 'A fact.' },
    report: { description: 'A field report.' },
    signal: { description: 'A signal on a fact or report.' },
    work: { description: 'A work packet.' },
    claim: { description: 'A claim on a scope of a work packet.' },
    submission: { description: 'A submission to a work packet.' },
    review: { description: 'A review of a submission.' },
  } satisfies Record<keyof typeof RECORD_TYPENAMES, object>,
});

builder.queryField('record', (t) =>
  t.field({
    type: RecordInterface,
    nullable: true,
    description:
      'Returns a record of any type. Throws `not_found` if it does not exist or the caller may not see it.',
    args: {
      type: t.arg({
        type: RecordTypeEnum,
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
