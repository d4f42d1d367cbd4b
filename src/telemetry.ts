import { pino, type Logger } from 'pino';

export type { Logger };

const SECRET = /(sbk_[0-9A-Za-z]{10}|sba_)[0-9A-Za-z_-]+|([?&]key=)[^&\s"]+/g;

/** A line without keys, wherever they stood in it. */
export const redact = (line: string): string =>
  line.replace(
    SECRET,
    (_match, shown: string | undefined, parameter: string | undefined) => `${parameter ?? shown ?? ''}…`,
  );

/** JSON lines on standard output. No line holds a key: the last hand on it takes keys out. */
export const createLogger = (level: string, write: (line: string) => void = toStandardOutput): Logger =>
  pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (line) => write(redact(line)) },
  );

const toStandardOutput = (line: string) => void process.stdout.write(line);
