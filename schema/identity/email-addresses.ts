// What looks like an e-mail address. When in doubt it is one: a text withheld can be asked for, a leak cannot be undone.

/** Ways to write one character that readers and programs undo again. */
const escapes: readonly (readonly [RegExp, string])[] = [
  [/%(?:25)*40|&#0*64;|&#x0*40;|&commat;|\\u0040|\\x40/giu, '@'],
  [/%(?:25)*2e|&#0*46;|&#x0*2e;|&period;|\u3002/giu, '.'],
];

// Every run below is bounded, by the length of a domain name (RFC 1035) or by the next @, so that time stays linear.
const open = String.raw` ?(?:[([{<*|] ?){1,16}`;
const close = String.raw` ?(?:[)\]}>*|] ?){1,16}`;
const spelledAt = new RegExp(`${open}(?:at|@)${close}`, 'giu');
const spelledDot = new RegExp(String.raw`${open}(?:dot|\.)${close}|[ _-]dot[ _-]`, 'giu');
/** Stands for a dot that was spelt out; no text of the board holds it. */
const DOT = '\u0001';

const label = String.raw`[\p{L}\p{M}\p{N}_]`;
const name = String.raw`${label}[\p{L}\p{M}\p{N}_.\u0001-]{0,253}?[.\u0001]`;
const domain = String.raw`${name}\p{L}[\p{L}\p{M}]`;
const literal = String.raw`\[(?:\d|ipv6:)|\d{1,3}(?:[.\u0001]\d{1,3}){3}`;
const end = String.raw`(?![\p{L}\p{N}])`;
/** What is no domain with spaces about its @, `5 @ p.m`, `running @ localhost`; `1.2.x` is a version of something. */
const short = String.raw`(?!v?\d{1,9}(?:\.\d{1,9}){0,3}\.x${end})${name}\p{L}|localhost${end}`;
/** A mention (`see @ada.example`) has a space before and none after its @; an address has both or neither. */
const written = new RegExp(
  String.raw`[^\s@(\[<,;:>](?:(?:@+ ?| @+ )(?:${domain}|${literal})|@+ ?(?:${short}))|mailto:\S`,
  'iu',
);
const word = String.raw`com|org|net|edu|gov|info|biz|dev|app|xyz|cloud|tech|email`;
/** Words alone are an address only with a usual ending and a spelt dot, or `_at_`: "look at example.org" is none. */
const spoken = new RegExp(
  String.raw`[\p{L}\p{N}](?:[ _-]at[ _-]${label}[\p{L}\p{M}\p{N}_.-]{0,253}?\u0001|_at_${name})` +
    String.raw`(?:[a-z]{2}|${word})${end}`,
  'iu',
);
/** A sentence ends without a space before its dot, and the next seldom begins with `com`. */
const spacedDot = new RegExp(String.raw` \. | ?\. ?(?=(?:${word})${end})`, 'giu');

/** Full-width and other compatibility forms as plain ones, nothing invisible, one space for any white space. */
const fold = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Variation_Selector}\u034f]/gu, '')
    .replace(/\s+/gu, ' ');

const unescape = (text: string) => escapes.reduce((rest, [form, plain]) => rest.replace(form, plain), text);

const join = (text: string) => text.replace(spacedDot, '.');

/**
 * Whether a text is or contains an e-mail address, plain, escaped (`%40`, `&#64;`), in full-width or invisible
 * disguise, spaced, after `mailto:`, or spelt out (`ada (at) example.org`, `ada at example dot org`). Linear in the
 * text.
 */
export function containsEmailAddress(text: string): boolean {
  const folded = fold(text);
  const plain = unescape(folded);
  const dotted = plain.replace(spelledDot, DOT);
  const spelt = dotted.replace(spelledAt, '@');
  // Each reading by itself: one undone too much, `{at}@example.org`, hides what another shows.
  const readings = [folded, plain, dotted, spelt, join(plain), join(spelt)];
  return readings.some((reading) => written.test(reading)) || spoken.test(dotted);
}
