import { pino, type Logger } from 'pino';
import { redactKeys } from '../facades/http/codec/redact.ts';

export type { Logger };

const IN_URL = /([?&](?:key|handle)=)[^&\s"]+/g;

/** A line without keys, wherever they stood in it, and without the handle that a URL tells beside one. */
export const redact = (line: string): string => redactKeys(line).replace(IN_URL, '$1…');

/** JSON lines on standard output. No line holds a key: the last hand on it takes keys out. */
export const createLogger = (level: string, write: (line: string) => void = toStandardOutput): Logger =>
  pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (line) => write(redact(line)) },
  );

const toStandardOutput = (line: string) => void process.stdout.write(line);
