const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const SPECIAL = /[&<>"'\r]/g;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\r': '&#13;',
};

/** Text as XML 1.0 takes it, in content and in attributes: what it forbids is dropped, for no escape would bring it in. */
export const escapeXml = (text: string): string =>
  text.replace(FORBIDDEN, '').replace(SPECIAL, (character) => ENTITIES[character] ?? '');
