import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { containsEmailAddress } from '../../../schema/identity/email-addresses.ts';
import { withholdEmails } from '../../../schema/identity/withhold-emails.ts';

describe('an e-mail address', () => {
  test.each([
    'ada@example.org',
    'Write to <ada@example.org>, please',
    '"ada l"@example.org',
    'ada@[192.0.2.1]',
    'ada @ example.org',
    'ada@ example.org',
    '{at}@example.org',
    'mailto:ada',
    'https://ada@example.org/',
    'jörg@münchen.example',
    'почта@пример.рф',
    '用户@例子。公司',
    'ada＠example．org',
    'ada\u200b@exam\u00adple.org',
    'ada%40example.org',
    'ada%2540example%2Eorg',
    'ada&#64;example.org',
    'ada&commat;example&period;org',
    'ada(at)example.org',
    'ada [at] example.org',
    'ada {AT} example {DOT} org',
    'ada*at*example.org',
    'ada （at） example.org',
    'ada@example dot org',
    'ada at example dot org',
    'ada at mail.example [dot] org',
    'ada_at_example_dot_org',
    'ada((at))example.org',
    'ada ( ( at ) ) example ((dot)) org',
    'ada (@) example.org',
    'ada[@]example.org',
    'ada@@example.org',
    'ada @@ example.org',
    'ada@exa_mple.org',
    'user@1.2.3.4',
    'ada@localhost',
    'ada @ example . org',
    'ada@example . org',
    'ada@example .org',
    'ada (at) mail . example . org',
    'ada_at_example.org',
    'write to ada_at_example.co.uk.',
    'ada@e.x',
  ])('is detected in %j', (text) => {
    expect(containsEmailAddress(text)).toBe(true);
  });

  test.each([
    '',
    'Use mailto: links',
    'look at example.org',
    'look at a dot plot',
    'a dot product at the end',
    'we met (at) noon',
    '@ada',
    'see @ada.example.org',
    '(@ada.example.org)',
    'zod@4.6.7-rc.1',
    'actions/checkout@v4',
    '@scope/package@latest',
    'https://example.org/look-at-me.html',
    'https://example.org/@ada',
    'at @ at @ dot',
    'look at example.com',
    'look at example . com',
    'pkg@1.2.3',
    'pkg@18.x',
    'pkg@v1.2.x and more',
    'v1@2',
    'running @ localhost',
    'uses actions/checkout@v4. It works',
    'posts.created_at is set',
    'https://example.org/look_at_me.html',
    'see @@ada.example.org',
  ])('is not detected in %j', (text) => {
    expect(containsEmailAddress(text)).toBe(false);
  });

  test.each([
    '@',
    'a@',
    'a@b.',
    'a@b-',
    '.@',
    ' ',
    ' @ ',
    '-at-',
    '[at]',
    'a at b.',
    '-dot-',
    '%25',
    '&#0',
    '\u200b',
    '（at',
    '(',
    '( ',
    '((at',
    '(@',
    '(dot',
    ' . ',
    'a@1.',
    'a@_',
    '_at_',
    'a_at_b.',
    'a@b_c.',
  ])('is searched for in less than 100 ms in 4 KiB of %j', (piece) => {
    const start = performance.now();

    containsEmailAddress(piece.repeat(4096 / piece.length));

    expect(performance.now() - start).toBeLessThan(100);
  });
});

const local = fc.stringMatching(/^[a-z0-9!#$%&'*+/=?^_`{|}~-]{1,12}$/);
const address = fc.oneof(
  fc.emailAddress(),
  fc.tuple(local, fc.domain()).map(([name, domain]) => `${name}@${domain}`),
);
const textWithAddress = fc.tuple(fc.string(), address, fc.string()).map(([before, found, after]) => ({
  found,
  text: before + found + after,
}));

describe('withholdEmails', () => {
  test('replaces addresses with null and lists pointers to them', () => {
    const declared = { about: { mail: 'ada@example.org', 'a/b~c': ['ok', 'ada (at) example.org'] }, n: 1 };

    expect(withholdEmails(declared)).toEqual({
      value: { about: { mail: null, 'a/b~c': ['ok', null] }, n: 1 },
      withheld: ['/about/mail', '/about/a~1b~0c/1'],
    });
  });

  test('replaces member names that are addresses, also in pointers, and the values of these members with null', () => {
    const declared = { 'ada@example.org': { role: 'author' }, '(withheld)': 1, 'bob@example.org': 2 };

    expect(withholdEmails(declared)).toEqual({
      value: { '(withheld 2)': null, '(withheld)': 1, '(withheld 3)': null },
      withheld: ['/(withheld 2)', '/(withheld 3)'],
    });
  });

  test('returns null for a text that is an address', () => {
    expect(withholdEmails('ada@example.org')).toEqual({ value: null, withheld: [''] });
  });

  test('removes addresses from values, member names and longer texts', () => {
    const shapes = fc.tuple(
      fc.array(textWithAddress, { minLength: 1 }),
      fc.jsonValue(),
      fc.stringMatching(/^[\w/~ ]*$/),
    );

    fc.assert(
      fc.property(shapes, ([held, other, name]) => {
        const texts = held.map(({ text }) => text);
        const named = Object.fromEntries(texts.map((text) => [text, { [name]: other }]));
        const published = withholdEmails([{ [name]: [texts, { deep: { texts } }] }, named, other]);

        const shown = JSON.stringify(published);
        for (const { found } of held) expect(shown).not.toContain(found);
        expect(published.withheld.length).toBeGreaterThanOrEqual(
          2 * texts.length + Object.keys(named).length,
        );
      }),
    );
  });

  test('returns values without addresses unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (declared) => {
        fc.pre(!JSON.stringify(declared).includes('@'));
        expect(withholdEmails(declared)).toEqual({ value: declared, withheld: [] });
      }),
    );
  });

  test('is idempotent', () => {
    const declared = fc.dictionary(fc.oneof(fc.string(), address), fc.array(fc.oneof(fc.string(), address)));

    fc.assert(
      fc.property(declared, (input) => {
        const { value } = withholdEmails(input);
        expect(withholdEmails(value)).toEqual({ value, withheld: [] });
      }),
    );
  });

  test('keeps a member named __proto__', () => {
    const { value } = withholdEmails(JSON.parse('{"__proto__":{"mail":"ada@example.org"}}'));

    expect(JSON.stringify(value)).toBe('{"__proto__":{"mail":null}}');
  });
});

test('withholdEmails limits the total length of the pointers', () => {
  const declared = {
    ['x'.repeat(2000)]: Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`${i}`, 'a@b.org'])),
  };

  const { value, withheld } = withholdEmails(declared);

  expect(JSON.stringify(value)).not.toContain('@');
  expect(withheld).toHaveLength(2);
});

test('withholdEmails looks for a free name in linear time', () => {
  const names = Array.from({ length: 300 }, (_, i) => `ada${i}@example.org`);
  const has = vi.spyOn(Set.prototype, 'has');

  const { withheld } = withholdEmails(
    Object.fromEntries([...names, '(withheld 7)'].map((name) => [name, 1])),
  );
  const lookups = has.mock.calls.length;
  has.mockRestore();

  expect(withheld).toContain('/(withheld 8)');
  expect(lookups).toBeLessThan(2 * names.length);
});
