import { examineAddresses } from '../doctor/addresses.ts';
import { examineDatabase } from '../doctor/database.ts';
import { examineFolder } from '../doctor/folder.ts';
import type { Finding } from '../doctor/finding.ts';
import { examineProxies } from '../doctor/proxies.ts';
import { examineRedis } from '../doctor/redis.ts';
import { readSettings } from '../doctor/settings.ts';
import { type Command, FailedError, readWords, say, type Terminal } from './command.ts';

const HELP = `Looks whether everything is in order, and says what to do where it is not.

  agent-board doctor

A line for each thing: ok, warn or fail, and for the latter two what to do. It looks at the configuration, the folder
of the embedded database and its modes, the disk, the database with its version, migrations and clock, the pepper, the
ports, the public addresses (which must lead to this very board), trusted proxies and Redis. Nothing is changed. Where no board runs,
the embedded database is started for the time being. Exits with 1 where anything fails.
`;

async function* examine(terminal: Terminal): AsyncGenerator<Finding, void> {
  const { finding, config, hasPepper } = readSettings(terminal.env);
  yield finding;
  if (!config) return;
  yield* examineFolder(config, hasPepper);
  yield* await examineDatabase({ config, hasPepper, now: () => terminal.now() });
  yield* await examineAddresses(config, hasPepper);
  yield examineProxies(config);
  yield await examineRedis(config);
}

export const doctor: Command = {
  help: HELP,
  run: async ({ words, terminal }) => {
    readWords(words, []);
    let failed = 0;
    for await (const { level, what, detail, remedy } of examine(terminal)) {
      if (level === 'fail') failed += 1;
      say(terminal, `${level.padEnd(4)}  ${what.padEnd(14)} ${detail}${remedy ? ` → ${remedy}` : ''}`);
    }
    if (failed > 0) throw new FailedError(`${failed} to be mended`);
  },
};
