import type { ClientBase } from 'pg';

/** Maximum number of subtransactions, each with an id, of one transaction. */
const BATCH_SIZE = 100_000;

/** 50 million ids take some five minutes. */
const MAX_ADVANCE = 50_000_000n;

/**
 * Takes transaction ids until the next one is at least `target`. Rows keep the id of the transaction that wrote them, and the
 * cursors of readers contain the transactions that they have read (docs/decisions/0008-feed-checkpoints.md): if the server
 * assigned the same ids again, rows and cursors would refer to the wrong transactions. If the server is more than
 * `MAX_ADVANCE` ids behind, does nothing: rows with ids that the server has not reached then count as visible in every snapshot.
 */
export async function advanceTransactionId(client: ClientBase, target: bigint): Promise<void> {
  if (target - (await readNextId(client)) > MAX_ADVANCE) return;
  await client.query('create temporary table taken (id int) on commit delete rows');
  for (let next = await readNextId(client); next < target; next = await readNextId(client)) {
    const missingIds = target - next;
    // A block with an exception handler is a subtransaction, which takes an id with its first write.
    await client.query(
      `do $$ begin
         for i in 1..${missingIds < BATCH_SIZE ? missingIds : BATCH_SIZE} loop
           begin insert into taken values (i); exception when others then raise; end;
         end loop;
       end $$`,
    );
  }
  await client.query('drop table taken');
}

async function readNextId(client: ClientBase): Promise<bigint> {
  const { rows } = await client.query<{ next: string }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text as next',
  );
  return BigInt(rows[0]?.next ?? 0);
}
