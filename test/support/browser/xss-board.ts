// A board with XSS payloads in every field, open in a browser. Pages with payloads are compared with pages that
// hold plain text only: the markup must be the same.
import { groupByLength, registerWriters, writeEveryField } from '../records/every-field.ts';
import type { Writers, WrittenRecords } from '../records/every-field.ts';
import { xssTexts } from '../pages/xss-corpus.ts';
import type { TestPage } from './browser-page.ts';
import { type BrowserBoard, openBrowserBoard } from './browser.ts';
import { elementPathsIn, findDifference, findFaults, findUnknownElements } from './page-readings.ts';
import { readLists, readPages } from './page-readings.ts';
import type { PageReading } from './read-in-frames.ts';

const PLAIN_TEXTS = ['Plain words, and', 'a few more of them: see https://board.test/x.'];

/** First pages of lists, by the route of the list. */
type ListPaths = Readonly<Record<string, readonly string[]>>;

interface XssBoardParts {
  readonly browserBoard: BrowserBoard;
  readonly writers: Writers;
  readonly page: TestPage;
  readonly reference: WrittenRecords;
}

type XssBoardState = XssBoardParts & {
  readonly written: readonly WrittenRecords[];
  readonly referenceLists: ReadonlyMap<string, readonly PageReading[]>;
};

export class XssBoard implements AsyncDisposable {
  readonly browserBoard: BrowserBoard;
  readonly writers: Writers;
  /** A window without Content-Security-Policy: only the markup keeps payloads from running. */
  readonly page: TestPage;
  /** Records with plain texts. */
  readonly reference: WrittenRecords;
  /** Records with payloads. */
  readonly written: readonly WrittenRecords[];
  readonly #referenceLists: ReadonlyMap<string, readonly PageReading[]>;

  constructor(state: XssBoardState) {
    this.browserBoard = state.browserBoard;
    this.writers = state.writers;
    this.page = state.page;
    this.reference = state.reference;
    this.written = state.written;
    this.#referenceLists = state.referenceLists;
  }

  /** Element paths of all lists as they were with plain texts only. */
  get knownElements(): ReadonlySet<string> {
    const readings = [...this.#referenceLists.values()].flat();
    return new Set(readings.flatMap((reading) => [...elementPathsIn(reading)]));
  }

  /** Differences between the pages of records with payloads and those of the reference records; also failed requests and faults. */
  async findDifferences(pathsOf: (records: WrittenRecords) => readonly string[]): Promise<readonly string[]> {
    const references = await readPages(this.page, pathsOf(this.reference));
    const readings = await readPages(this.page, this.written.flatMap(pathsOf));
    const failedReadings = [...references, ...readings].filter(({ status }) => status !== 200);
    const differences = readings.map((reading, i) =>
      findDifference(reading, references[i % references.length]!),
    );
    return [
      ...failedReadings.map(({ path, status }) => `${path}: ${status}`),
      ...differences.filter((difference) => difference !== null),
      ...findFaults(readings, references),
    ];
  }

  /** Elements of a list, on all its pages, that it did not have with plain texts only; also failed requests and faults. */
  async findUnknownElementsInLists(route: string, starts: readonly string[]): Promise<readonly string[]> {
    const references = this.#referenceLists.get(route) ?? [];
    const knownElements = new Set(references.flatMap((reading) => [...elementPathsIn(reading)]));
    const readings = await readLists(this.page, starts);
    const failedReadings = readings.filter(({ status }) => status !== 200);
    return [
      ...failedReadings.map(({ path, status }) => `${path}: ${status}`),
      ...readings.flatMap((reading) => findUnknownElements(reading, knownElements)),
      ...findFaults(readings, references),
    ];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.page[Symbol.asyncDispose]();
    await this.browserBoard[Symbol.asyncDispose]();
  }
}

interface XssBoardOptions {
  readonly lists: ListPaths;
  /** Of this many groups of payloads, only the first is written. Default: 1, so that all are written. */
  readonly groupInterval?: number;
  /** Runs after the plain texts are written and before the lists are read. */
  readonly afterReference?: (parts: XssBoardParts) => Promise<void>;
  /** Runs after the payloads are written. */
  readonly afterPayloads?: (parts: XssBoardParts, written: readonly WrittenRecords[]) => Promise<void>;
}

/** Writes plain texts, reads the lists, then writes the XSS corpus into every field. */
export async function openXssBoard({
  lists,
  groupInterval = 1,
  afterReference,
  afterPayloads,
}: XssBoardOptions): Promise<XssBoard> {
  const browserBoard = await openBrowserBoard();
  const { clock } = browserBoard.board;
  const writers = await registerWriters(browserBoard.board);
  const page = await browserBoard.openPage('/', { hasPolicy: false });
  const parts = { browserBoard, writers, page, reference: await writeEveryField(writers, PLAIN_TEXTS) };
  // Some groups of payloads have only one text. The reference lists also need the markup of records with one text.
  await writeEveryField(writers, ['Plain words that are one text']);
  await afterReference?.(parts);
  // Statistics are cached for 10 seconds.
  clock.advance({ seconds: 11 });
  const referenceLists = new Map<string, readonly PageReading[]>();
  for (const [route, starts] of Object.entries(lists))
    referenceLists.set(route, await readLists(page, starts));
  const written: WrittenRecords[] = [];
  for (const [i, texts] of groupByLength(xssTexts).entries())
    if (i % groupInterval === 0) written.push(await writeEveryField(writers, texts));
  await afterPayloads?.(parts, written);
  clock.advance({ seconds: 11 });
  return new XssBoard({ ...parts, written, referenceLists });
}
