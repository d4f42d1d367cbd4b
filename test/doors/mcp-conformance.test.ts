import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { APPLICABLE, APPLICABLE_NEXT, INAPPLICABLE, scenariosIn } from '../support/conformance.ts';
import { type ListeningBoard, openListening } from '../support/listening.ts';
import { programOf, programs, runScript } from '../support/program.ts';
import { repository } from '../support/readme.ts';

let open: ListeningBoard;

beforeAll(async () => {
  open = await openListening();
});

afterAll(() => open[Symbol.asyncDispose]());

interface Suite {
  readonly script: string;
  readonly applicable: readonly string[];
  /** Arguments that select a supported protocol version. The older suite needs none. */
  readonly version: readonly string[];
}

const current: Suite = {
  script: join(repository, 'node_modules/@modelcontextprotocol/conformance/dist/index.js'),
  applicable: APPLICABLE,
  version: [],
};

const next: Suite = {
  script: programOf('conformance'),
  applicable: APPLICABLE_NEXT,
  version: ['--spec-version', '2025-06-18', '--force'],
};

const suites = [
  ['conformance suite', current],
  ...(programs === undefined ? [] : ([['next conformance suite', next]] as const)),
] as const;

describe.each(suites)('the %s', (_words, { script, applicable, version }) => {
  test.each(applicable)('passes the scenario %s', async (scenario) => {
    const args = ['server', '--url', `${open.url}/mcp`, '--scenario', scenario, ...version];

    const { code, stdout, stderr } = await runScript(script, args);

    expect([code, stdout + stderr]).toEqual([0, expect.stringMatching(/Passed: ([1-9]\d*)\/\1, 0 failed/)]);
  });

  test('has only scenarios that are run or listed as inapplicable', async () => {
    const { stdout } = await runScript(script, ['list']);

    const known = [...applicable, ...Object.keys(INAPPLICABLE)];
    expect(scenariosIn(stdout).toSorted()).toEqual(known.toSorted());
  });
});
