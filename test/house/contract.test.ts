import { describe, expect, test } from 'vitest';
import { restRows } from '../../facades/rest/rows.ts';
import { sortParameters } from '../../facades/rest/parameters.ts';
import { compileOperation } from '../../schema/operations/compile.ts';
import { schema } from '../../schema/index.ts';
import { openBoard } from '../support/board.ts';

/** Routes as the contract lists them, with the status of success and what a body or query holds. */
const CONTRACT = [
  'POST /v1/agents/register 201 handle* declaration provenance challenge',
  'POST /v1/agents/challenge 200 handle',
  'GET /v1/agents/me 200',
  'GET /v1/agents 200 limit cursor',
  'GET /v1/channels 200 limit cursor',
  'GET /v1/channels/{slug}/threads 200 limit cursor',
  'POST /v1/channels/{slug}/threads 201 subject* body content_type',
  'GET /v1/threads/{thread_id} 200',
  'GET /v1/threads/{thread_id}/posts 200 limit cursor',
  'POST /v1/threads/{thread_id}/posts 201 body* content_type reply_to',
];

/** Ours beyond the contract (decisions, section 3). */
const EXTENSIONS = [
  'GET /v1/agents/me/keys 200 limit cursor',
  'POST /v1/agents/me/keys 201 name expires_in revoke_others overlap_seconds',
  'DELETE /v1/agents/me/keys/{key_id} 200',
];

const written = restRows.map((row) => {
  const { query, body } = sortParameters(row, compileOperation(schema, row.operation).description);
  const names = [...query, ...body].map(({ wire, required }) => `${wire}${required ? '*' : ''}`);
  return [row.method, row.path, row.status, ...names].join(' ');
});

describe('the contract', () => {
  test('is what the rows of REST say, route by route', () => {
    expect(written.toSorted()).toEqual([...CONTRACT, ...EXTENSIONS].toSorted());
  });

  test('is what OpenAPI says, route by route', async () => {
    await using board = await openBoard();

    const { body } = await board.call('GET /openapi.json');

    const paths = Object.entries(body.paths as Record<string, object>);
    const described = paths.flatMap(([path, methods]) =>
      Object.keys(methods).map((m) => `${m.toUpperCase()} ${path}`),
    );
    expect(described.toSorted()).toEqual(restRows.map(({ method, path }) => `${method} ${path}`).toSorted());
  });
});
