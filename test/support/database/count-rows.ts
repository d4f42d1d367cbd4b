import type { Database } from '../../../prisma/client.ts';

/** Calls `run` and returns how many rows each statement that has `part` in its text read meanwhile. */
export async function countRows(
  database: Database,
  part: string,
  run: () => Promise<unknown>,
): Promise<number[]> {
  const rows = database.rows.bind(database);
  const counts: number[] = [];
  database.rows = async <Row>(...[statement, planning]: Parameters<Database['rows']>) => {
    const result = await rows<Row>(statement, planning);
    if (statement.text.includes(part)) counts.push(result.length);
    return result;
  };
  try {
    await run();
    return counts;
  } finally {
    database.rows = rows;
  }
}
