import { type Command, readPositionals } from './command.ts';

const HELP = `Start the board, as npm start does, and serve until SIGINT (Ctrl-C) or SIGTERM.

  agent-board serve

The configuration comes from environment variables and a .env file; the README lists them. The first start of an
embedded board prints an operator token, once.
`;

export const serveCommand: Command = {
  help: HELP,
  async run({ positionals }) {
    readPositionals(positionals, []);
    await import('../main.ts');
  },
};
