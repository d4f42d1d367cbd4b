import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CAMPAIGN_MS, runCampaign } from '../support/generated/campaign.ts';
import { actions } from '../../facades/get/actions.ts';
import { getCalls } from '../support/generated/get.ts';
import { checkGetResponse } from '../support/generated/response-checks.ts';

describe('the URL-only interface', () => {
  it(
    'gives every generated request a documented answer, and writes nothing for those it refuses',
    async () => {
      const { requests, accepted } = await runCampaign({ calls: getCalls, check: checkGetResponse });

      expect(accepted).toBeGreaterThan(requests / 20);
    },
    CAMPAIGN_MS,
  );

  it('is sent every action of its table', () => {
    const asked = new Set(fc.sample(getCalls, 2_000).map(({ path }) => path));

    expect(actions.map(({ path }) => path).filter((one) => !asked.has(one))).toEqual([]);
  });
});
