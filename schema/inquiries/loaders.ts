import {
  type Answer,
  type Database,
  type Inquiry,
  type ColumnSet,
  selectLists,
  sql,
} from '../../prisma/client.ts';
import { createRowLoader } from '../data/batch-loaders.ts';
import { wherePageVisible } from '../moderation/visibility.ts';
import { createPageLoader } from '../data/page-loaders.ts';
import type { VisibilityFilter } from '../moderation/visibility.ts';

/** A page of the answers of an inquiry. */
interface AnswerPage extends VisibilityFilter {
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

  answerPage: createPageLoader<Answer, AnswerPage>(database, {
    keyTypes: {
      inquiryId: 'uuid',
      afterSeq: 'int',
      lastSeq: 'int',
      size: 'int',
      handle: 'text',
      seesAll: 'boolean',
    },
    query: sql`
      select ${selectLists('Answer')[columnSet]} from answers
      where inquiry_id = page.inquiryId and seq > page.afterSeq and seq <= page.lastSeq
        and ${wherePageVisible}
      order by seq limit page.size`,
    order: sql`seq`,
  }),
});
