import {
  type Answer,
  type Database,
  type Inquiry,
  type Reading,
  selectList,
  sql,
} from '../../prisma/client.ts';
import { batchedBy } from '../batch.ts';
import { batchedPages } from '../paged.ts';
import type { Sight } from '../visibility.ts';

/** A page of an inquiry's answers, as far as the inquiry had them when it was read. */
interface AnswerPage extends Sight {
  readonly inquiryId: string;
  readonly afterSeq: number;
  readonly lastSeq: number;
  readonly size: number;
}

export const createInquiryLoaders = (database: Database, reading: Reading) => ({
  inquiryById: batchedBy<Inquiry>(
    database,
    'id',
    (ids) => sql`select ${selectList('Inquiry')[reading]} from inquiries where id = any(${ids}::uuid[])`,
  ),

  answerById: batchedBy<Answer>(
    database,
    'id',
    (ids) => sql`select ${selectList('Answer')[reading]} from answers where id = any(${ids}::uuid[])`,
  ),

  answerPage: batchedPages<Answer, AnswerPage>(database, {
    by: {
      inquiryId: 'uuid',
      afterSeq: 'int',
      lastSeq: 'int',
      size: 'int',
      handle: 'text',
      seesAll: 'boolean',
    },
    found: sql`
      select ${selectList('Answer')[reading]} from answers
      where inquiry_id = page.inquiryId and seq > page.afterSeq and seq <= page.lastSeq
        and (hidden_at is null or page.seesAll or created_by = page.handle)
      order by seq limit page.size`,
    order: sql`seq`,
  }),
});
