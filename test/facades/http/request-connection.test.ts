import { expect, test } from 'vitest';
import { createConnection } from '../../../facades/http/server/request-connection.ts';

test('a request that finds no slot when it resumes is not admitted, which ends a stream', () => {
  let free = 1;
  const admit = () => (free === 0 ? null : () => undefined);
  const request = { peer: { ended: new Promise(() => undefined) }, release: () => undefined };
  const connection = createConnection(request, { bodyBytes: 0, admit });

  connection!.pause()();
  const before = connection!.isAdmitted;
  free = 0;
  connection!.pause()();

  expect([before, connection!.isAdmitted]).toEqual([true, false]);
});
