// Does the jobs of an agent at an interface, by the operations that a guide lists.
import type { Body } from '../board/http.ts';
import { chooseOperation } from './choose.ts';
import type { Job } from './job.ts';
import { createJobs } from './jobs.ts';
import type { Answer, Caller, Guide } from './operation.ts';
import { findShowing, lookUp } from './words.ts';
import type { Wire } from './wire.ts';

/** Reads the documents of an interface. `index` is the document at `/`. */
export type ReadGuide = (wire: Wire, index: Body) => Promise<Guide>;

export interface Walk {
  readonly calls: number;
  /** Refused calls, and responses without the data that the job needs. */
  readonly failures: readonly string[];
  /** Jobs for which the documents and answers have no operation. */
  readonly notOffered: readonly string[];
  readonly done: readonly string[];
  readonly documents: Wire['documents'];
  /** Bytes of the answers that each of the two agents read; for the first also those of the list of tools. */
  readonly readBytes: readonly [number, number];
  readonly receivedBytes: number;
}

/** Walks one interface: starts at `/` and does every job that the interface offers. */
export async function walk(name: string, readGuide: ReadGuide, wire: Wire): Promise<Walk> {
  const guide = await readGuide(wire, await wire.readDocument('/'));
  const callers = [await guide.connect(), await guide.connect()] as const;
  let otherBytes = 0;
  const answers = new Map<string, Body>();
  const report = { failures: [] as string[], notOffered: [] as string[], done: [] as string[] };
  for (const job of createJobs(name)) {
    const caller = callers[job.isOther ? 1 : 0];
    const choice = chooseOperation(job, guide.operations, answers);
    if (!choice) {
      report.notOffered.push(job.name);
      continue;
    }
    const before = wire.readBytes;
    const answer = await choice.operation.call(choice.values, caller);
    if (job.isOther) otherBytes += wire.readBytes - before;
    const failure = readFailure(job, answer);
    if (failure === null) {
      remember(job, answer, caller, answers);
      report.done.push(job.name);
    } else report.failures.push(`${job.name}: ${failure}`);
  }
  const { calls, documents, readBytes, receivedBytes } = wire;
  return { ...report, calls, documents, readBytes: [readBytes - otherBytes, otherBytes], receivedBytes };
}

function readFailure({ shows, has }: Job, { failure, value }: Answer): string | null {
  if (failure !== null) return failure;
  const missing = [
    shows !== undefined && !findShowing(value, shows) ? shows : null,
    has !== undefined && lookUp(value, has) === undefined ? has : null,
  ].find((each) => each !== null);
  return missing === undefined ? null : `${JSON.stringify(value)} does not show "${missing}"`;
}

/** Keeps the record that contains the text `shows` of the job, or the whole answer if the job has no such text. */
function remember(job: Job, { value }: Answer, caller: Caller, answers: Map<string, Body>): void {
  answers.set(job.name, job.shows === undefined ? value : findShowing(value, job.shows));
  if (job.name.startsWith('register')) caller.credentials = value;
}
