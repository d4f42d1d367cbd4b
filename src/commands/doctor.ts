import { checkUrls } from '../doctor/public-urls.ts';
import { checkDatabase } from '../doctor/database.ts';
import { checkDataFolder } from '../doctor/data-folder.ts';
import type { Finding } from '../doctor/finding.ts';
import { checkNode } from '../doctor/node.ts';
import { checkProxies } from '../doctor/proxies.ts';
import { checkReplicas } from '../doctor/replicas.ts';
import { checkRedis } from '../doctor/redis.ts';
import { checkConfiguration } from '../doctor/configuration.ts';
import { RECOVERING } from '../store.ts';
import { CommandError, printLine, printStatus, type Terminal } from './command.ts';

async function* runChecks(terminal: Terminal): AsyncGenerator<Finding, void> {
  yield checkNode(process.versions.node);
  const { finding, config, hasPepper } = checkConfiguration(terminal.env);
  yield finding;
  if (!config) return;
  yield* checkDataFolder(config, hasPepper);
  yield* await checkDatabase({
    ...{ config, hasPepper, now: () => terminal.now(), interrupted: terminal.interrupted },
    onRecovering: () => printStatus(terminal, RECOVERING),
  });
  yield* await checkReplicas(config);
  yield* await checkUrls(config, hasPepper);
  yield checkProxies(config);
  yield await checkRedis(config);
}

/** Checks the installation and prints the findings. Throws CommandError if any check fails. */
export async function checkInstallation(terminal: Terminal): Promise<void> {
  let failures = 0;
  for await (const { level, subject, detail, remedy } of runChecks(terminal)) {
    if (level === 'fail') failures += 1;
    printLine(terminal, `${level.padEnd(4)}  ${subject.padEnd(14)} ${detail}${remedy ? ` → ${remedy}` : ''}`);
  }
  if (failures > 0) throw new CommandError(`${failures} of the checks failed`);
}
