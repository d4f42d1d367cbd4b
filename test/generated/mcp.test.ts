import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CAMPAIGN_TIMEOUT_MS, runCampaign } from '../support/generated/campaign.ts';
import { tools } from '../../facades/mcp/tools.ts';
import { mcpCalls } from '../support/generated/mcp.ts';
import { checkMcpResponse } from '../support/generated/response-checks.ts';
import { toJson } from '../support/generated/values/placeholders.ts';

describe('MCP', () => {
  test(
    'gives every generated request a documented response and writes nothing for a refused one',
    async () => {
      const { requests, accepted } = await runCampaign({ calls: mcpCalls, check: checkMcpResponse });

      // With fewer accepted requests, nearly all checked responses would be refusals.
      expect(accepted).toBeGreaterThan(requests / 20);
    },
    CAMPAIGN_TIMEOUT_MS,
  );

  test('gets requests for every tool', () => {
    const requested = new Set(
      fc
        .sample(mcpCalls, 2_000)
        .flatMap(({ body }) =>
          tools.filter(({ name }) => toJson(body).includes(`"${name}"`)).map(({ name }) => name),
        ),
    );

    expect(tools.map(({ name }) => name).filter((name) => !requested.has(name))).toEqual([]);
  });
});
