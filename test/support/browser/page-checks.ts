// Checks of accessibility and layout.
import { readFileSync } from 'node:fs';
import { findBrokenWords } from './broken-words.ts';
import type { TestPage } from './browser-page.ts';

/** The minified program is evaluated in each page: it has less than half the size of the package's main file. */
const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Texts that fit no line of a phone: a word that cannot be hyphenated, and a long compound twice. */
export const LONG_WORDS = ['x'.repeat(100), 'Donaudampfschifffahrtsgesellschaftskapitän '.repeat(2)];

interface Violation {
  readonly id: string;
  readonly impact?: string | null;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** Embedded explorers are third-party programs and are not checked. */
const CHECKED_CONTEXT = { exclude: '#explorer' };

/** Which rules of axe apply. Default: all. */
interface RuleChoice {
  /** Only these rules. */
  readonly runOnly?: readonly string[];
  readonly rules?: Readonly<Record<string, { readonly enabled: boolean }>>;
}

/**
 * Disables the rules whose violations are never serious or critical. A violation has the impact of its rule, which axe’s
 * public functions do not return.
 */
const disableUnneededRules = `(options) => {
  const unneeded = axe._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate');
  const rules = Object.fromEntries(unneeded.map(({ id }) => [id, { enabled: false }]));
  return { ...options, rules: { ...rules, ...options.rules } };
}`;

/** Serious and critical violations that axe finds. */
export async function findAccessibilityViolations(
  { tab }: TestPage,
  choice: RuleChoice = {},
): Promise<readonly string[]> {
  if (!(await tab.evaluate(`'axe' in globalThis`))) await tab.evaluate(axeSource);
  const options = { resultTypes: ['violations'], selectors: false, ...choice };
  const violations = await tab.evaluate<readonly Violation[]>(
    `axe.run(${JSON.stringify(CHECKED_CONTEXT)}, (${disableUnneededRules})(${JSON.stringify(options)}))
      .then(({ violations }) => violations)`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    );
}

/** The page's width and its elements that overflow it; empty if the page does not scroll sideways. */
export const findOverflow = ({ tab }: TestPage): Promise<readonly string[]> =>
  tab.evaluate(() => {
    interface Box {
      readonly left: number;
      readonly right: number;
    }
    interface Element {
      readonly outerHTML: string;
      closest(selector: string): unknown;
      getBoundingClientRect(): Box;
    }
    interface Document {
      readonly documentElement: { readonly scrollWidth: number; readonly clientWidth: number };
      querySelectorAll(selector: string): Iterable<Element>;
    }
    const { document } = globalThis as unknown as { readonly document: Document };
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    // Elements in a container with its own scrolling do not widen the page.
    const isOverflowing = (element: Element) =>
      element.closest('nav, .wide, pre') === null && element.getBoundingClientRect().right > clientWidth + 1;
    const wide = [...document.querySelectorAll('body *')].filter(isOverflowing);
    return [
      `${scrollWidth} of ${clientWidth}`,
      ...wide.slice(0, 5).map(({ outerHTML }) => outerHTML.slice(0, 200)),
    ];
  });

/** An element that the Tab key has focused. */
export interface TabStop {
  readonly name: string;
  readonly isVisible: boolean;
  /** Whether its focus is visible. */
  readonly isMarked: boolean;
}

/** Presses Tab. Returns the focused element, or null when the focus leaves the page. */
export async function pressTab({ tab }: TestPage): Promise<TabStop | null> {
  await tab.keyboard.press('Tab');
  return tab.evaluate(() => {
    interface FocusedElement {
      readonly localName: string;
      readonly innerText?: string;
      readonly id: string;
      getBoundingClientRect(): { left: number; right: number; top: number; bottom: number };
    }
    interface Window {
      readonly document: { readonly activeElement: FocusedElement; readonly body: FocusedElement };
      readonly innerWidth: number;
      readonly innerHeight: number;
      readonly getComputedStyle: (element: FocusedElement) => {
        readonly outlineStyle: string;
        readonly outlineWidth: string;
      };
    }
    const { document, innerWidth, innerHeight, getComputedStyle } = globalThis as unknown as Window;
    const focused = document.activeElement;
    if (focused === document.body) return null;
    const { left, right, top, bottom } = focused.getBoundingClientRect();
    const { outlineStyle, outlineWidth } = getComputedStyle(focused);
    return {
      name: `${focused.localName} ${focused.innerText?.trim() || focused.id}`,
      isVisible:
        right > Math.max(left, 0) && bottom > Math.max(top, 0) && left < innerWidth && top < innerHeight,
      isMarked: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
    };
  });
}

/** What the checks find on a page on a desktop. */
interface DesktopFindings {
  readonly faults: readonly string[];
  /** The first 24 tab stops. */
  readonly tabStops: readonly TabStop[];
}

const desktopFindings = new WeakMap<TestPage, Map<string, Promise<DesktopFindings>>>();

/** Checks a path on a desktop. The tests of a path share one visit. */
export function checkOnDesktop(page: TestPage, path: string): Promise<DesktopFindings> {
  const findingsByPath = desktopFindings.get(page) ?? new Map<string, Promise<DesktopFindings>>();
  desktopFindings.set(page, findingsByPath);
  const findings = findingsByPath.get(path) ?? visitOnDesktop(page, path);
  findingsByPath.set(path, findings);
  return findings;
}

async function visitOnDesktop(page: TestPage, path: string): Promise<DesktopFindings> {
  return { faults: await findDesktopFaults(page, path), tabStops: await listTabStops(page) };
}

/** Faults of a page in light mode, and its contrast faults in dark mode. */
async function findDesktopFaults(page: TestPage, path: string): Promise<readonly string[]> {
  const status = await page.visit(path);
  const inLight = await findAccessibilityViolations(page);
  await page.tab.emulateMedia({ colorScheme: 'dark' });
  const inDark = await findAccessibilityViolations(page, { runOnly: ['color-contrast'] });
  await page.tab.emulateMedia({ colorScheme: 'light' });
  return [
    ...(status === 200 ? [] : [`status ${status}`]),
    ...inLight,
    ...inDark,
    ...(await findBrokenWords(page)),
  ];
}

/** Faults of a page on a phone. Contrast is left out, because colours are the same as on a desktop. */
export async function checkOnPhone(page: TestPage, path: string): Promise<readonly string[]> {
  await page.visit(path);
  return [
    ...(await findOverflow(page)),
    ...(await findBrokenWords(page)),
    ...(await findAccessibilityViolations(page, { rules: { 'color-contrast': { enabled: false } } })),
  ];
}

/** The first 24 tab stops of the page that is open. */
async function listTabStops(page: TestPage): Promise<readonly TabStop[]> {
  const stops: TabStop[] = [];
  for (let stop = await pressTab(page); stop && stops.length < 24; stop = await pressTab(page))
    stops.push(stop);
  return stops;
}
