import {
  createOperator,
  disableOperator,
  listOperators,
  newOperatorNameText,
  type OperatorTokenInfo,
  operatorNameText,
} from '../../schema/operators/tokens.ts';
import { withStore } from './with-store.ts';
import { CommandError, printLine, printStatus, type Terminal, UsageError } from './command.ts';

/** Creates an operator token and prints it. Throws UsageError for an invalid name, CommandError for a name in use. */
export const createToken = (terminal: Terminal, name: string): Promise<void> =>
  withStore(terminal, async ({ config, store }) => {
    const token = await createOperator(store.database, {
      pepper: config.KEY_PEPPER,
      name: readName(newOperatorNameText, name),
      now: terminal.now(),
    });
    if (token === null) throw new CommandError(`an operator token named “${name}” exists already`);
    printStatus(terminal, `operator token “${name}”, shown only once:`);
    printLine(terminal, token);
  });

/** Disables an operator token. Throws UsageError for an invalid name, CommandError for an unknown name. */
export const disableToken = (terminal: Terminal, name: string): Promise<void> =>
  withStore(terminal, async ({ store }) => {
    const operator = await disableOperator(store.database, {
      name: readName(operatorNameText, name),
      now: terminal.now(),
    });
    if (!operator) throw new CommandError(`there is no operator token named “${name}” (see creator list)`);
    printLine(terminal, describe(operator));
  });

/** Prints the operator tokens. */
export const listTokens = (terminal: Terminal): Promise<void> =>
  withStore(terminal, async ({ store }) => {
    for (const operator of await listOperators(store.database)) printLine(terminal, describe(operator));
  });

function readName(validator: typeof operatorNameText, name: string): string {
  const result = validator.safeParse(name);
  if (result.success) return result.data;
  throw new UsageError(`<name>: ${result.error.issues[0]?.message ?? 'is invalid'}`);
}

const describe = ({ name, createdAt, disabledAt }: OperatorTokenInfo): string =>
  [
    disabledAt ? 'disabled' : 'active  ',
    `created ${createdAt.toISOString()}`,
    ...(disabledAt ? [`disabled ${disabledAt.toISOString()}`] : []),
    name,
  ].join('  ');
