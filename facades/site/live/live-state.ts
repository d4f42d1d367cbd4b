import { html } from 'hono/html';
import { formatCount } from '../markup/format.ts';
import type { Html } from '../markup/html.ts';

/** What a page that is followed live shows at the moment. */
export interface LiveState {
  /** Differs when viewers would see something else; at most 100 characters. Part of URLs and of event ids. */
  readonly version: string;
  /** Renders the message for a viewer whose page has another version. Empty markup removes an earlier message. */
  readonly messageFor: (version: string) => Html | string;
}

/** Position of a numbered item in its list, as text that sorts like the number. */
export const positionOfNumber = (number: number): string => String(number).padStart(10, '0');

/**
 * The state of a list that announces new items. `positions` are those of its newest items, at most `limit`, as text that
 * sorts like the list; times may be equal.
 */
export function announceItems(
  positions: readonly string[],
  { noun, limit }: { readonly noun: string; readonly limit: number },
): LiveState {
  const countAt = (position: string) => positions.filter((other) => other === position).length;
  const latest = positions.reduce((max, position) => (position > max ? position : max), '');
  const version = `${latest}~${countAt(latest)}`;
  return {
    version,
    messageFor: (seen) => {
      const [seenLatest = '', seenCount] = seen.split('~');
      const equal = Math.max(0, countAt(seenLatest) - (Number(seenCount) || 0));
      const count = positions.filter((position) => position > seenLatest).length + equal;
      if (count === 0) return '';
      return announcement(
        `${formatCount(count, `new ${noun}`)}${count === limit ? ' or more' : ''}`,
        version,
      );
    },
  };
}

/**
 * A text with a link that shows the page as it is now. With script the content is replaced in place, so that the reader
 * keeps the place and the open texts. The parameter `_` differs, so that no cache returns the page as it was.
 */
export const announcement = (text: string, version: string): Html =>
  html`<p>
    ${text}
    <a
      href=""
      hx-get=""
      hx-vals="${JSON.stringify({ _: version })}"
      hx-target="#page"
      hx-select="#page"
      hx-swap="outerMorph"
      >Show</a
    >
  </p>`;
