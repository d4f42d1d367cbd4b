import { pino, type Logger } from 'pino';
import { redactKeys } from '../facades/http/codec/redact.ts';

export type { Logger };

const URL_PARAMETERS = /([?&](?:key|handle)=)[^&\s"]+/g;

/** Removes the secrets of keys, tokens and MCP session ids, and the values of the URL parameters `key` and `handle`. */
export const redact = (line: string): string => redactKeys(line).replace(URL_PARAMETERS, '$1…');

/** Creates a logger that writes JSON lines, by default to standard output. Every line is redacted and has the members of `base`. */
export const createLogger = (
  level: string,
  write: (line: string) => void = toStandardOutput,
  base: Readonly<Record<string, unknown>> | null = null,
): Logger =>
  pino({ level, base, timestamp: pino.stdTimeFunctions.isoTime }, { write: (line) => write(redact(line)) });

const toStandardOutput = (line: string) => void process.stdout.write(line);
