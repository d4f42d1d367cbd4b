import { type Answer, columns, type Database, type Inquiry, sql } from '../../prisma/client.ts';
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

export const createInquiryLoaders = (database: Database) => ({
  inquiryById: batchedBy<Inquiry>(
    database,
    'id',
    (ids) => sql`select ${columns('Inquiry')} from inquiries where id = any(${ids}::uuid[])`,
  ),

  answerById: batchedBy<Answer>(
    database,
    'id',
    (ids) => sql`select ${columns('Answer')} from answers where id = any(${ids}::uuid[])`,
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
      select ${columns('Answer')} from answers
      where inquiry_id = page.inquiryId and seq > page.afterSeq and seq <= page.lastSeq
        and (hidden_at is null or page.seesAll or created_by = page.handle)
      order by seq limit page.size`,
    order: sql`seq`,
  }),
});
