import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { chargeCall } from '../../../../src/gateway/charge-call.ts';
import { Batch } from '../../../../src/gateway/load/batch.ts';
import { schema } from '../../../../schema/index.ts';
import { openMeter } from '../../../support/board/open-meter.ts';

test.each(['query', 'mutation', 'subscription'])(
  'the cost of a %s is not computed if no calls are left',
  async (type) => {
    const { meter } = openMeter({ left: { 'public-ip': 0 } });
    const steps: string[] = [];
    const request = {
      document: parse(`${type} { __typename }`),
      operationName: null,
      variables: {},
      assertVariables: () => void steps.push('computeCost'),
    };

    const batch = new Batch({ resume: () => void steps.push('turn') } as never);
    const options = { schema, context: { meter } as never, policy: 'anyone' } as const;
    const charged = chargeCall(options, request, batch);

    await expect(charged).rejects.toMatchObject({ code: 'rate_limited' });
    expect(steps).toEqual([]);
  },
);
