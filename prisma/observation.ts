// Observes the parts of a request, for metrics, traces and timings (docs/decisions/0055-observed-requests.md).
import { AsyncLocalStorage } from 'node:async_hooks';

/** A part of the work for a request. No member has text of a caller. */
export type Part =
  | { readonly kind: 'tool'; readonly name: string }
  | {
      readonly kind: 'operation';
      readonly type: 'query' | 'mutation' | 'subscription';
      /** The root field. */
      readonly field: string;
      /** The name of a fixed operation; null for a caller's own document. */
      readonly name: string | null;
    }
  | { readonly kind: 'transaction'; readonly queue: 'group' | 'single' | 'long' }
  | { readonly kind: 'statement'; readonly text: string };

/** A request or a part of one, while it is observed. */
export interface Observation {
  /** Called when a part begins. Returns the observation of the part. */
  begin(part: Part): Observation;
  /** Called once, when the request or part has ended. `error` is undefined if it succeeded. */
  end(error?: unknown): void;
  /** Called when a waiting request has read news, with the time since the announcement in milliseconds. */
  recordNewsLag?(milliseconds: number): void;
}

const currentStorage = new AsyncLocalStorage<Observation | undefined>();

/** Runs work whose parts belong to an observation. */
export const runObserved = <Result>(observation: Observation, work: () => Result): Result =>
  currentStorage.run(observation, work);

/** The observation of the current request, or of a part of it. */
export const currentObservation = (): Observation | undefined => currentStorage.getStore();

/** Runs work that belongs to no request: it continues after the request, or serves all requests. */
export const runUnobserved = <Result>(work: () => Result): Result => currentStorage.run(undefined, work);

/**
 * Runs a part of the current request. `toError` finds the error in a result. Without an observation, only runs the work.
 */
export function observe<Result>(
  part: Part,
  work: () => Promise<Result>,
  toError?: (result: Result) => unknown,
): Promise<Result> {
  const parent = currentStorage.getStore();
  return parent ? runPart(parent.begin(part), work, toError) : work();
}

async function runPart<Result>(
  observation: Observation,
  work: () => Promise<Result>,
  toError?: (result: Result) => unknown,
): Promise<Result> {
  try {
    const result = await currentStorage.run(observation, work);
    observation.end(toError?.(result));
    return result;
  } catch (error) {
    observation.end(error);
    throw error;
  }
}

/** Joins observations of the same work. */
export const joinObservations = (first: Observation, second: Observation): Observation => ({
  begin: (part) => joinObservations(first.begin(part), second.begin(part)),
  end(error) {
    first.end(error);
    second.end(error);
  },
  recordNewsLag(milliseconds) {
    first.recordNewsLag?.(milliseconds);
    second.recordNewsLag?.(milliseconds);
  },
});

const callDirectly = <Result>(work: () => Result): Result => work();

/** Returns a function that runs work under the current observation, for a queue that runs the work later. */
export function captureObservation(): <Result>(work: () => Result) => Result {
  const observation = currentStorage.getStore();
  return observation ? (work) => currentStorage.run(observation, work) : callDirectly;
}
