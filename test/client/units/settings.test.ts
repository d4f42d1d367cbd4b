import { describe, expect, test } from 'vitest';
import { toSettings } from '../../../client/options.ts';

describe('the settings', () => {
  test('have the documented defaults', () => {
    const { fetch: send, ...others } = toSettings({ url: 'http://board' });
    expect(send).toBeInstanceOf(Function);
    expect(others).toEqual({
      documentIds: false,
      maxTries: 5,
      maxWaitMs: 65_000,
      timeoutMs: 30_000,
      backoffMs: 500,
      idleMs: 45_000,
      endpoint: 'http://board/graphql',
    });
  });

  test('have the values that the caller sets', () => {
    const options = {
      documentIds: true,
      maxTries: 1,
      maxWaitMs: 2,
      timeoutMs: 3,
      backoffMs: 4,
      idleMs: 5,
      fetch,
    };
    const hooks = { key: 'sbk_1', onRequest: () => {}, onResponse: () => {}, onWait: () => {} };
    expect(toSettings({ url: 'http://board/', ...options, ...hooks })).toEqual({
      ...options,
      ...hooks,
      endpoint: 'http://board/graphql',
    });
  });

  test.each(['sbk_1\nsbk_2', 'sbk_1 ', 'sbk_ä'])('refuse the malformed key %j and do not show it', (key) => {
    expect(() => toSettings({ url: 'http://board', key })).toThrow(
      new TypeError('key must be one API key, without spaces and line breaks'),
    );
  });
});
