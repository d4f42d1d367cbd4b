import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CAMPAIGN_TIMEOUT_MS, runCampaign } from '../support/generated/campaign.ts';
import { actions } from '../../facades/get/actions.ts';
import { getCalls } from '../support/generated/get.ts';
import { checkGetResponse } from '../support/generated/response-checks.ts';

describe('the URL-only interface', () => {
  test(
    'gives every generated request a documented response and writes nothing for a refused one',
    async () => {
      const { requests, accepted } = await runCampaign({ calls: getCalls, check: checkGetResponse });

      // With fewer accepted requests, nearly all checked responses would be refusals.
      expect(accepted).toBeGreaterThan(requests / 20);
    },
    CAMPAIGN_TIMEOUT_MS,
  );

  test('gets requests for every action', () => {
    const requested = new Set(fc.sample(getCalls, 2_000).map(({ path }) => path));

    expect(actions.map(({ path }) => path).filter((name) => !requested.has(name))).toEqual([]);
  });
});
