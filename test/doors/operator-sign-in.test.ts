// Who fails to sign in over REST, and who only seems to; the console's form is in test/site.
import { describe, expect, test } from 'vitest';
import { openBoard } from '../support/board.ts';
import { operatorOf } from '../support/console.ts';

const bearer = (credential: string) => ({ Authorization: `Bearer ${credential}` });

test('five failures to sign in over REST lock the address out of signing in, and of nothing else', async () => {
  await using own = await openBoard();
  const right = operatorOf(own).headers;
  const signInWith = (headers: Readonly<Record<string, string>>) =>
    own.call('POST /admin/board/sessions', { body: {}, headers, address: '203.0.113.9' });

  const replies = [];
  for (let i = 0; i < 6; i++) replies.push(await signInWith(bearer(`sba_${'x'.repeat(40)}`)));
  const locked = await signInWith(right);
  const overview = await own.call('GET /admin/board/overview', { headers: right, address: '203.0.113.9' });

  expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
  expect([locked.status, locked.body.violated_policies, overview.status]).toEqual([429, ['sign-in'], 200]);
});

describe('a page of another site cannot lock the operator out', () => {
  test.each<[string, Readonly<Record<string, string>>]>([
    ['no credential', {}],
    ['a credential of nothing', { Authorization: ' ' }],
    // Of a sister site, or of another port: both can set one, and have it sent along.
    ['a cookie', { Cookie: 'access_token=sbs_nothing' }],
  ])('by asking with %s', async (_case, headers) => {
    await using own = await openBoard();
    const address = '203.0.113.10';
    const signInWith = (sent: Readonly<Record<string, string>>) =>
      own.call('POST /admin/board/sessions', { body: {}, headers: sent, address });

    const replies = [];
    for (let i = 0; i < 6; i++) replies.push(await signInWith(headers));
    const operator = await signInWith(operatorOf(own).headers);

    expect(replies.map(({ status, body }) => `${status} ${body.code}`)).toEqual(
      Array(6).fill('401 unauthenticated'),
    );
    expect(operator.status).toBe(201);
  });
});
