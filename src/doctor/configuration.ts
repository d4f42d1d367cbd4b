import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError, environmentSchema, readConfig } from '../config.ts';
import { MIN_PEPPER_LENGTH, readPepper } from '../pepper.ts';
import { isUnreadableFile } from './access.ts';
import { type Finding, fail, ok } from './finding.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Stands for a pepper that does not exist yet, is damaged, or is not readable. Long enough to pass validation. */
const PLACEHOLDER_PEPPER = 'placeholder for a pepper that does not exist yet';

export interface ConfigurationCheck {
  readonly finding: Finding;
  /** Null if the configuration is invalid. */
  readonly config: Config | null;
  /** Whether `config` contains the board's pepper, not the placeholder. */
  readonly hasPepper: boolean;
}

/** Reads the configuration as a start would, but creates no pepper. */
export function checkConfiguration(source: Environment): ConfigurationCheck {
  try {
    const storedPepper = source['DATABASE_URL'] || source['KEY_PEPPER'] ? undefined : findPepper(source);
    const fallback = storedPepper ?? (source['DATABASE_URL'] ? undefined : PLACEHOLDER_PEPPER);
    const config = readConfig({ ...source, KEY_PEPPER: source['KEY_PEPPER'] || fallback });
    const hasPepper = config.KEY_PEPPER !== PLACEHOLDER_PEPPER;
    return { finding: ok('configuration', describe(source)), config, hasPepper };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const remedy = 'correct this variable in the environment or in .env';
    return { finding: fail('configuration', error.message, remedy), config: null, hasPepper: false };
  }
}

/** Returns the pepper in DATA_DIR. A damaged or unreadable one counts as missing: the check of the data folder reports it. */
function findPepper(source: Environment): string | undefined {
  const file = join(source['DATA_DIR'] || './data', 'pepper');
  const pepper = existsSync(file) && !isUnreadableFile(file) ? readPepper(file) : '';
  return pepper.length >= MIN_PEPPER_LENGTH ? pepper : undefined;
}

/** Lists names only: values may be secrets. */
function describe(source: Environment): string {
  const set = Object.keys(environmentSchema.shape).filter((name) => source[name]);
  return set.length === 0 ? 'all variables have their defaults' : `set: ${set.join(', ')}`;
}
