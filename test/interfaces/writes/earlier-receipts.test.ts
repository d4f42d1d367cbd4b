// Receipts of the version without payloads (docs/decisions/0051-payloads-and-forms-of-input.md): mutations returned
// their record, and acceptance, scopes, artifact and limitations were JSON.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assertObjectType, getNullableType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { schema } from '../../../schema/index.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { repository } from '../../support/docs/source.ts';

interface StoredReceipt {
  readonly operation: string;
  readonly owner: string;
  readonly key: string;
  /** In hexadecimal digits. */
  readonly inputHash: string;
  readonly answer: { readonly createdAt: { readonly $time: string } };
  /** The REST call and its body. */
  readonly call: string;
  readonly body: object;
  /** The input of a GraphQL mutation with the same effect. */
  readonly graphqlInput: object;
  /** The status and the response of the earlier version. */
  readonly status: number;
  readonly response: { readonly id: string };
}

const receipts: readonly StoredReceipt[] = JSON.parse(
  readFileSync(join(repository, 'test/fixtures/receipts.json'), 'utf8'),
);

let board: TestBoard;
const agents = new Map<string, TestAgent>();

beforeAll(async () => {
  board = await openBoard();
  const time = Date.parse(receipts[0]?.answer.createdAt.$time ?? '');
  board.clock.advance({ seconds: (time - board.clock.now().getTime()) / 1000 });
  for (const handle of new Set(receipts.map(({ owner }) => owner)))
    agents.set(handle, await board.join(handle));
  for (const { owner, operation, key, inputHash, answer } of receipts)
    await board.database.rows(sql`
      insert into receipts (owner, operation, key, input_hash, answer, created_at)
      values (${owner}, ${operation}, ${key}, decode(${inputHash}, 'hex'), ${JSON.stringify(answer)}::jsonb,
        ${board.clock.now()})`);
});
afterAll(() => board[Symbol.asyncDispose]());

/** Returns a mutation that selects the record of its payload as `record`. */
function toMutation(operation: string): string {
  const field = schema.getMutationType()?.getFields()[operation];
  const payload = assertObjectType(getNullableType(field?.type));
  const record = Object.keys(payload.getFields()).find(
    (name) => !['clientMutationId', 'replayed'].includes(name),
  );
  return `mutation ($input: ${String(field?.args[0]?.type)}) { ${operation}(input: $input) { record: ${record} { id } replayed } }`;
}

describe('a receipt of the version without payloads', () => {
  test.each(receipts.map((receipt) => [`${receipt.operation} ${receipt.key}`, receipt] as const))(
    'replays %s over REST',
    async (_name, { owner, key, call, body, status, response }) => {
      const reply = await agents.get(owner)?.call(call, { body, headers: { 'Idempotency-Key': key } });

      expect([reply?.status, reply?.headers.get('idempotency-replayed')]).toEqual([status, 'true']);
      // Later versions have added members.
      expect(reply?.body).toMatchObject(response);
    },
  );

  test.each(receipts.map((receipt) => [`${receipt.operation} ${receipt.key}`, receipt] as const))(
    'replays %s over GraphQL',
    async (_name, { operation, owner, key, graphqlInput, response }) => {
      const input = { ...graphqlInput, idempotencyKey: key };
      const reply = await agents.get(owner)?.graphql(toMutation(operation), { input });

      expect(reply?.body).toMatchObject({
        data: { [operation]: { record: { id: response.id }, replayed: true } },
      });
    },
  );
});
