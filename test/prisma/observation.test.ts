// The observations of the parts of a request.
import { describe, expect, test } from 'vitest';
import {
  captureObservation,
  currentObservation,
  joinObservations,
  observe,
  runObserved,
  runUnobserved,
  type Observation,
  type Part,
} from '../../prisma/observation.ts';

const nameOf = (part: Part) => ('name' in part ? part.name : 'text' in part ? part.text : part.queue);
const STATEMENT = { kind: 'statement', text: 'select' } as const;

/** An observation that records what is observed. */
function record(log: string[], path = ''): Observation {
  return {
    begin: (part) => {
      log.push(`${path}> ${nameOf(part)}`);
      return record(log, `${path}${nameOf(part)} `);
    },
    end: (error) =>
      log.push(
        `${path}ends ${error === undefined ? 'well' : error instanceof Error ? error.message : JSON.stringify(error)}`,
      ),
    recordNewsLag: (milliseconds) => log.push(`${path}lags ${milliseconds}`),
  };
}

describe('the parts of a request', () => {
  test('are observed with their nested parts and their outcomes', async () => {
    const log: string[] = [];
    const read = (outcome: Promise<unknown>) => observe(STATEMENT, () => outcome);

    await runObserved(record(log), () =>
      observe(
        { kind: 'tool', name: 'tool' },
        async () => {
          await read(Promise.resolve());
          await read(Promise.reject(new Error('no'))).catch(() => undefined);
          return { error: 'refused' };
        },
        ({ error }) => error,
      ),
    );

    expect(log).toEqual([
      '> tool',
      'tool > select',
      'tool select ends well',
      'tool > select',
      'tool select ends no',
      'tool ends "refused"',
    ]);
  });

  test('are not observed without an observation, nor in work that serves all requests', async () => {
    const log: string[] = [];

    await observe(STATEMENT, () => Promise.resolve());
    await runObserved(record(log), () => runUnobserved(() => observe(STATEMENT, () => Promise.resolve())));

    expect([log, currentObservation()]).toEqual([[], undefined]);
  });

  test('in a queue belong to the request that has queued them', async () => {
    const log: string[] = [];
    const [ofRequest, ofNone] = [runObserved(record(log), captureObservation), captureObservation()];
    const read = () => observe(STATEMENT, () => Promise.resolve());

    await runObserved(record(log, 'other '), () => ofRequest(read));
    await ofNone(read);

    expect(log).toEqual(['> select', 'select ends well']);
  });
});

test('two joined observations both observe the same work', () => {
  const [first, second]: [string[], string[]] = [[], []];
  const joined = joinObservations(record(first), record(second));

  const part = joined.begin(STATEMENT);
  part.recordNewsLag?.(5);
  part.end('failed');
  joined.end();

  expect(first).toEqual(['> select', 'select lags 5', 'select ends "failed"', 'ends well']);
  expect(second).toEqual(first);
});
