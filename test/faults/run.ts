// Injects faults while callers write and read, and checks what docs/faults.md promises. Needs root, and Debian's packages
// iptables, faketime, redis-server, redis-sentinel, and for `failover` those of test/cluster/run.ts.
// `npm run test:faults -- [partition …] [--port 4750]`
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createCampaign } from './campaign.ts';
import { injectClockJumps } from './clock.ts';
import { injectFullDisks } from './disk-full.ts';
import { injectSlowDisks } from './disk-slow.ts';
import { isolatePrimary } from './failover.ts';
import { injectMemoryLimits } from './memory.ts';
import { enterNamespaces } from './namespaces.ts';
import { injectPartitions } from './partition.ts';
import { injectRedisFailovers } from './sentinel.ts';
import { HEADER, toLine } from './report.ts';

const FAULTS = {
  partition: injectPartitions,
  failover: isolatePrimary,
  'disk-full': injectFullDisks,
  clock: injectClockJumps,
  sentinel: injectRedisFailovers,
  memory: injectMemoryLimits,
  'disk-slow': injectSlowDisks,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string', default: '4750' } },
});
const names = positionals.length > 0 ? positionals : Object.keys(FAULTS);
const isFault = (name: string): name is keyof typeof FAULTS => name in FAULTS;
if (!names.every(isFault))
  throw new Error(`unknown fault; the faults are: ${Object.keys(FAULTS).join(', ')}`);

enterNamespaces(import.meta.filename, process.argv.slice(2));
for (const name of names) {
  const folder = mkdtempSync(join(tmpdir(), `board-${name}-`));
  chmodSync(folder, 0o755);
  process.stdout.write(
    `\n${name}: logs in ${folder}\n${toLine(HEADER)}\n${toLine(HEADER.map(() => '---'))}\n`,
  );
  const campaign = createCampaign(folder, Number(values.port));
  await FAULTS[name](campaign);
  if (campaign.broken.length > 0) process.exitCode = 1;
}
process.exit();
