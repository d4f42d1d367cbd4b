// What people can do with a page: everybody, on whatever they have.
import axe from 'axe-core';
import { findBrokenWords } from './broken-words.ts';
import type { TestPage } from './browser-page.ts';

interface Violation {
  readonly id: string;
  readonly impact?: string | null;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** An explorer is the program of others: what bars people from it is theirs to mend. */
const PLACE = { exclude: '#explorer' };

/** What axe finds serious or critical; by some of its rules alone, where they are named. */
export async function findAccessibilityViolations(
  { tab }: TestPage,
  rules?: readonly string[],
): Promise<readonly string[]> {
  await tab.evaluate(axe.source);
  const violations = await tab.evaluate<readonly Violation[]>(
    `axe.run(${JSON.stringify(PLACE)}, { resultTypes: ['violations'], ${rules ? `runOnly: ${JSON.stringify(rules)}` : ''} })
      .then(({ violations }) => violations)`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    );
}

/** Elements that reach out of a window, where it has to be scrolled sideways for them. */
export const findOverflow = ({ tab }: TestPage): Promise<readonly string[]> =>
  tab.evaluate(() => {
    interface Box {
      readonly left: number;
      readonly right: number;
    }
    interface Shown {
      readonly outerHTML: string;
      closest(selector: string): unknown;
      getBoundingClientRect(): Box;
    }
    interface Seen {
      readonly documentElement: { readonly scrollWidth: number; readonly clientWidth: number };
      querySelectorAll(selector: string): Iterable<Shown>;
    }
    const { document } = globalThis as unknown as { readonly document: Seen };
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    // What scrolls by itself keeps to its place.
    const isLoose = (element: Shown) =>
      element.closest('nav, .wide, pre') === null && element.getBoundingClientRect().right > clientWidth + 1;
    const wide = [...document.querySelectorAll('body *')].filter(isLoose);
    return [
      `${scrollWidth} of ${clientWidth}`,
      ...wide.slice(0, 5).map(({ outerHTML }) => outerHTML.slice(0, 200)),
    ];
  });

/** An element that the keyboard has come to. */
export interface TabStop {
  readonly name: string;
  readonly isVisible: boolean;
  /** Whether it is seen to have the focus. */
  readonly isMarked: boolean;
}

/** Goes on with the Tab key, and tells where that leads; null where it leaves the page. */
export async function pressTab({ tab }: TestPage): Promise<TabStop | null> {
  await tab.keyboard.press('Tab');
  return tab.evaluate(() => {
    interface Held {
      readonly localName: string;
      readonly innerText?: string;
      readonly id: string;
      getBoundingClientRect(): { left: number; right: number; top: number; bottom: number };
    }
    interface Window {
      readonly document: { readonly activeElement: Held; readonly body: Held };
      readonly innerWidth: number;
      readonly innerHeight: number;
      readonly getComputedStyle: (element: Held) => {
        readonly outlineStyle: string;
        readonly outlineWidth: string;
      };
    }
    const { document, innerWidth, innerHeight, getComputedStyle } = globalThis as unknown as Window;
    const held = document.activeElement;
    if (held === document.body) return null;
    const { left, right, top, bottom } = held.getBoundingClientRect();
    const { outlineStyle, outlineWidth } = getComputedStyle(held);
    return {
      name: `${held.localName} ${held.innerText?.trim() || held.id}`,
      isVisible:
        right > Math.max(left, 0) && bottom > Math.max(top, 0) && left < innerWidth && top < innerHeight,
      isMarked: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
    };
  });
}

/** What is wrong with a page on a desk: by day, and what is otherwise by night. */
export async function checkOnDesktop(page: TestPage, path: string): Promise<readonly string[]> {
  const status = await page.visit(path);
  const byDay = await findAccessibilityViolations(page);
  await page.tab.emulateMedia({ colorScheme: 'dark' });
  const byNight = await findAccessibilityViolations(page, ['color-contrast']);
  await page.tab.emulateMedia({ colorScheme: 'light' });
  return [
    ...(status === 200 ? [] : [`it is ${status}`]),
    ...byDay,
    ...byNight,
    ...(await findBrokenWords(page)),
  ];
}

/** What is wrong with a page on a phone. */
export async function checkOnPhone(page: TestPage, path: string): Promise<readonly string[]> {
  await page.visit(path);
  return [
    ...(await findOverflow(page)),
    ...(await findBrokenWords(page)),
    ...(await findAccessibilityViolations(page)),
  ];
}

/** Where the Tab key leads on a page, as far as it matters. */
export async function listTabStops(page: TestPage, path: string): Promise<readonly TabStop[]> {
  const stops: TabStop[] = [];
  await page.visit(path);
  for (let stop = await pressTab(page); stop && stops.length < 24; stop = await pressTab(page))
    stops.push(stop);
  return stops;
}
