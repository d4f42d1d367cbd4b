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

/** Escapes text for XML 1.0 content and attributes. Drops characters that XML 1.0 forbids even when escaped. */
export const escapeXml = (text: string): string =>
  text.replace(FORBIDDEN, '').replace(SPECIAL, (character) => ENTITIES[character] ?? '');
