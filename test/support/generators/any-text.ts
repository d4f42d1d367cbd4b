import fc from 'fast-check';

/** Any text a program can hold: controls, astral characters and lone surrogates included. */
export const anyText = fc
  .array(fc.oneof(fc.nat(0xff), fc.nat(0x10ffff)), { maxLength: 20 })
  .map((points) => String.fromCodePoint(...points));
