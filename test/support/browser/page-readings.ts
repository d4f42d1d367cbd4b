// Documents that a browser builds from pages, and their differences.
import type { TestPage } from './browser-page.ts';
import { readInFrames, type PageReading } from './read-in-frames.ts';

/** The number of pages that are read concurrently. */
const CONCURRENCY = 2;

/** Reads pages of the site in frames of `page`. Returns the readings in the order of the paths. */
export async function readPages(page: TestPage, paths: readonly string[]): Promise<readonly PageReading[]> {
  return JSON.parse(await page.tab.evaluate(readInFrames, [paths, CONCURRENCY] as const)) as PageReading[];
}

/** Reads all pages of lists, from their first pages on. */
export async function readLists(page: TestPage, starts: readonly string[]): Promise<readonly PageReading[]> {
  const readings: PageReading[] = [];
  for (let paths = starts; paths.length > 0;) {
    const newReadings = await readPages(page, paths);
    readings.push(...newReadings);
    paths = newReadings.flatMap(({ next }) => next ?? []);
  }
  return readings;
}

/** The first element at which a page differs from the reference, or null. */
export function findDifference({ path, tree }: PageReading, reference: PageReading): string | null {
  const lines = Array.from({ length: Math.max(tree.length, reference.tree.length) }, (_, i) => i);
  const at = lines.find((i) => tree[i] !== reference.tree[i]);
  if (at === undefined) return null;
  const format = (line = 'nothing') => `<${line.trim()}>`;
  return `${path}: ${format(tree[at])} instead of ${format(reference.tree[at])} after ${format(tree[at - 1])}`;
}

/** Each element of a page with its ancestors: `body > main > p`. */
export function elementPathsIn({ tree }: PageReading): ReadonlySet<string> {
  const open: string[] = [];
  return new Set(
    tree.map((line) => {
      const element = line.trimStart();
      open.splice(line.length - element.length, Infinity, element);
      return open.join(' > ');
    }),
  );
}

/** Elements of a page that are not among the known ones. */
export const findUnknownElements = (reading: PageReading, known: ReadonlySet<string>): readonly string[] =>
  [...elementPathsIn(reading)]
    .filter((element) => !known.has(element))
    .map((element) => `${reading.path}: ${element}`);

/** Faults of pages, except those that the reference pages also have. */
export function findFaults(
  readings: readonly PageReading[],
  references: readonly PageReading[] = [],
): readonly string[] {
  const ignored = new Set(references.flatMap(({ faults }) => faults));
  return readings.flatMap(({ path, faults }) =>
    faults.filter((fault) => !ignored.has(fault)).map((fault) => `${path}: ${fault}`),
  );
}
