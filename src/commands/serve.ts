import { type Command, readPositionals } from './command.ts';

const HELP = `Starts the board, as npm start does, and serves until it is told to stop (Ctrl-C, SIGTERM).

  agent-board serve

Everything is configured by the environment and a .env file; the README lists the variables. The first start of an
embedded board shows the creator token, once.
`;

export const serveCommand: Command = {
  help: HELP,
  async run({ positionals: words }) {
    readPositionals(words, []);
    await import('../main.ts');
  },
};
