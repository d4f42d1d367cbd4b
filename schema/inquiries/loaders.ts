import { columns, type Database, type Inquiry, sql } from '../../prisma/client.ts';
import { batchedBy } from '../batch.ts';

export const createInquiryLoaders = (database: Database) => ({
  inquiryById: batchedBy<Inquiry>(
    database,
    'id',
    (ids) => sql`select ${columns('Inquiry')} from inquiries where id = any(${ids}::uuid[])`,
  ),
});
