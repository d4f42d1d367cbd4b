// Summarizes a .cpuprofile: time by function and by part of the program.

interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
}

interface Node {
  readonly id: number;
  readonly callFrame: CallFrame;
  readonly children?: readonly number[];
}

/** V8's format. Times are microseconds of the monotonic clock. */
export interface CpuProfile {
  readonly nodes: readonly Node[];
  readonly startTime: number;
  readonly endTime: number;
  /** The id of the node that ran at each sample. */
  readonly samples: readonly number[];
  /** The time between each sample and the previous one. */
  readonly timeDeltas: readonly number[];
}

/** The part of a profile between two times, in microseconds of the monotonic clock. */
export function cutProfile(profile: CpuProfile, from: number, until: number): CpuProfile {
  const samples: number[] = [];
  const timeDeltas: number[] = [];
  let at = profile.startTime;
  for (const [i, sample] of profile.samples.entries()) {
    const delta = profile.timeDeltas[i] ?? 0;
    at += delta;
    if (at < from || at > until) continue;
    samples.push(sample);
    timeDeltas.push(delta);
  }
  return { ...profile, startTime: from, endTime: until, samples, timeDeltas };
}

export interface TimeShare {
  readonly name: string;
  /** Share of the busy time, from 0 to 1. */
  readonly self: number;
  /** Share including called functions, from 0 to 1. */
  readonly total: number;
}

export interface Summary {
  /** The time in which the process was not idle, in milliseconds. */
  readonly busyMs: number;
  /** By part of the program: folders of the board, packages, Node's modules. */
  readonly parts: readonly TimeShare[];
  readonly functions: readonly TimeShare[];
}

const IDLE = new Set(['(idle)', '(root)']);

/** Shares of the busy time, largest first. */
export function summarizeProfile(profile: CpuProfile, root: string): Summary {
  const times = timesOf(profile);
  const byId = new Map(profile.nodes.map((node) => [node.id, node]));
  const isIdle = (id: number) => IDLE.has(byId.get(id)?.callFrame.functionName ?? '');
  const busyTime = [...times].reduce((sum, [id, time]) => (isIdle(id) ? sum : sum + time), 0);
  const computeShares = (groupOf: (frame: CallFrame) => string): readonly TimeShare[] =>
    addUp({ profile, times, groupOf })
      .filter(({ name }) => !IDLE.has(name))
      .map(({ name, self, total }) => ({ name, self: self / busyTime, total: total / busyTime }));
  return {
    busyMs: busyTime / 1000,
    parts: computeShares((frame) => partOf(frame, root)).toSorted((a, b) => b.self - a.self),
    functions: computeShares((frame) => nameOf(frame, root)).toSorted((a, b) => b.self - a.self),
  };
}

/** Microseconds by node id. A sample lasts until the next one. */
function timesOf({ samples, timeDeltas }: CpuProfile): ReadonlyMap<number, number> {
  const times = new Map<number, number>();
  for (const [i, sample] of samples.entries())
    times.set(sample, (times.get(sample) ?? 0) + (timeDeltas[i + 1] ?? 0));
  return times;
}

/** Microseconds by name. A recursive call counts once in the total. */
function addUp({
  profile,
  times,
  groupOf,
}: {
  readonly profile: CpuProfile;
  readonly times: ReadonlyMap<number, number>;
  readonly groupOf: (frame: CallFrame) => string;
}) {
  const byId = new Map(profile.nodes.map((node) => [node.id, node]));
  const sums = new Map<string, { self: number; total: number }>();
  const visit = (node: Node, above: readonly string[]): number => {
    const name = groupOf(node.callFrame);
    const isInner = above.includes(name);
    const path = isInner ? above : [...above, name];
    const self = times.get(node.id) ?? 0;
    const children = (node.children ?? []).map((id) => byId.get(id)).filter((child) => child !== undefined);
    const total = children.reduce((sum, child) => sum + visit(child, path), self);
    const entry = sums.get(name) ?? { self: 0, total: 0 };
    sums.set(name, { self: entry.self + self, total: entry.total + (isInner ? 0 : total) });
    return total;
  };
  const [root] = profile.nodes;
  if (root) visit(root, []);
  return [...sums].map(([name, sum]) => ({ name, ...sum }));
}

const relativePath = (url: string, root: string) => url.replace(/^file:\/\//, '').replace(`${root}/`, '');

const PACKAGE = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\/(.*)/;

/** The part of the program: `facades/http`, `graphql`, `node:net`, `(garbage collector)`. */
function partOf({ functionName, url }: CallFrame, root: string): string {
  if (url === '') return functionName.startsWith('(') ? functionName : '(native)';
  if (url.startsWith('node:')) return url.split('/').slice(0, 2).join('/');
  const [, name] = PACKAGE.exec(url) ?? [];
  return name ?? relativePath(url, root).split('/').slice(0, 2).join('/');
}

function nameOf({ functionName, url, lineNumber }: CallFrame, root: string): string {
  const name = functionName === '' ? '(anonymous)' : functionName;
  if (url === '') return name;
  const location = PACKAGE.test(url) ? url.replace(PACKAGE, '$1/$2') : relativePath(url, root);
  return `${name} ${location}:${lineNumber + 1}`;
}
