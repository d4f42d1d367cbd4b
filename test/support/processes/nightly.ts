// `npm run test:nightly` runs the long tests that `npm test` leaves out, one after the other, and prints a summary.
// `npm run test:nightly -- faults cluster` runs only these two.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const ALL = ['cluster', 'faults', 'upgrade', 'mutation'] as const;

const { positionals } = parseArgs({ allowPositionals: true });
const isKnown = (name: string) => ALL.some((known) => known === name);
if (!positionals.every(isKnown)) throw new Error(`the names of tests are ${ALL.join(', ')}`);

const results = (positionals.length > 0 ? positionals : ALL).map((name) => {
  const start = performance.now();
  const { status } = spawnSync('npm', ['run', `test:${name}`], { stdio: 'inherit' });
  return { name, isPassed: status === 0, minutes: (performance.now() - start) / 60_000 };
});

process.stdout.write('\n');
for (const { name, isPassed, minutes } of results)
  process.stdout.write(`${isPassed ? 'passed' : 'FAILED'} ${name}, ${minutes.toFixed(1)} minutes\n`);
if (results.some(({ isPassed }) => !isPassed)) process.exitCode = 1;
