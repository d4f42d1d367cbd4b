// Headers that the board reads before it authenticates the caller.
import { describe, expect, test } from 'vitest';
import { prefersHtml, readAccepted } from '../../../../facades/http/codec/accept.ts';
import { matchesIfNoneMatch } from '../../../../facades/http/codec/etag.ts';
import { readPreferences } from '../../../../facades/http/codec/prefer.ts';
import { createAddressReader } from '../../../../facades/http/server/client-address.ts';
import { readCookie } from '../../../../facades/http/binding/operator-session.ts';
import { measureCpuTime } from '../../../support/generators/cpu-time.ts';

const fill = (element: string) => element.repeat(Math.ceil(31_000 / element.length));
const readAddress = createAddressReader(['127.0.0.1']);

describe('a header of 31 KB', () => {
  test.each<[string, () => unknown]>([
    ['Prefer: ,,,', () => readPreferences(new Headers({ prefer: fill(',') }))],
    ['Prefer: a;b,', () => readPreferences(new Headers({ prefer: fill('a;b,') }))],
    ['Accept: a/b,', () => prefersHtml(fill('a/b,'))],
    ['Accept: a/b;q=1;q=1', () => prefersHtml(`a/b${fill(';q=1')}`)],
    ['If-None-Match: "","",', () => matchesIfNoneMatch(fill('"",'), '"x"')],
    ['X-Forwarded-For: ,,,', () => readAddress('127.0.0.1', fill(','))],
    ['Cookie: ;;;', () => readCookie(`${fill(';')}a=b`, 'a')],
  ])('%s is read 20 times in less than 10 ms of CPU time', async (_name, read) => {
    const { ms } = await measureCpuTime(() => void Array.from({ length: 20 }, read), 10);

    expect(ms).toBeLessThan(10);
  });
});

describe('a list in a header', () => {
  const preferences = (list: string) => readPreferences(new Headers({ prefer: list }));

  test('is read up to 1 000 characters', () => {
    // `return=minimal` ends at character 995, and with six more before it at character 1 001.
    const filler = 'x'.repeat(979);

    expect(preferences(`${filler}, return=minimal, y`)).toEqual({ isStrict: false, isMinimal: true });
    expect(preferences(`${filler}xxxxxx, return=minimal, y`)).toEqual({ isStrict: false, isMinimal: false });
    expect(preferences('x'.repeat(2000))).toEqual({ isStrict: false, isMinimal: false });
  });

  test('is read without the element that the limit cuts', () => {
    expect(readAccepted(`${'x'.repeat(990)}, text/html;q=0.5, application/json`)).toEqual(['x'.repeat(990)]);
  });

  test('of addresses is read from its end', () => {
    expect(readAddress('127.0.0.1', `${fill('127.0.0.1,')}192.0.2.1`)).toBe('192.0.2.1');
  });
});
