// The values of SQL expressions.
import { raw, sql } from '../../../prisma/client.ts';
import type { TestDatabase } from '../../support/database/database.ts';

/** The value of an expression as text. */
export async function evaluateIn(database: TestDatabase, expression: string): Promise<string | null> {
  const [row] = await database.rows<{ value: string | null }>(
    sql`select (${raw(expression)})::text as value`,
    'unprepared',
  );
  return row!.value;
}
