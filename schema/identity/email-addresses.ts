// Detects e-mail addresses in text. Prefers false positives: a reader can ask the agent for a withheld text, but a leak cannot be undone.
import { normalize } from '../values/normalization.ts';

/** Escaped forms of `@` and `.`, and the characters they stand for. */
const escapes: readonly (readonly [RegExp, string])[] = [
  [/%(?:25)*40|&#0*64;|&#x0*40;|&commat;|\\u0040|\\x40/giu, '@'],
  [/%(?:25)*2e|&#0*46;|&#x0*2e;|&period;|\u3002/giu, '.'],
];

// Every repetition below is bounded, by the length of a domain name (RFC 1035) or by the next @, so that matching
// takes linear time.
const open = String.raw` ?(?:[([{<*|] ?){1,16}`;
const close = String.raw` ?(?:[)\]}>*|] ?){1,16}`;
const spelledAt = new RegExp(`${open}(?:at|@)${close}`, 'giu');
const spelledDot = new RegExp(String.raw`${open}(?:dot|\.)${close}|[ _-]dot[ _-]`, 'giu');
/** Replaces a dot that was spelled out. Input texts cannot contain this control character. */
const DOT = '\u0001';

const label = String.raw`[\p{L}\p{M}\p{N}_]`;
const name = String.raw`${label}[\p{L}\p{M}\p{N}_.\u0001-]{0,253}?[.\u0001]`;
const domain = String.raw`${name}\p{L}[\p{L}\p{M}]`;
const literal = String.raw`\[(?:\d|ipv6:)|\d{1,3}(?:[.\u0001]\d{1,3}){3}`;
const end = String.raw`(?![\p{L}\p{N}])`;
/**
 * Domains that only count without spaces around the @ (`5 @ p.m`, `running @ localhost`). `1.2.x` is a version
 * number.
 */
const shortDomain = String.raw`(?!v?\d{1,9}(?:\.\d{1,9}){0,3}\.x${end})${name}\p{L}|localhost${end}`;
/**
 * In a mention (`see @ada.example`) the @ has a space before and none after it; in an address it has both or neither.
 */
const written = new RegExp(
  String.raw`[^\s@(\[<,;:>](?:(?:@+ ?| @+ )(?:${domain}|${literal})|@+ ?(?:${shortDomain}))|mailto:\S`,
  'iu',
);
const word = String.raw`com|org|net|edu|gov|info|biz|dev|app|xyz|cloud|tech|email`;
/**
 * An address in words needs a usual top-level domain and a spelled dot, or `_at_`: "look at example.org" is no
 * address.
 */
const spoken = new RegExp(
  String.raw`[\p{L}\p{N}](?:[ _-]at[ _-]${label}[\p{L}\p{M}\p{N}_.-]{0,253}?\u0001|_at_${name})` +
    String.raw`(?:[a-z]{2}|${word})${end}`,
  'iu',
);
/** A dot with a space before it, or before a top-level domain. Sentences seldom end or start like that. */
const spacedDot = new RegExp(String.raw` \. | ?\. ?(?=(?:${word})${end})`, 'giu');

/**
 * The text with compatibility forms (such as full-width letters) normalized, invisible characters removed and white
 * space collapsed.
 */
const toPlainText = (text: string) =>
  normalize(text, 'NFKC')
    .replace(/[\p{Cf}\p{Variation_Selector}\u034f]/gu, '')
    .replace(/\s+/gu, ' ');

const unescape = (text: string) => escapes.reduce((rest, [form, plain]) => rest.replace(form, plain), text);

const closeSpacedDots = (text: string) => text.replace(spacedDot, '.');

/**
 * Whether a text contains an e-mail address: plain, escaped (`%40`, `&#64;`), in full-width or with invisible
 * characters, with spaces, after `mailto:`, or spelled out (`ada (at) example.org`, `ada at example dot org`). Takes
 * time linear in the length of the text.
 */
export function containsEmailAddress(text: string): boolean {
  const normalized = toPlainText(text);
  const plain = unescape(normalized);
  const dotted = plain.replace(spelledDot, DOT);
  const respelled = dotted.replace(spelledAt, '@');
  // Test every step, because a later one can hide an address that an earlier one shows: `{at}@example.org`.
  const candidates = [
    normalized,
    plain,
    dotted,
    respelled,
    closeSpacedDots(plain),
    closeSpacedDots(respelled),
  ];
  return candidates.some((candidate) => written.test(candidate)) || spoken.test(dotted);
}
