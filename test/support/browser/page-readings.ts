// What a browser has made of pages, and how two of them differ.
import type { TestPage } from './browser-page.ts';
import { readInFrames, type PageReading } from './read-in-frames.ts';

/** Pages at a time: the board and the browser keep each other busy. */
const ABREAST = 2;

/** Reads pages of the site beside `page`, in their order. */
export async function readPages(page: TestPage, paths: readonly string[]): Promise<readonly PageReading[]> {
  return JSON.parse(await page.tab.evaluate(readInFrames, [paths, ABREAST] as const)) as PageReading[];
}

/** Reads lists from their first pages to their last. */
export async function readLists(page: TestPage, starts: readonly string[]): Promise<readonly PageReading[]> {
  const readings: PageReading[] = [];
  for (let paths = starts; paths.length > 0;) {
    const read = await readPages(page, paths);
    readings.push(...read);
    paths = read.flatMap(({ next }) => next ?? []);
  }
  return readings;
}

/** Where a page is first another than the model, element by element; null where it is nowhere. */
export function findDifference({ path, tree }: PageReading, model: PageReading): string | null {
  const lines = Array.from({ length: Math.max(tree.length, model.tree.length) }, (_, i) => i);
  const at = lines.find((i) => tree[i] !== model.tree[i]);
  if (at === undefined) return null;
  const told = (line = 'nothing') => `<${line.trim()}>`;
  return `${path}: ${told(tree[at])} stands where ${told(model.tree[at])} should, after ${told(tree[at - 1])}`;
}

/** Each element with those it is in. */
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

/** Elements that stand on no page of a kind. */
export const findUnknownElements = (reading: PageReading, known: ReadonlySet<string>): readonly string[] =>
  [...elementPathsIn(reading)]
    .filter((chain) => !known.has(chain))
    .map((chain) => `${reading.path}: ${chain}`);

/** What no page of ours has; what such pages have with plain words is forgiven, where they are named. */
export function findFaults(
  readings: readonly PageReading[],
  models: readonly PageReading[] = [],
): readonly string[] {
  const forgiven = new Set(models.flatMap(({ faults }) => faults));
  return readings.flatMap(({ path, faults }) =>
    faults.filter((fault) => !forgiven.has(fault)).map((fault) => `${path}: ${fault}`),
  );
}
