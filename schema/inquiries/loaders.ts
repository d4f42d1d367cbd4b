import {
  type Answer,
  type Database,
  type Inquiry,
  type ColumnSet,
  selectLists,
  sql,
  dependsOnRow,
} from '../../prisma/client.ts';
import { createRowLoader } from '../data/batch-loaders.ts';
import { createVisiblePageLoader } from '../moderation/visible-pages.ts';

/** The answers of an inquiry. */
interface AnswerList {
  readonly inquiryId: string;
  /** Number of the last answer to include: the count of answers that the inquiry had when it was read. */
  readonly lastSeq: number;
}

/** Creates the loaders of inquiries and of their answers. */
export const createInquiryLoaders = (database: Database, columnSet: ColumnSet) => ({
  inquiryById: createRowLoader<Inquiry>(
    database,
    'id',
    (ids) => sql`select ${selectLists('Inquiry')[columnSet]} from inquiries where id = any(${ids}::uuid[])`,
    dependsOnRow,
  ),

  answerById: createRowLoader<Answer>(
    database,
    'id',
    (ids) => sql`select ${selectLists('Answer')[columnSet]} from answers where id = any(${ids}::uuid[])`,
    dependsOnRow,
  ),

  answerPage: createVisiblePageLoader<Answer, AnswerList>(database, {
    keyTypes: { inquiryId: 'uuid', lastSeq: 'int' },
    dependsOn: ({ inquiryId }) => dependsOnRow(inquiryId),
    select: selectLists('Answer')[columnSet],
    from: sql`answers`,
    where: sql`inquiry_id = page.inquiryId and seq <= page.lastSeq`,
  }),
});
