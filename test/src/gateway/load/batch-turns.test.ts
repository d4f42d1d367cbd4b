import { setImmediate } from 'node:timers/promises';
import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../../../schema/index.ts';
import { GatewaySession } from '../../../../src/gateway/session.ts';
import type { SessionOptions } from '../../../../src/gateway/session-options.ts';

test('the costs of a batch are computed in different iterations, also if its calls are counted in the same one', async () => {
  const steps: string[] = [];
  const counted = Promise.withResolvers<null>();
  const meter = {
    chargeOperation: () => counted.promise.then(() => ({ bucket: undefined })),
    reservePoints: () => Promise.reject(new Error('is not executed')),
  };
  const resume = () => void steps.push('resume');
  const options = { schema, policy: 'anyone', context: { meter }, resume } as unknown as SessionOptions;
  const session = new GatewaySession(options);
  const request = {
    ...{ document: parse('{ __typename }'), operationName: null, variables: {}, isInBatch: true },
    assertVariables: () => void steps.push('computeCost'),
  };
  const operations = Promise.allSettled([1, 2, 3].map(() => session.executeDocument(request)));
  for (let i = 0; i < 5; i++) await setImmediate();
  steps.length = 0;

  counted.resolve(null);
  for (let i = 0; i < 5; i++) {
    await setImmediate();
    steps.push('next iteration');
  }
  await operations;

  const withoutEmpty = steps
    .join(' ')
    .replaceAll(/( next iteration)+/g, ' |')
    .trim();
  expect(withoutEmpty).toBe('resume computeCost | resume computeCost | resume computeCost |');
});
