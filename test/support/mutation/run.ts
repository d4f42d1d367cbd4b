// `npm run test:mutation [-- [--force] [area or path]]`: changes the code in small ways, one at a time, and lists the changes that
// no test detects (docs/decisions/0060-mutation-testing.md).
import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MUTATION_AREAS } from './areas.ts';

const FOLDER = 'coverage/mutation';

/** The part of StrykerJS that is used here. Only `npm run test:mutation` installs its types, so `npm run typecheck` lacks them. */
interface StrykerPackage {
  readonly Stryker: new (options: object) => { runMutationTest(): Promise<unknown> };
}

const { Stryker } = createRequire(import.meta.url)('@stryker-mutator/core') as StrykerPackage;

const {
  values: { force },
  positionals: [selected = ''],
} = parseArgs({ allowPositionals: true, options: { force: { type: 'boolean', default: false } } });
const areas = Object.entries(MUTATION_AREAS).flatMap(([name, area]) => {
  const sources = globSync(area.sources);
  const mutate = name === selected ? sources : sources.filter((path) => path.startsWith(selected));
  return mutate.length > 0 ? [{ ...area, name, mutate }] : [];
});
if (areas.length === 0) throw new Error(`${selected} is neither an area nor the start of a path in an area`);

for (const { name, mutate, tests, goal } of areas) {
  process.stdout.write(`\n${name}\n`);
  process.env['MUTATION_TESTS'] = JSON.stringify(tests);
  const stryker = new Stryker({
    mutate,
    testRunner: 'vitest',
    vitest: { configFile: 'vitest.mutation.config.ts', related: false },
    plugins: ['@stryker-mutator/vitest-runner', join(import.meta.dirname, 'ignore-prose.ts')],
    ignorers: ['prose'],
    ignorePatterns: ['/coverage', '/dist', '/data', '/docs/pictures'],
    // No tsconfig file: StrykerJS would rewrite it through an API that TypeScript 7 does not have.
    tsconfigFile: '',
    tempDirName: `${FOLDER}/sandbox`,
    cleanTempDir: 'always',
    incremental: true,
    force,
    incrementalFile: `${FOLDER}/${name}.json`,
    reporters: ['clear-text'],
    clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
    thresholds: { high: goal, low: goal, break: goal },
  });
  await stryker.runMutationTest();
}
