import { describe, expect, test } from 'vitest';
import { omitKeyParameters, redactKeys } from '../../../../facades/http/codec/redact.ts';

describe('a text', () => {
  /** The id of an MCP session without its signature of 43 characters. */
  const session = '0190f5fe-7c00-7a00-8000-00000000000a.';

  test.each([
    ['sbk_abc_defg', 'sbk_abc…'],
    ['sbk_abcdefghij1234', 'sbk_abcdefghij…'],
    ['sba_1234', 'sba_…'],
    ['sbs_1234-and_more!', 'sbs_…!'],
    ['sba_123', 'sba_123'],
    ['sbx_12345', 'sbx_12345'],
    [`${session}${'x'.repeat(43)}`, `${session}…`],
    [`${session}${'x'.repeat(42)}`, `${session}${'x'.repeat(42)}`],
    [`two: sba_1234 sba_5678`, 'two: sba_… sba_…'],
  ])('%s is redacted to %s', (text, redacted) => {
    expect(redactKeys(text)).toBe(redacted);
  });

  const letters = (count: number) => 'x'.repeat(count);

  test.each([
    `sbk_${letters(10)}_${letters(43)}_${letters(6)}`,
    `sbk_${letters(10)}_${letters(20)}`,
    `sba_${letters(32)}`,
    `sbs_${letters(43)}`,
    `${session}${letters(43)}`,
  ])('that is the query of a URL loses parameters with the secret %s, and `key`', (secret) => {
    const query = new URLSearchParams(`a=1&key=x&b=${secret}&${secret}=c&a=2`);

    expect(omitKeyParameters(query).toString()).toBe('a=1&a=2');
  });

  test('that is the query of a URL keeps filters that begin as secrets do: the next page needs them', () => {
    const query = 'target=sba_client&q=sbs_server+sbk_format&tag=sbk_notebook_format';

    expect(omitKeyParameters(new URLSearchParams(query)).toString()).toBe(query);
  });
});
