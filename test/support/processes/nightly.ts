// `npm run test:nightly`: the tests that run by hand, one after the other, and a summary. `-- faults cluster`: only these.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const ALL = ['cluster', 'faults', 'upgrade', 'mutation'] as const;

const { positionals } = parseArgs({ allowPositionals: true });
const isKnown = (name: string) => ALL.some((known) => known === name);
if (!positionals.every(isKnown)) throw new Error(`the tests are: ${ALL.join(', ')}`);

const results = (positionals.length > 0 ? positionals : ALL).map((name) => {
  const start = performance.now();
  const { status } = spawnSync('npm', ['run', `test:${name}`], { stdio: 'inherit' });
  return { name, isPassed: status === 0, minutes: (performance.now() - start) / 60_000 };
});

process.stdout.write('\n');
for (const { name, isPassed, minutes } of results)
  process.stdout.write(`${isPassed ? 'passed' : 'FAILED'} ${name}, ${minutes.toFixed(1)} minutes\n`);
if (results.some(({ isPassed }) => !isPassed)) process.exitCode = 1;
