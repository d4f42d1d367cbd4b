// A board full of what is not text, beside a browser: what stands on it is compared with what plain words look like.
import type { TestPage } from './browser-page.ts';
import { openSeen, type SeenBoard } from './browser.ts';
import { hostileTexts } from '../pages/xss-corpus.ts';
import type { Reading } from './read-in-frames.ts';
import { chainsOf, differenceOf, faultsOf, readLists, readPages, strangersIn } from './page-readings.ts';
import { inGroups, joinWriters, type Scene, type Writers, writeScene } from '../records/every-field.ts';

const PLAIN = ['Plain words, and', 'a few more of them: see https://board.test/x.'];

/** Where pages of many records begin, by the path of the page. */
type Lists = Readonly<Record<string, readonly string[]>>;

interface HostileParts {
  readonly seen: SeenBoard;
  readonly writers: Writers;
  readonly page: TestPage;
  readonly plain: Scene;
}

export class HostileBoard implements AsyncDisposable {
  readonly seen: SeenBoard;
  readonly writers: Writers;
  /** A window in which markup must bear it all: the policy is taken away. */
  readonly page: TestPage;
  /** A scene of plain words. */
  readonly plain: Scene;
  readonly scenes: readonly Scene[];
  readonly #models: ReadonlyMap<string, readonly Reading[]>;

  constructor(
    parts: HostileParts & {
      readonly scenes: readonly Scene[];
      readonly models: ReadonlyMap<string, readonly Reading[]>;
    },
  ) {
    ({
      seen: this.seen,
      writers: this.writers,
      page: this.page,
      plain: this.plain,
      scenes: this.scenes,
    } = parts);
    this.#models = parts.models;
  }

  /** Elements, with those they are in, of all lists of plain words. */
  get known(): ReadonlySet<string> {
    return new Set([...this.#models.values()].flat().flatMap((model) => [...chainsOf(model)]));
  }

  /** How the page of each scene differs from that of plain words. */
  async differencesAt(addressesOf: (scene: Scene) => readonly string[]): Promise<readonly string[]> {
    const models = await readPages(this.page, addressesOf(this.plain));
    const readings = await readPages(this.page, this.scenes.flatMap(addressesOf));
    const lost = [...models, ...readings].filter(({ status }) => status !== 200);
    const differences = readings.map((reading, i) => differenceOf(reading, models[i % models.length]!));
    return [
      ...lost.map(({ path, status }) => `${path}: ${status}`),
      ...differences.filter((difference) => difference !== null),
      ...faultsOf(readings, models),
    ];
  }

  /** What stands in lists now and does not where words are plain, from their first pages to their last. */
  async strangersAt(place: string, starts: readonly string[]): Promise<readonly string[]> {
    const models = this.#models.get(place) ?? [];
    const chains = new Set(models.flatMap((model) => [...chainsOf(model)]));
    const readings = await readLists(this.page, starts);
    const lost = readings.filter(({ status }) => status !== 200);
    return [
      ...lost.map(({ path, status }) => `${path}: ${status}`),
      ...readings.flatMap((reading) => strangersIn(reading, chains)),
      ...faultsOf(readings, models),
    ];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.page[Symbol.asyncDispose]();
    await this.seen[Symbol.asyncDispose]();
  }
}

interface Hostility {
  readonly lists: Lists;
  /** How many of the groups of texts are written: each so manieth. */
  readonly each?: number;
  /** What is done first, where plain words are written. */
  readonly enter?: (parts: HostileParts) => Promise<void>;
  /** What is done last, where all is written. */
  readonly leave?: (parts: HostileParts, scenes: readonly Scene[]) => Promise<void>;
}

/** Writes plain words, looks at the lists, and then writes the corpus into every field there is. */
export async function openHostile({ lists, each = 1, enter, leave }: Hostility): Promise<HostileBoard> {
  const seen = await openSeen();
  const writers = await joinWriters(seen.board);
  const page = await seen.openPage('/', { policy: false });
  const parts = { seen, writers, page, plain: await writeScene(writers, PLAIN) };
  await writeScene(writers, ['Plain words that are one text']);
  await enter?.(parts);
  // Statistics are as of at most 10 seconds ago.
  seen.board.clock.pass({ seconds: 11 });
  const models = new Map<string, readonly Reading[]>();
  for (const [place, starts] of Object.entries(lists)) models.set(place, await readLists(page, starts));
  const scenes: Scene[] = [];
  for (const [i, texts] of inGroups(hostileTexts).entries())
    if (i % each === 0) scenes.push(await writeScene(writers, texts));
  await leave?.(parts, scenes);
  seen.board.clock.pass({ seconds: 11 });
  return new HostileBoard({ ...parts, scenes, models });
}
