import fc from 'fast-check';

/** Arbitrary text, including control characters, astral characters and lone surrogates. */
export const anyText = fc
  .array(fc.oneof(fc.nat(0xff), fc.nat(0x10ffff)), { maxLength: 20 })
  .map((points) => String.fromCodePoint(...points));
