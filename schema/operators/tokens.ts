import { timingSafeEqual } from 'node:crypto';
import { type Database, type OperatorToken, sql } from '../../prisma/client.ts';
import type { Board } from '../context.ts';
import type { Operator } from '../viewer.ts';
import { createOperatorToken, hashKey, readOperatorToken } from '../identity/keys.ts';
import { createId } from '../values/ids.ts';
import { text } from '../values/validators.ts';
import { findOperatorBySession } from './sessions.ts';

/** The name of the operator token that is configured by an environment variable. */
const CONFIGURED_TOKEN_NAME = 'environment';

/** Operator name in the audit log for actions of another board's operators. */
export const ARCHIVE_OPERATOR = 'archive';

const RESERVED_NAMES: readonly string[] = [CONFIGURED_TOKEN_NAME, ARCHIVE_OPERATOR];

/** The name of an operator token. */
export const operatorNameText = text({ min: 1, max: 64, trim: true, isOneLine: true });

/** The name of a new operator token. The audit log records it, so names are unique. Refuses reserved names in any letter case. */
export const newOperatorNameText = operatorNameText.refine(
  (name) => !RESERVED_NAMES.includes(name.toLowerCase()),
  `${RESERVED_NAMES.map((name) => `“${name}”`).join(' and ')} are reserved names`,
);

/**
 * Creates a function that returns the operator for a credential, or null. A credential is the configured token, a
 * token in the database, or a session token. The function also takes an operator that it returned before, and returns
 * null if that operator is no longer active.
 */
export function createOperatorFinder(
  { database, clock, pepper }: Pick<Board, 'database' | 'clock'> & { readonly pepper: string },
  configuredToken: string | null,
): Board['findOperator'] {
  const configuredHash = configuredToken === null ? null : hashKey(pepper, configuredToken);
  const findByHash = async (hash: Operator['tokenHash'], isSession: boolean): Promise<Operator | null> => {
    if (isSession) return findOperatorBySession(database, { hash, configuredHash, now: clock.now() });
    if (configuredHash && timingSafeEqual(configuredHash, hash))
      return { tokenName: CONFIGURED_TOKEN_NAME, tokenHash: hash, session: null };
    const [row] = await database.rows<{ tokenName: string }>(
      sql`select name as "tokenName" from operator_tokens where hash = ${hash} and disabled_at is null`,
    );
    return row ? { ...row, tokenHash: hash, session: null } : null;
  };
  return (credential) =>
    typeof credential === 'string'
      ? findByHash(hashKey(pepper, credential), readOperatorToken(credential) === null)
      : findByHash(credential.session?.hash ?? credential.tokenHash, credential.session !== null);
}

/** Creates an operator token and returns it in plain text, or null if the name is taken. Only its hash is stored. */
export async function createOperator(
  database: Database,
  { pepper, name, now }: { readonly pepper: string; readonly name: string; readonly now: Date },
): Promise<string | null> {
  const token = createOperatorToken();
  const rows = await database.rows(sql`
    insert into operator_tokens (id, name, hash, created_at)
    values (${createId(now)}::uuid, ${name}, ${hashKey(pepper, token)}, ${now})
    on conflict (name) do nothing returning id`);
  return rows.length > 0 ? token : null;
}

/** An operator token without its hash. */
export type OperatorTokenInfo = Omit<OperatorToken, 'hash'>;

const omit = { hash: true } as const;

/** Returns all operator tokens, oldest first, including disabled ones. */
export async function listOperators({ prisma }: Database): Promise<readonly OperatorTokenInfo[]> {
  const { operatorToken } = await prisma();
  return operatorToken.findMany({ omit, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
}

/**
 * Disables an operator token permanently. Disabling it again changes nothing. Returns null if there is no token of
 * that name.
 */
export async function disableOperator(
  { prisma }: Database,
  { name, now }: { readonly name: string; readonly now: Date },
): Promise<OperatorTokenInfo | null> {
  const { operatorToken } = await prisma();
  await operatorToken.updateMany({ where: { name, disabledAt: null }, data: { disabledAt: now } });
  return operatorToken.findUnique({ omit, where: { name } });
}
