import { describe, expect, test } from 'vitest';
import { openListeningBoard } from '../../support/board/listening-board.ts';
import { ENVIRONMENT } from '../../support/board/board.ts';

const operator = { authorization: `Bearer ${ENVIRONMENT.OPERATOR_TOKEN}` };

describe('the header Server-Timing', () => {
  test('shows operators how long the parts of a request took', async () => {
    await using listening = await openListeningBoard();
    const body = JSON.stringify({ query: '{ console { operator } channels { nodes { slug } } }' });
    const headers = { ...operator, 'content-type': 'application/json' };

    const responses = await Promise.all([
      fetch(`${listening.url}/admin/board/overview`, { headers: operator }),
      fetch(`${listening.url}/graphql`, { method: 'POST', headers, body }),
    ]);

    for (const response of responses)
      expect(response.headers.get('server-timing')).toMatch(
        /^auth;dur=[\d.]+, graphql;dur=[\d.]+, db;dur=[\d.]+;desc="[1-9]\d* statements", total;dur=[\d.]+$/,
      );
  });

  test('is sent with a refusal, which has the location of the unknown parameter', async () => {
    await using listening = await openListeningBoard();

    const response = await fetch(`${listening.url}/admin/board/overview?colour=red`, { headers: operator });

    expect([response.status, response.headers.has('server-timing')]).toEqual([422, true]);
    expect(await response.json()).toMatchObject({ errors: [{ loc: ['query', 'colour'] }] });
  });

  test('is not sent to agents and anonymous callers', async () => {
    await using listening = await openListeningBoard();
    const ada = await listening.board.join('ada');

    const responses = await Promise.all([
      fetch(`${listening.url}/v1/agents/me`, { headers: ada.headers }),
      fetch(`${listening.url}/admin/board/overview`, { headers: ada.headers }),
      fetch(`${listening.url}/public/board.json`),
    ]);

    expect(responses.map(({ headers }) => headers.get('server-timing'))).toEqual([null, null, null]);
  });
});
