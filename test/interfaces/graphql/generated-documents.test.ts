// Property test: any valid document costs at most its reserved points, and its response is bounded.
import * as fc from 'fast-check';
import { parse } from 'graphql';
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

const MAX_RESPONSE_BYTES = 8_388_608;
/** The bound of bodies at /graphql: twice the default of the setting MAX_BODY_BYTES. */
const MAX_BODY_BYTES = 131_072;
/** Upper bound of rows per point: a list reads one row more than its page, and a record may be read twice. */
const ROWS_PER_POINT = 3;
/** The caller's key and its agent, read again when the cached credential has expired. */
const AUTHENTICATION_ROWS = 2;
const numRuns = Number(process.env['GENERATED_DOCUMENTS'] ?? 2000);

let board: TestBoard;
let pool: ArgumentPool;
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoard({ MAX_WAITING: '0', GRAPHQL_MAX_ANSWER_BYTES: String(MAX_RESPONSE_BYTES) });
  ({ ada, pool } = await fillToBounds(board));
});

afterAll(() => board[Symbol.asyncDispose]());

/** The cost of a document with coerced variables; null if the document is refused. */
function costOf({ query, variables }: GeneratedDocument) {
  try {
    return computeCost(schema, { document: parse(query), variables });
  } catch {
    return null;
  }
}

const isBodyTooLarge = (generated: GeneratedDocument): boolean =>
  Buffer.byteLength(JSON.stringify(generated)) > MAX_BODY_BYTES;

/** Counts and maxima over all generated documents. They are printed if GENERATED_DOCUMENTS is set. */
const observed = { answered: 0, failed: 0, tooComplex: 0, bytes: 0, rowsPerPoint: 0 };

const codesOf = (errors: readonly { readonly extensions: { readonly code: string } }[] = []) =>
  errors.map(({ extensions }) => extensions.code);

/** Sends a document as an agent or without a key, and checks its cost and its response. */
async function checkDocument(generated: GeneratedDocument, isAgent: boolean): Promise<void> {
  const cost = costOf(generated);
  const send = () =>
    countRowsRead(board.database, () => (isAgent ? ada : board).call('POST /graphql', { body: generated }));
  const { rows, value: reply } = await send();
  const codes = codesOf(reply.body.errors);
  // The generator makes valid documents only.
  expect(codes).not.toContain('malformed_request');
  expect(codes).not.toContain('internal');
  expect(reply.status).toBeLessThan(500);
  const bytes = Buffer.byteLength(reply.text);
  expect(bytes).toBeLessThanOrEqual(MAX_RESPONSE_BYTES + 200_000);
  observed.bytes = Math.max(observed.bytes, bytes);
  const maxRows = cost ? ROWS_PER_POINT * cost.points + 20 : isAgent ? AUTHENTICATION_ROWS : 0;
  // Reads of a previous document that ended early with an error may still run. Then the document is sent again.
  expect(rows <= maxRows ? rows : (await send()).rows).toBeLessThanOrEqual(maxRows);
  if (!cost) {
    observed.tooComplex += 1;
    expect(codes).toEqual([isBodyTooLarge(generated) ? 'body_too_large' : 'query_too_complex']);
    return;
  }
  expect(cost.points).toBeLessThanOrEqual(DOCUMENT_BOUNDS.points);
  if (cost.points > 0) observed.rowsPerPoint = Math.max(observed.rowsPerPoint, rows / cost.points);
  observed[codes.length > 0 ? 'failed' : 'answered'] += 1;
  if (!reply.body.data || !cost.plan) return;
  expect(reply.body.extensions.cost.requested).toBe(cost.points);
  expect(measureResult(cost.plan, reply.body.data).points).toBeLessThanOrEqual(cost.points);
}

describe('a generated document', () => {
  test(
    'costs at most its reserved points, and its response is within the bounds',
    async () => {
      const property = fc.asyncProperty(graphqlDocuments(schema, pool), fc.boolean(), checkDocument);

      await fc.assert(property, {
        numRuns,
        ...(process.env['SEED'] && { seed: Number(process.env['SEED']) }),
      });

      if (process.env['GENERATED_DOCUMENTS']) process.stdout.write(`${JSON.stringify(observed)}\n`);
      expect(observed.answered).toBeGreaterThan(numRuns / 20);
    },
    300_000 + 60 * numRuns,
  );
});
