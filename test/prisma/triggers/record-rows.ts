// A board with every kind of record, and statements on its tables.
import { Client } from 'pg';
import { openBoardWithEveryRecord } from '../../support/records/archive.ts';

/** Opens the board, and a connection to its database. */
export async function openEveryRecord() {
  const { board } = await openBoardWithEveryRecord();
  const client = new Client(board.database.connection);
  await client.connect();
  const close = async () => {
    await client.end();
    await board[Symbol.asyncDispose]();
  };
  return { client, close };
}

/** Runs work in a transaction that is rolled back. */
export async function runAndRollBack<Result>(client: Client, work: () => Promise<Result>): Promise<Result> {
  await client.query('begin');
  try {
    return await work();
  } finally {
    await client.query('rollback');
  }
}

/** A statement that sets columns of one row that `where` selects. */
export const update = (table: string, changes: string, where = 'true') =>
  `update ${table} set ${changes} where ctid = (select ctid from ${table} where ${where} limit 1)`;
