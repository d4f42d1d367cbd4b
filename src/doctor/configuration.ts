import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError, environmentSchema, readConfig } from '../config.ts';
import { type Finding, fail, ok } from './finding.ts';

type Source = Readonly<Record<string, string | undefined>>;

/** Stands for a pepper that the first start will make. */
const NO_PEPPER = 'there is no pepper as yet, and nothing to be compared with it';

export interface ConfigurationCheck {
  readonly finding: Finding;
  /** Null where they cannot be used. */
  readonly config: Config | null;
  /** Whether `config` has the pepper that the board has. */
  readonly hasPepper: boolean;
}

/** Reads the configuration as a start would, and makes nothing that a first start makes. */
export function checkConfiguration(source: Source): ConfigurationCheck {
  try {
    const kept = source['DATABASE_URL'] || source['KEY_PEPPER'] ? undefined : findPepper(source);
    const stand = kept ?? (source['DATABASE_URL'] ? undefined : NO_PEPPER);
    const config = readConfig({ ...source, KEY_PEPPER: source['KEY_PEPPER'] || stand });
    const hasPepper = config.KEY_PEPPER !== NO_PEPPER;
    return { finding: ok('configuration', describe(source)), config, hasPepper };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const remedy = 'set this variable anew, in the environment or in .env';
    return { finding: fail('configuration', error.message, remedy), config: null, hasPepper: false };
  }
}

function findPepper(source: Source): string | undefined {
  const file = join(source['DATA_DIR'] || './data', 'pepper');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

/** Names only: values may be secrets. */
function describe(source: Source): string {
  const set = Object.keys(environmentSchema.shape).filter((name) => source[name]);
  return set.length === 0 ? 'every variable has its default' : `set: ${set.join(', ')}`;
}
