// Detects e-mail addresses in text. Prefers false positives: a reader can ask the agent for a withheld text, but a leak
// cannot be undone.
import { normalize } from '../values/normalization.ts';

/** Escaped forms of `@` and `.`, and the characters they stand for. */
const escapes: readonly (readonly [RegExp, string])[] = [
  [/%(?:25)*40|&#0*64;|&#x0*40;|&commat;|\\u0040|\\x40/giu, '@'],
  [/%(?:25)*2e|&#0*46;|&#x0*2e;|&period;|\u3002/giu, '.'],
];

// Every repetition below has a maximum, such as the length of a domain name (RFC 1035), except `@+`, which begins only
// at the first @ of a run. So matching takes linear time.
const openingBracket = String.raw` ?(?:[([{<*|] ?){1,16}`;
const closingBracket = String.raw` ?(?:[)\]}>*|] ?){1,16}`;
const spelledAt = new RegExp(`${openingBracket}(?:at|@)${closingBracket}`, 'giu');
const spelledDot = new RegExp(String.raw`${openingBracket}(?:dot|\.)${closingBracket}|[ _-]dot[ _-]`, 'giu');
/** Replaces a dot that was spelled out. Input texts cannot contain this control character. */
const DOT = '\u0001';

const label = String.raw`[\p{L}\p{M}\p{N}_]`;
const domainPrefix = String.raw`${label}[\p{L}\p{M}\p{N}_.\u0001-]{0,253}?[.\u0001]`;
const domain = String.raw`${domainPrefix}\p{L}[\p{L}\p{M}]`;
const ipAddress = String.raw`\[(?:\d|ipv6:)|\d{1,3}(?:[.\u0001]\d{1,3}){3}`;
const wordEnd = String.raw`(?![\p{L}\p{N}])`;
/**
 * Domains that count only if no space precedes the @, so that `5 @ p.m` and `running @ localhost` are not addresses.
 * `1.2.x` is a version number.
 */
const shortDomain = String.raw`(?!v?\d{1,9}(?:\.\d{1,9}){0,3}\.x${wordEnd})${domainPrefix}\p{L}|localhost${wordEnd}`;
/** A space before the @ and none after it is a mention (`see @ada.example`), not an address. */
const addressWithAt = new RegExp(
  String.raw`[^\s@(\[<,;:>](?:(?:@+ ?| @+ )(?:${domain}|${ipAddress})|@+ ?(?:${shortDomain}))|mailto:\S`,
  'iu',
);
const usualTopLevelDomain = String.raw`com|org|net|edu|gov|info|biz|dev|app|xyz|cloud|tech|email`;
/**
 * An address in words needs a top-level domain that is usual or has two letters, and either a spelled dot or `_at_`:
 * "look at example.org" is not an address.
 */
const addressInWords = new RegExp(
  String.raw`[\p{L}\p{N}](?:[ _-]at[ _-]${label}[\p{L}\p{M}\p{N}_.-]{0,253}?\u0001|_at_${domainPrefix})` +
    String.raw`(?:[a-z]{2}|${usualTopLevelDomain})${wordEnd}`,
  'iu',
);
/** A dot between spaces, or before a usual top-level domain. Sentences seldom end or start like that. */
const spacedDot = new RegExp(String.raw` \. | ?\. ?(?=(?:${usualTopLevelDomain})${wordEnd})`, 'giu');

/**
 * The text with compatibility forms (such as full-width letters) normalized, invisible characters removed and white
 * space collapsed.
 */
const toPlainText = (text: string) =>
  normalize(text, 'NFKC')
    .replace(/[\p{Cf}\p{Variation_Selector}\u034f]/gu, '')
    .replace(/\s+/gu, ' ');

const decodeEscapes = (text: string) =>
  escapes.reduce((rest, [form, plain]) => rest.replace(form, plain), text);

const closeSpacedDots = (text: string) => text.replace(spacedDot, '.');

/**
 * A quick check that every text with an address passes: the text has `mailto:` or an `@` (plain, escaped or spelled out), or is not
 * ASCII.
 */
const possibleAddress = /\P{ASCII}|[@%&\\]|at|mailto:/iu;

/**
 * Whether a text contains an e-mail address: plain, escaped (`%40`, `&#64;`), in full-width or with invisible
 * characters, with spaces, after `mailto:`, or spelled out (`ada (at) example.org`, `ada at example dot org`). Takes
 * time linear in the length of the text.
 */
export function containsEmailAddress(text: string): boolean {
  if (!possibleAddress.test(text)) return false;
  const normalized = toPlainText(text);
  const plain = decodeEscapes(normalized);
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
  return candidates.some((candidate) => addressWithAt.test(candidate)) || addressInWords.test(dotted);
}
