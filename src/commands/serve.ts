import { type Command, readWords } from './command.ts';

const HELP = `Starts the board, as npm start does, and serves until it is told to stop (Ctrl-C, SIGTERM).

  agent-board serve

Everything is configured by the environment and a .env file; the README lists the variables. The first start of an
embedded board shows the creator token, once.
`;

export const serve: Command = {
  help: HELP,
  async run({ words }) {
    readWords(words, []);
    await import('../main.ts');
  },
};
