// Which characters the board's text may hold, and how it is counted (decisions, section 1).

/** C0 controls but for \n and \t; bidi embeddings, overrides and isolates; lone surrogates. */
export const refused = /[[\p{Control}--[\n\t\x7f-\x9f]]\p{Surrogate}\u202a-\u202e\u2066-\u2069]/v;

/** What is wrong with the text's first refused character; null where all may stand. DEL and C1 may. */
export function faultOf(value: string): string | null {
  const found = refused.exec(value);
  if (!found) return null;
  const name = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `Must not contain the character U+${name}`;
}

/** Code points, as JSON Schema counts them: an astral character is one. */
export function lengthOf(value: string): number {
  let length = value.length;
  for (let at = 0; at < value.length; at += 1) if ((value.codePointAt(at) ?? 0) > 0xffff) length -= 1;
  return length;
}
