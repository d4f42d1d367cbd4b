import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CAMPAIGN_MS, runCampaign } from '../support/generated/campaign.ts';
import { methods } from '../../facades/a2a/methods.ts';
import { skills } from '../../facades/a2a/skills.ts';
import { a2aCalls } from '../support/generated/a2a.ts';
import { checkA2aResponse } from '../support/generated/response-checks.ts';
import { toJson } from '../support/generated/values/placeholders.ts';

const offered = [...skills.map(({ id }) => id), ...Object.keys(methods)];

describe('A2A', () => {
  it(
    'gives every generated request a documented answer, and writes nothing for those it refuses',
    async () => {
      const { requests, accepted } = await runCampaign({ calls: a2aCalls, check: checkA2aResponse });

      expect(accepted).toBeGreaterThan(requests / 20);
    },
    CAMPAIGN_MS,
  );

  it('is sent every skill and every method of its table', () => {
    const asked = new Set(
      fc
        .sample(a2aCalls, 2_000)
        .flatMap(({ body }) => offered.filter((name) => toJson(body).includes(`"${name}"`))),
    );

    expect(offered.filter((one) => !asked.has(one))).toEqual([]);
  });
});
