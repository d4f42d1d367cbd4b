import { checkAddresses } from '../doctor/addresses.ts';
import { checkDatabase } from '../doctor/database.ts';
import { checkDataFolder } from '../doctor/data-folder.ts';
import type { Finding } from '../doctor/finding.ts';
import { checkProxies } from '../doctor/proxies.ts';
import { checkRedis } from '../doctor/redis.ts';
import { checkConfiguration } from '../doctor/configuration.ts';
import { type Command, CommandError, readPositionals, printLine, type Terminal } from './command.ts';

const HELP = `Check the installation and suggest fixes.

  agent-board doctor

Prints one line per check: ok, warn or fail, and what to do about warnings and failures. Checks the configuration, the
data folder and its modes, free disk space, the database with its version, migrations and clock, the pepper, the ports,
the public addresses (which must lead to this board), trusted proxies and Redis. Changes nothing. Starts the embedded
database during the checks if no board runs. Exits with 1 if any check fails.
`;

async function* runChecks(terminal: Terminal): AsyncGenerator<Finding, void> {
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
  run: async ({ positionals, terminal }) => {
    readPositionals(positionals, []);
    let failed = 0;
    for await (const { level, subject: what, detail, remedy } of runChecks(terminal)) {
      if (level === 'fail') failed += 1;
      printLine(terminal, `${level.padEnd(4)}  ${what.padEnd(14)} ${detail}${remedy ? ` → ${remedy}` : ''}`);
    }
    if (failed > 0) throw new CommandError(`${failed} of the checks failed`);
  },
};
