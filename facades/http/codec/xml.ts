const FORBIDDEN_CHARACTERS = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const SPECIAL_CHARACTERS = /[&<>"'\r]/g;

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
  text
    .replace(FORBIDDEN_CHARACTERS, '')
    .replace(SPECIAL_CHARACTERS, (character) => ENTITIES[character] ?? '');
