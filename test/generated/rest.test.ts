import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CAMPAIGN_TIMEOUT_MS, runCampaign } from '../support/generated/campaign.ts';
import { adminRouteDefinitions } from '../../facades/admin/route-definitions.ts';
import { publicRouteDefinitions } from '../../facades/public/route-definitions.ts';
import { restRouteDefinitions } from '../../facades/rest/route-definitions.ts';
import { restCalls } from '../support/generated/rest.ts';
import { checkRestResponse } from '../support/generated/response-checks.ts';

describe('REST', () => {
  test(
    'gives every generated request a documented response and writes nothing for a refused one',
    async () => {
      const { requests, accepted } = await runCampaign({ calls: restCalls, check: checkRestResponse });

      // With fewer accepted requests, nearly all checked responses would be refusals.
      expect(accepted).toBeGreaterThan(requests / 20);
    },
    CAMPAIGN_TIMEOUT_MS,
  );

  test('gets requests for every route', () => {
    const requested = new Set(fc.sample(restCalls, 5_000).map(({ method, path }) => `${method} ${path}`));

    expect(
      [...restRouteDefinitions, ...adminRouteDefinitions, ...publicRouteDefinitions]
        .map(({ method, path }) => `${method} ${path}`)
        .filter((route) => !requested.has(route)),
    ).toEqual([]);
  });
});
