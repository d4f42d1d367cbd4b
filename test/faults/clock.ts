// The clock of one of two boards jumps, and jumps back. Needs Debian's package faketime.
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStandbys } from '../support/database/standbys.ts';
import type { Campaign } from './campaign.ts';

/** A process that gets no processor time for half a second refuses requests. */
const BUSY = ['503 unavailable'];

const JUMPS = { '+1 hour': '+3600', '-1 hour': '-3600', '+1 day': '+86400', '-1 day': '-86400' };

export async function injectClockJumps({ folder, port, startBoards, run }: Campaign): Promise<void> {
  await using servers = await openStandbys(folder, 0);
  const { primary } = servers;
  const file = join(folder, 'clock');
  const setClock = (offset: string) => writeFileSync(file, `${offset}\n`);
  setClock('+0');
  const [library = ''] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');
  const clock = {
    ...{ LD_PRELOAD: library, FAKETIME_TIMESTAMP_FILE: file },
    ...{ FAKETIME_CACHE_DURATION: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' },
  };
  // Limits are off: after a jump a key is older or newer, and would have another limit.
  const limits = Object.fromEntries(
    ['FIRST_HOUR', 'FIRST_DAY', 'ESTABLISHED'].map((name) => [`LIMIT_KEY_${name}`, '0']),
  );
  const settings = { DATABASE_URL: primary.url, ...limits };
  using shifted = await startBoards([port + 20], { ...settings, ...clock });
  await shifted.boards.start(port + 22, settings);
  for (const [name, offset] of Object.entries(JUMPS))
    await run(shifted, primary.url, {
      name: `the clock of a board jumps by ${name}, and back`,
      ...{ seconds: 20, failures: BUSY, maxRecoverySeconds: 5 },
      inject: () => setClock(offset),
      heal: () => setClock('+0'),
    });
}
