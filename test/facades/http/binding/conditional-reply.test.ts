import { describe, expect, test } from 'vitest';
import { toConditionalReply } from '../../../../facades/http/binding/conditional-reply.ts';
import type { Reply } from '../../../../facades/http/reply.ts';
import type { Session } from '../../../../schema/contract.ts';
import { rateLimit } from './recorded-route.ts';

describe('a reply', () => {
  const reply: Reply = { status: 200, headers: { etag: '"a"', 'content-type': 'text/plain' }, body: 'x' };
  const replyTo = async (ifNoneMatch: string) => {
    let refunds = 0;
    const session = {
      rateLimit,
      refundCall: () => {
        refunds++;
        return Promise.resolve();
      },
    } as unknown as Session;
    const request = new Request('http://board', { headers: { 'if-none-match': ifNoneMatch } });
    return [await toConditionalReply(request, reply, session), refunds] as const;
  };

  test('that the client already has becomes a 304 that is not counted as a call, unless If-None-Match is `*`', async () => {
    expect(await replyTo('"a"')).toEqual([
      {
        status: 304,
        headers: expect.objectContaining({ etag: '"a"', 'x-ratelimit-remaining': '8' }) as object,
        body: null,
      },
      1,
    ]);
    expect(await replyTo(' * ')).toEqual([{ status: 304, headers: { etag: '"a"' }, body: null }, 0]);
    expect(await replyTo('"b"')).toEqual([reply, 0]);
  });
});
