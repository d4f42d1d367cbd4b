import { createOperator } from '../schema/operators/tokens.ts';
import type { Config } from './config.ts';
import type { Store } from './store.ts';

/**
 * Prints the URLs and `lines`. On the first start of an embedded board without a configured operator token, also creates
 * and prints one. All later lines of standard output are JSON.
 */
export async function printStart(config: Config, store: Store, ...lines: readonly string[]): Promise<void> {
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  print(`board ${config.BASE_URL}`);
  print(`site  ${config.SITE_URL}`);
  for (const line of lines) print(line);
  if (!store.isEmbedded || config.OPERATOR_TOKEN) return;
  const token = await createOperator(store.database, {
    pepper: config.KEY_PEPPER,
    name: 'first',
    now: new Date(),
  });
  if (token) print(`operator token, shown only once: ${token}`);
}
