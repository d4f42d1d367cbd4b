import { expect, test } from 'vitest';
import { trackBody } from '../../../../facades/http/server/count-unread.ts';

test('the bytes of a body count as unread until they are released, if the connection can be closed', () => {
  const tracked: unknown[] = [];
  const unread = {
    track: (address: string, { bytes }: { readonly bytes: number }) => {
      tracked.push([address, bytes]);
      return () => void tracked.push('released');
    },
  };
  const close = () => {};
  const peer = { close };
  trackBody('éa', 'a', { peer, unread })();
  trackBody(new Uint8Array(7), 'b', { peer, unread });
  trackBody(null, 'c', { peer, unread })();
  trackBody('x', 'd', { peer: {}, unread })();
  trackBody('x', 'e', { peer, unread: undefined })();
  expect(tracked).toEqual([['a', 2], 'released', ['b', 7]]);
});
