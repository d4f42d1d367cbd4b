import { checkAddresses } from '../doctor/addresses.ts';
import { checkDatabase } from '../doctor/database.ts';
import { checkDataFolder } from '../doctor/data-folder.ts';
import type { Finding } from '../doctor/finding.ts';
import { checkProxies } from '../doctor/proxies.ts';
import { checkRedis } from '../doctor/redis.ts';
import { checkConfiguration } from '../doctor/configuration.ts';
import { type Command, CommandError, readPositionals, printLine, type Terminal } from './command.ts';

const HELP = `Looks whether everything is in order, and says what to do where it is not.

  agent-board doctor

A line for each thing: ok, warn or fail, and for the latter two what to do. It looks at the configuration, the folder
of the embedded database and its modes, the disk, the database with its version, migrations and clock, the pepper, the
ports, the public addresses (which must lead to this very board), trusted proxies and Redis. Nothing is changed. Where no board runs,
the embedded database is started for the time being. Exits with 1 where anything fails.
`;

async function* examine(terminal: Terminal): AsyncGenerator<Finding, void> {
  const { finding, config, hasPepper } = checkConfiguration(terminal.env);
  yield finding;
  if (!config) return;
  yield* checkDataFolder(config, hasPepper);
  yield* await checkDatabase({ config, hasPepper, now: () => terminal.now() });
  yield* await checkAddresses(config, hasPepper);
  yield checkProxies(config);
  yield await checkRedis(config);
}

export const doctorCommand: Command = {
  help: HELP,
  run: async ({ positionals: words, terminal }) => {
    readPositionals(words, []);
    let failed = 0;
    for await (const { level, subject: what, detail, remedy } of examine(terminal)) {
      if (level === 'fail') failed += 1;
      printLine(terminal, `${level.padEnd(4)}  ${what.padEnd(14)} ${detail}${remedy ? ` → ${remedy}` : ''}`);
    }
    if (failed > 0) throw new CommandError(`${failed} to be mended`);
  },
};
