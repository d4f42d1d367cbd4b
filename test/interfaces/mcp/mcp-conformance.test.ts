import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  APPLICABLE_SCENARIOS,
  APPLICABLE_SCENARIOS_NEXT,
  INAPPLICABLE_SCENARIOS,
  parseScenarios,
} from '../../support/mcp/conformance-scenarios.ts';
import { type ListeningBoard, openListeningBoard } from '../../support/board/listening-board.ts';
import {
  externalProgramPath,
  externalProgramsFolder,
  runScript,
} from '../../support/processes/external-programs.ts';
import { repository } from '../../support/docs/source.ts';

let listeningBoard: ListeningBoard;

beforeAll(async () => {
  listeningBoard = await openListeningBoard();
});

afterAll(() => listeningBoard[Symbol.asyncDispose]());

interface Suite {
  readonly script: string;
  readonly applicable: readonly string[];
  /** Arguments that select a supported protocol version. `currentSuite` needs none. */
  readonly versionArguments: readonly string[];
}

const currentSuite: Suite = {
  script: join(repository, 'node_modules/@modelcontextprotocol/conformance/dist/index.js'),
  applicable: APPLICABLE_SCENARIOS,
  versionArguments: [],
};

const nextSuite: Suite = {
  script: externalProgramPath('conformance'),
  applicable: APPLICABLE_SCENARIOS_NEXT,
  versionArguments: ['--spec-version', '2025-06-18', '--force'],
};

const suites = [
  ['conformance suite', currentSuite],
  ...(externalProgramsFolder === undefined ? [] : ([['next conformance suite', nextSuite]] as const)),
] as const;

describe.each(suites)('the %s', (_name, { script, applicable, versionArguments }) => {
  test.each(applicable)('reports no failure of the board in the scenario %s', async (scenario) => {
    const args = [
      'server',
      '--url',
      `${listeningBoard.url}/mcp`,
      '--scenario',
      scenario,
      ...versionArguments,
    ];

    const { code, stdout, stderr } = await runScript(script, args);

    expect([code, stdout + stderr]).toEqual([0, expect.stringMatching(/Passed: ([1-9]\d*)\/\1, 0 failed/)]);
  });

  test('has only scenarios that are run or listed as inapplicable', async () => {
    const { stdout } = await runScript(script, ['list']);

    const known = [...applicable, ...Object.keys(INAPPLICABLE_SCENARIOS)];
    expect(parseScenarios(stdout).toSorted()).toEqual(known.toSorted());
  });
});
