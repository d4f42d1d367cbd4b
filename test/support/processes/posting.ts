import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../board/agent.ts';
import type { TestDatabase } from '../database/database.ts';
import type { BoardProcess } from './board-process.ts';
import { WorkerConnection } from './worker-connection.ts';

const CONNECTIONS = 4;

/**
 * Posts on several connections until `stop` is called. A writer whose post fails opens another connection. `stop` returns the
 * failures, and the acknowledged posts that are not stored.
 */
export async function startPosting(board: BoardProcess, database: TestDatabase, agent: TestAgent) {
  const { thread_id: threadId } = await agent.openThread('Engines');
  const [acknowledged, failures]: [string[], string[]] = [[], []];
  let isStopped = false;
  const write = async (writer: number) => {
    let connection = new WorkerConnection(board);
    for (let i = 0; !isStopped; i++) {
      const body = `post ${i} of writer ${writer}`;
      const status = await connection
        .call(`POST /v1/threads/${threadId}/posts`, { headers: agent.headers, body: { body } })
        .then((reply) => reply.status, String);
      if (status === 201) {
        acknowledged.push(body);
        continue;
      }
      failures.push(String(status));
      connection[Symbol.dispose]();
      connection = new WorkerConnection(board);
    }
    connection[Symbol.dispose]();
  };
  const writers = Array.from({ length: CONNECTIONS }, (_, i) => write(i));
  const stop = async () => {
    isStopped = true;
    await Promise.all(writers);
    const rows = await database.rows<{ body: string }>(
      sql`select body from posts where thread_id = ${threadId}::uuid`,
    );
    const storedBodies = new Set(rows.map(({ body }) => body));
    return { failures, lost: acknowledged.filter((body) => !storedBodies.has(body)) };
  };
  return { acknowledged, stop };
}
