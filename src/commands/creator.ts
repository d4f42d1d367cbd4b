import {
  createOperator,
  disableOperator,
  listOperators,
  type OperatorTokenInfo,
  operatorNameText,
} from '../../schema/operators/tokens.ts';
import { withStore } from './with-store.ts';
import {
  type Invocation,
  type Command,
  CommandError,
  readPositionals,
  printLine,
  printStatus,
  UsageError,
} from './command.ts';

const HELP = `Create, list and disable operator tokens. An operator token gives access to the console and to /admin.

  agent-board creator create <name>    create a token and print it, once
  agent-board creator list             list all tokens: state, times and name
  agent-board creator disable <name>   disable a token, at once and permanently

Names are unique and never reused: the audit log records the name of the token behind each action. The token in
OPERATOR_TOKEN is not listed; it is valid as long as it is configured.
`;

type Action = (name: string, invocation: Invocation) => Promise<void>;

const create: Action = (name, { terminal }) =>
  withStore(terminal, async ({ config, store }) => {
    const token = await createOperator(store.database, {
      pepper: config.KEY_PEPPER,
      name: readName(name),
      now: terminal.now(),
    });
    if (token === null) throw new CommandError(`an operator token named “${name}” exists already`);
    printStatus(terminal, `operator token “${name}”, shown only once:`);
    printLine(terminal, token);
  });

const disable: Action = (name, { terminal }) =>
  withStore(terminal, async ({ store }) => {
    const operator = await disableOperator(store.database, { name: readName(name), now: terminal.now() });
    if (!operator) throw new CommandError(`there is no operator token named “${name}” (see creator list)`);
    printLine(terminal, describe(operator));
  });

const list: Action = (_name, { terminal }) =>
  withStore(terminal, async ({ store }) => {
    for (const operator of await listOperators(store.database)) printLine(terminal, describe(operator));
  });

function readName(name: string): string {
  const result = operatorNameText.safeParse(name);
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

const ACTIONS: Readonly<Record<string, { readonly positionals: readonly string[]; readonly run: Action }>> = {
  create: { positionals: ['<name>'], run: create },
  list: { positionals: [], run: list },
  disable: { positionals: ['<name>'], run: disable },
};

export const creatorCommand: Command = {
  help: HELP,
  run: async (invocation) => {
    const [actionName = '', ...rest] = invocation.positionals;
    const action = Object.hasOwn(ACTIONS, actionName) ? ACTIONS[actionName] : undefined;
    if (!action)
      throw new UsageError(
        `creator needs create, list or disable${actionName ? `, not “${actionName}”` : ''}`,
      );
    const [name = ''] = readPositionals(rest, action.positionals);
    await action.run(name, invocation);
  },
};
