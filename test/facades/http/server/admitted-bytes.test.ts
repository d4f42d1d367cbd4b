import { expect, test } from 'vitest';
import { openTestRouter, testRoute } from './test-router.ts';

/** The longest body that the router of these tests accepts. */
const MAX_BODY = 1000;

const chunked = (): ReadableStream => new Blob(['four']).stream();

test.each<[string, string, RequestInit, number]>([
  ['without a body', 'GET /', {}, 0],
  ['with Content-Length', 'POST /', { body: 'four', headers: { 'content-length': '4' } }, 4],
  ['with a body of unknown length', 'POST /', { body: chunked(), duplex: 'half' } as RequestInit, MAX_BODY],
  ['whose body is too long', 'POST /', { body: 'four', headers: { 'content-length': '1001' } }, 0],
])(
  'a request %s is admitted with the most bytes of its body that the board may read',
  async (_case, line, init, expected) => {
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
  },
);
