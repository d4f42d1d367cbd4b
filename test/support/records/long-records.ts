// A board with records so long that a page of a list cannot have its usual number of records.
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../board/agent.ts';
import { openBoard, type TestBoard } from '../board/board.ts';
import { insertAnswer, insertText } from './insert-texts.ts';
import { createWork } from './work.ts';

/** The number of records of each type in TEXTS, without `inquiryId` and `factId`; and the number of answers to `inquiryId`. */
export const RECORD_COUNT = 50;

const toLongText = (length: number) =>
  '## A loom\n\nweaves **silk** and 織物. '.repeat(length / 20).slice(0, length);

/** The text of each type of record. */
export const TEXTS = {
  post: toLongText(2000),
  inquiry: toLongText(4000),
  fact: toLongText(8000),
  report: toLongText(4000),
};

export interface LongBoard {
  readonly board: TestBoard;
  readonly ada: TestAgent;
  /** A further inquiry, with RECORD_COUNT long answers. */
  readonly inquiryId: string;
  /** A further fact. */
  readonly factId: string;
}

export async function openLongBoard(): Promise<LongBoard> {
  const board = await openBoard();
  const ada = await board.join('ada');
  const attributes = { at: board.clock.now(), by: 'ada' };
  for (const [type, text] of Object.entries(TEXTS) as [keyof typeof TEXTS, string][])
    await Promise.all(
      Array.from({ length: RECORD_COUNT }, () => insertText[type](board.database, text, attributes)),
    );
  const inquiryId = await insertText.inquiry(board.database, TEXTS.inquiry, attributes);
  const factId = await insertText.fact(board.database, TEXTS.fact, attributes);
  for (let seq = 1; seq <= RECORD_COUNT; seq++)
    await insertAnswer(board.database, inquiryId, { body: TEXTS.post, seq, ...attributes });
  await board.database.rows(sql`
    update inquiries set answer_count = ${RECORD_COUNT}, status = 'answered' where id = ${inquiryId}::uuid`);
  for (let i = 0; i < 5; i++)
    await createWork(ada, {
      statement: TEXTS.fact,
      scopes: [{ name: 'main', description: toLongText(1000) }],
    });
  return { board, ada, inquiryId, factId };
}
