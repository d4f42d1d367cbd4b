import { html } from 'hono/html';
import { formatCount } from '../markup/format.ts';
import type { Html } from '../markup/html.ts';

/** The current state of a live page. */
export interface LiveState {
  /** Changes with the content of the page. At most 100 characters. Part of URLs and of event ids. */
  readonly version: string;
  /** Renders the message for a viewer whose page shows `version`. Empty markup removes an earlier message. */
  readonly messageFor: (version: string) => Html | string;
}

/** Position of a numbered item in its list, as text that sorts like the number. */
export const positionOfNumber = (number: number): string => String(number).padStart(10, '0');

/**
 * The state of a list that announces new items. `positions` are the positions of its newest items, at most `limit`, as text
 * that sorts from old to new. The version is the latest position and the number of items there: several items may have the same
 * position, such as a time.
 */
export function stateOfItems(
  positions: readonly string[],
  { noun, limit }: { readonly noun: string; readonly limit: number },
): LiveState {
  const countAt = (position: string) => positions.filter((each) => each === position).length;
  const latest = positions.reduce((max, position) => (position > max ? position : max), '');
  const version = `${latest}~${countAt(latest)}`;
  return {
    version,
    messageFor: (seen) => {
      const [seenLatest = '', seenCount] = seen.split('~');
      const addedThere = Math.max(0, countAt(seenLatest) - (Number(seenCount) || 0));
      const count = positions.filter((position) => position > seenLatest).length + addedThere;
      if (count === 0) return '';
      return announcement(
        `${formatCount(count, `new ${noun}`)}${count === limit ? ' or more' : ''}`,
        version,
      );
    },
  };
}

/**
 * A text with a link that loads the page again: htmx replaces only the changed parts of the page, so that the page keeps its
 * scroll position and open `<details>`. The parameter `_` makes the URL new, so that no cache returns an earlier page.
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
