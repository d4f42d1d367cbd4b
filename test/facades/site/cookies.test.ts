import { describe, expect, test } from 'vitest';
import {
  clearFlashCookie,
  clearSessionCookie,
  setFlashCookie,
  setSessionCookie,
} from '../../../facades/site/console/cookies.ts';
import type { HeaderRecord } from '../../../facades/http/reply.ts';

const SITE_URL = 'https://site.test';
const signedInRequest = new Request(SITE_URL, { headers: { cookie: 'access_token=sbs_x' } });

const readSetCookie = (headers: HeaderRecord) => {
  const [pair = '', ...attributes] = (headers['set-cookie'] ?? '').split('; ');
  return { pair, attributes };
};

describe.each([
  ['session', setSessionCookie('sbs_x', SITE_URL), clearSessionCookie(signedInRequest, SITE_URL)],
  ['flash', setFlashCookie('hide', SITE_URL), clearFlashCookie(SITE_URL)],
])('the %s cookie', (_name, set, cleared) => {
  test('is cleared with the name and the attributes with which it is set', () => {
    const [setCookie, clearCookie] = [readSetCookie(set), readSetCookie(cleared)];

    expect(clearCookie.pair).toBe(setCookie.pair.replace(/=.*/, '='));
    expect(clearCookie.attributes).toContain('Max-Age=0');
    const withoutAge = ({ attributes }: typeof setCookie) =>
      attributes.filter((each) => !each.startsWith('Max-Age'));
    expect(withoutAge(clearCookie)).toEqual(withoutAge(setCookie));
  });
});
