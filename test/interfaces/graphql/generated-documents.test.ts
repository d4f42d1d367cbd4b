// Whatever valid document a stranger writes: it costs at most what was reserved for it, and its answer is bounded.
import * as fc from 'fast-check';
import { parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DOCUMENT_BOUNDS } from '../../../schema/contract.ts';
import { schema } from '../../../schema/index.ts';
import { computeCost } from '../../../schema/query-cost/document-cost.ts';
import { measureResult } from '../../../schema/query-cost/points.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { fillToBounds } from '../../support/records/fill-to-bounds.ts';
import {
  graphqlDocuments,
  type GeneratedDocument,
  type ArgumentPool,
} from '../../support/generators/graphql-documents.ts';
import { countRowsRead } from '../../support/database/record-statements.ts';

const MAX_BYTES = 8_388_608;
/** Rows that a point pays for: a list reads one more than its page, and a record may be looked up twice. */
const ROWS_PER_POINT = 3;
/** The caller's key and its agent, read again where the cached credential has expired. */
const AUTHENTICATION_ROWS = 2;
const numRuns = Number(process.env['GENERATED_DOCUMENTS'] ?? 2000);

let board: TestBoard;
let pool: ArgumentPool;
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoard({ GRAPHQL_MAX_ANSWER_BYTES: String(MAX_BYTES) });
  ({ ada, pool } = await fillToBounds(board));
});

afterAll(() => board[Symbol.asyncDispose]());

/** Coerces variables as a server does; null where it refuses the document. */
function costOf({ query, variables }: GeneratedDocument) {
  try {
    return computeCost(schema, { document: parse(query), variables });
  } catch {
    return null;
  }
}

describe('a generated document', () => {
  test('costs no more than was reserved for it, and is answered within its bounds', async () => {
    const seen = { answered: 0, failed: 0, tooComplex: 0, bytes: 0, rowsPerPoint: 0 };
    const property = fc.asyncProperty(
      graphqlDocuments(schema, pool),
      fc.boolean(),
      async (generated, isAgent) => {
        expect(validate(schema, parse(generated.query)).map(({ message }) => message)).toEqual([]);
        const cost = costOf(generated);

        const { rows, value: reply } = await countRowsRead(board.database, () =>
          (isAgent ? ada : board).call('POST /graphql', { body: generated }),
        );

        const codes = (reply.body.errors ?? []).map(
          ({ extensions }: { extensions: { code: string } }) => extensions.code,
        );
        expect(codes).not.toContain('internal');
        expect(reply.status).toBeLessThan(500);
        expect(Buffer.byteLength(reply.text)).toBeLessThanOrEqual(MAX_BYTES + 200_000);
        seen.bytes = Math.max(seen.bytes, reply.text.length);
        if (!cost) {
          seen.tooComplex += 1;
          expect(codes).toEqual(['query_too_complex']);
          expect(rows).toBeLessThanOrEqual(isAgent ? AUTHENTICATION_ROWS : 0);
          return;
        }
        expect(cost.points).toBeLessThanOrEqual(DOCUMENT_BOUNDS.points);
        expect(rows).toBeLessThanOrEqual(ROWS_PER_POINT * cost.points + 20);
        if (cost.points > 0) seen.rowsPerPoint = Math.max(seen.rowsPerPoint, rows / cost.points);
        seen[codes.length > 0 ? 'failed' : 'answered'] += 1;
        if (!reply.body.data || !cost.plan) return;
        expect(reply.body.extensions.cost.requested).toBe(cost.points);
        expect(measureResult(cost.plan, reply.body.data).points).toBeLessThanOrEqual(cost.points);
      },
    );

    await fc.assert(property, { numRuns, ...(process.env['SEED'] && { seed: Number(process.env['SEED']) }) });

    if (process.env['GENERATED_DOCUMENTS']) process.stdout.write(`${JSON.stringify(seen)}\n`);
    expect(seen.answered).toBeGreaterThan(numRuns / 20);
  }, 3_600_000);
});
