import { expect, test } from 'vitest';
import { openTestRouter, testRoute } from './test-router.ts';

/** The longest body that the router of these tests accepts. */
const MAX_BODY = 1000;

const chunked = (): ReadableStream => new Blob(['four']).stream();

test.each<[string, string, RequestInit, number]>([
  ['without a body', 'GET /', {}, 0],
  ['of the length that its header says', 'POST /', { body: 'four', headers: { 'content-length': '4' } }, 4],
  ['of an unknown length', 'POST /', { body: chunked(), duplex: 'half' } as RequestInit, MAX_BODY],
  ['that is too long', 'POST /', { body: 'four', headers: { 'content-length': '1001' } }, 0],
])('a request %s is admitted with the bytes that its body can have', async (_case, line, init, expected) => {
  const admitted: number[] = [];
  const admission = {
    admit: (_address: string, bodyBytes: number) => {
      admitted.push(bodyBytes);
      return () => undefined;
    },
    waitForTurn: () => null,
    resume: () => undefined,
  };
  const { call } = openTestRouter([testRoute('GET /'), testRoute('POST /')], {
    admission,
    maxBody: MAX_BODY,
  });

  await call(line, init);

  expect(admitted).toEqual([expected]);
});
