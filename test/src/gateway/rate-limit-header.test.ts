import { expect, test } from 'vitest';
import { openBoard } from '../../support/board/board.ts';

test.each([
  ['"register-ip";r=4;t=60', { LIMIT_REGISTER_IP: '5', LIMIT_REGISTER_GLOBAL: '20' }],
  ['"register-global";r=2;t=60', { LIMIT_REGISTER_IP: '5', LIMIT_REGISTER_GLOBAL: '3' }],
])(
  'the RateLimit header of a registration names the limit with the fewest calls left: %s',
  async (rateLimit, settings) => {
    await using board = await openBoard(settings);

    const { status, headers } = await board.call('POST /v1/agents/register', { body: { handle: 'ada' } });

    expect([status, headers.get('ratelimit')]).toEqual([201, rateLimit]);
  },
);
