import { readFileSync } from 'node:fs';
import { CommandError } from '../commands/command.ts';

/** Minimum characters of a passphrase: shorter ones can be guessed. */
const MIN_LENGTH = 12;

/** Reads the passphrase, which is the first line of a file. Throws CommandError. */
export function readPassphrase(file: string): string {
  const text = readText(file);
  const [passphrase = ''] = text.split(/\r?\n/, 1);
  if (passphrase.length >= MIN_LENGTH) return passphrase;
  throw new CommandError(`--passphrase-file: the first line must have at least ${MIN_LENGTH} characters`);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError(`--passphrase-file: ${(error as Error).message}`, { cause: error });
  }
}
