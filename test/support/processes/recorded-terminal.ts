import { Writable } from 'node:stream';
import type { Terminal } from '../../../src/commands/command.ts';

/** A terminal whose outputs are recorded, write by write. `onWrite` is called with the text of each write. */
export function createRecordedTerminal(onWrite: (text: string) => void = () => undefined) {
  const [stdout, stderr]: [string[], string[]] = [[], []];
  const open = (written: string[]) =>
    new Writable({
      write: (chunk, _encoding, done) => {
        written.push(String(chunk));
        onWrite(String(chunk));
        done();
      },
    });
  return { stdout, stderr, terminal: { stdout: open(stdout), stderr: open(stderr) } as unknown as Terminal };
}
