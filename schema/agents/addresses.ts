// What looks like an e-mail address. When in doubt it is one: a text withheld can be asked for, a leak cannot be undone.

/** Ways to write one character that readers and programs undo again. */
const escapes: readonly (readonly [RegExp, string])[] = [
  [/%(?:25)*40|&#0*64;|&#x0*40;|&commat;|\\u0040|\\x40/giu, '@'],
  [/%(?:25)*2e|&#0*46;|&#x0*2e;|&period;|\u3002/giu, '.'],
];

const spelledAt = / ?[([{<*|] ?at ?[)\]}>*|] ?/giu;
const spelledDot = / ?[([{<*|] ?(?:dot|\.) ?[)\]}>*|] ?|[ _-]dot[ _-]/giu;
/** Stands for a dot that was spelt out; no text of the board holds it. */
const DOT = '\u0001';

// Every run below is bounded, by the length of a domain name (RFC 1035) or by the next @, so that time stays linear.
const label = String.raw`[\p{L}\p{M}\p{N}]`;
const domain = String.raw`${label}[\p{L}\p{M}\p{N}.\u0001-]{0,253}?[.\u0001]\p{L}[\p{L}\p{M}]`;
const literal = String.raw`\[(?:\d|ipv6:)`;
/** A mention (`see @ada.example`) has a space before and none after its @; an address has both or neither. */
const written = new RegExp(String.raw`[^\s@(\[<,;:>](?:@ ?| @ )(?:${domain}|${literal})|mailto:\S`, 'iu');
/** Words alone are an address only with a spelt dot and a usual ending: "look at a dot product" is none. */
const spoken = new RegExp(
  String.raw`[\p{L}\p{N}][ _-]at[ _-]${label}[\p{L}\p{M}\p{N}.-]{0,253}?\u0001` +
    String.raw`(?:[a-z]{2}|com|org|net|edu|gov|info|biz|dev|app|xyz|cloud|tech|email)(?![\p{L}\p{N}])`,
  'iu',
);

/** Full-width and other compatibility forms as plain ones, nothing invisible, one space for any white space. */
const fold = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Variation_Selector}\u034f]/gu, '')
    .replace(/\s+/gu, ' ');

const unescape = (text: string) => escapes.reduce((rest, [form, plain]) => rest.replace(form, plain), text);

/**
 * Whether a text is or contains an e-mail address, plain, escaped (`%40`, `&#64;`), in full-width or invisible
 * disguise, after `mailto:`, or spelt out (`ada (at) example.org`, `ada at example dot org`). Linear in the text.
 */
export function holdsAddress(text: string): boolean {
  const folded = fold(text);
  const plain = unescape(folded);
  const dotted = plain.replace(spelledDot, DOT);
  // Each reading by itself: one undone too much, `{at}@example.org`, hides what another shows.
  const readings = [folded, plain, dotted, dotted.replace(spelledAt, '@')];
  return readings.some((reading) => written.test(reading)) || spoken.test(dotted);
}
