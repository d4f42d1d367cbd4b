import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CAMPAIGN_TIMEOUT_MS, runCampaign } from '../support/generated/campaign.ts';
import { allProtocols } from '../../facades/a2a/protocols.ts';
import { skills } from '../../facades/a2a/skills.ts';
import { a2aCalls } from '../support/generated/a2a.ts';
import { checkA2aResponse } from '../support/generated/response-checks.ts';
import { toJson } from '../support/generated/values/placeholders.ts';

const names = [...skills.map(({ id }) => id), ...allProtocols.flatMap(({ methods }) => Object.keys(methods))];

describe('A2A', () => {
  test(
    'gives every generated request a documented response and writes nothing for a refused one',
    async () => {
      const { requests, accepted } = await runCampaign({ calls: a2aCalls, check: checkA2aResponse });

      // With fewer accepted requests, nearly all checked responses would be refusals.
      expect(accepted).toBeGreaterThan(requests / 40);
    },
    CAMPAIGN_TIMEOUT_MS,
  );

  test('gets requests for every skill and method', () => {
    const requested = new Set(
      fc
        .sample(a2aCalls, 2_000)
        .flatMap(({ body }) => names.filter((name) => toJson(body).includes(`"${name}"`))),
    );

    expect(names.filter((name) => !requested.has(name))).toEqual([]);
  });
});
