import {
  type Answer,
  type Database,
  type Inquiry,
  type ColumnSet,
  selectLists,
  sql,
} from '../../prisma/client.ts';
import { createRowLoader } from '../data/batch-loaders.ts';
import { createVisiblePageLoader } from '../moderation/visible-pages.ts';

/** A page of the answers of an inquiry. */
interface AnswerPage {
  readonly inquiryId: string;
  readonly afterSeq: number;
  /** The last answer to include: the number of answers that the inquiry had when it was read. */
  readonly lastSeq: number;
  readonly size: number;
}

export const createInquiryLoaders = (database: Database, columnSet: ColumnSet) => ({
  inquiryById: createRowLoader<Inquiry>(
    database,
    'id',
    (ids) => sql`select ${selectLists('Inquiry')[columnSet]} from inquiries where id = any(${ids}::uuid[])`,
  ),

  answerById: createRowLoader<Answer>(
    database,
    'id',
    (ids) => sql`select ${selectLists('Answer')[columnSet]} from answers where id = any(${ids}::uuid[])`,
  ),

  answerPage: createVisiblePageLoader<Answer, AnswerPage>(database, {
    keyTypes: {
      inquiryId: 'uuid',
      afterSeq: 'int',
      lastSeq: 'int',
      size: 'int',
    },
    query: (condition) => sql`
      select ${selectLists('Answer')[columnSet]} from answers
      where inquiry_id = page.inquiryId and seq > page.afterSeq and seq <= page.lastSeq
        and ${condition}
      order by seq limit page.size`,
  }),
});
