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

const HELP = `Makes, lists and ends creator tokens. Who holds one is the operator: it opens the console and /admin.

  agent-board creator create <name>    makes a token and shows it, this once
  agent-board creator list             every token that was made: name, when, and whether it still holds
  agent-board creator disable <name>   ends a token, at once and for good

A name is given once: the audit tells by it who did what. The token in OPERATOR_TOKEN is not among them; it holds as
long as it is configured.
`;

type Action = (name: string, call: Invocation) => Promise<void>;

const create: Action = (name, { terminal }) =>
  withStore(terminal, async ({ config, store }) => {
    const token = await createOperator(store.database, {
      pepper: config.KEY_PEPPER,
      name: readName(name),
      now: terminal.now(),
    });
    if (token === null) throw new CommandError(`there is a creator token named “${name}” already`);
    printStatus(terminal, `creator token “${name}”, shown this once:`);
    printLine(terminal, token);
  });

const disable: Action = (name, { terminal }) =>
  withStore(terminal, async ({ store }) => {
    const operator = await disableOperator(store.database, { name: readName(name), now: terminal.now() });
    if (!operator)
      throw new CommandError(`there is no creator token named “${name}” (creator list shows them)`);
    printLine(terminal, describe(operator));
  });

const list: Action = (_name, { terminal }) =>
  withStore(terminal, async ({ store }) => {
    for (const operator of await listOperators(store.database)) printLine(terminal, describe(operator));
  });

function readName(name: string): string {
  const read = operatorNameText.safeParse(name);
  if (read.success) return read.data;
  throw new UsageError(`<name>: ${read.error.issues[0]?.message ?? 'cannot be used'}`);
}

const describe = ({ name, createdAt, disabledAt }: OperatorTokenInfo): string =>
  [
    disabledAt ? 'disabled' : 'active  ',
    `made ${createdAt.toISOString()}`,
    ...(disabledAt ? [`disabled ${disabledAt.toISOString()}`] : []),
    name,
  ].join('  ');

const ACTIONS: Readonly<Record<string, { readonly takes: readonly string[]; readonly act: Action }>> = {
  create: { takes: ['<name>'], act: create },
  list: { takes: [], act: list },
  disable: { takes: ['<name>'], act: disable },
};

export const creatorCommand: Command = {
  help: HELP,
  run: async (call) => {
    const [word = '', ...rest] = call.positionals;
    const action = Object.hasOwn(ACTIONS, word) ? ACTIONS[word] : undefined;
    if (!action)
      throw new UsageError(`creator takes create, list or disable${word ? `, not “${word}”` : ''}`);
    const [name = ''] = readPositionals(rest, action.takes);
    await action.act(name, call);
  },
};
