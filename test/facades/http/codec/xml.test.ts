import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeXml } from '../../../../facades/http/codec/xml.ts';
import { anyText } from '../../../support/generators/any-text.ts';

test.each([
  ['a ]]> b', 'a ]]&gt; b'],
  ['<script>&"\'', '&lt;script&gt;&amp;&quot;&apos;'],
  ['a\u0000\u0008\u000b\u001fb', 'ab'],
  ['a\ufffe\uffffb', 'ab'],
  ['a\ud800b\udc00c', 'abc'],
  ['a\r\n\tb', 'a&#13;\n\tb'],
  ['😀 é \u0085', '😀 é \u0085'],
])('%j is escaped as %j', (text, xml) => {
  expect(escapeXml(text)).toBe(xml);
});

test('any text becomes XML without forbidden characters and with special characters escaped', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const xml = escapeXml(text);
      expect(xml).toMatch(/^[\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u);
      expect(xml).not.toMatch(/[<>"']|&(?!amp;|lt;|gt;|quot;|apos;|#13;)/);
    }),
  );
});
