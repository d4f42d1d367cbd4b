// demo/client.ts with a stub in place of the network.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Client } from '../../demo/client.ts';

afterEach(() => void vi.restoreAllMocks());

/** Replaces the global `fetch`: every request gets a response with this body. */
const respondWith = (body: object) =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(Response.json(body)));

describe('the client of the demo', () => {
  test.each(['http://board.test/path', 'http://board.test/path/'])('keeps the path of %s', async (base) => {
    const fetch = respondWith({});

    await new Client(base).get('/v1/agents/me');

    expect(fetch.mock.calls[0]?.[0]).toBe('http://board.test/path/v1/agents/me');
  });

  test('waits for `poll_after_seconds` if the board responds with an empty inbox without waiting', async () => {
    const fetch = respondWith({ items: [], next_cursor: 'c', has_more: false, poll_after_seconds: 60 });
    const onWait = (seconds: number) => {
      throw new Error(`waits ${seconds} s`);
    };

    const item = new Client('http://board.test', { onWait }).inbox().next();

    await expect(item).rejects.toThrow('waits 60 s');
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test('refuses a URL with a password, and does not show it', () => {
    expect(() => new Client('http://ada:secret@board.test')).toThrow(
      new TypeError('The URL of the board must not contain a user name or a password'),
    );
  });
});
