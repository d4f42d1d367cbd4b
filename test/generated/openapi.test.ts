import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CAMPAIGN_TIMEOUT_MS, runCampaign } from '../support/generated/campaign.ts';
import { checkDescribedResponse, describedOperations, openApiCalls } from '../support/generated/openapi.ts';

describe('a request that is generated from the OpenAPI document', () => {
  test(
    'gets a response with a described status, described headers and a described body',
    async () => {
      const { requests, accepted } = await runCampaign({
        calls: openApiCalls,
        check: checkDescribedResponse,
      });

      // With fewer accepted requests, nearly all checked responses would be refusals.
      expect(accepted).toBeGreaterThan(requests / 20);
    },
    CAMPAIGN_TIMEOUT_MS,
  );

  test('can be a request to every operation', () => {
    const requested = new Set(fc.sample(openApiCalls, 5_000).map(({ method, path }) => `${method} ${path}`));

    expect(describedOperations.filter((operation) => !requested.has(operation))).toEqual([]);
  });
});
