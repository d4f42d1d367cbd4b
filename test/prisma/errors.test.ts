import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { isConnectionLost, isOutage, isTimeout } from '../../prisma/errors.ts';

const createError = (code: string) => Object.assign(new DatabaseError('failed', 0, 'error'), { code });

/** Each classification of errors with its SQLSTATEs. */
const KINDS: readonly (readonly [kind: object, ...codes: readonly string[]])[] = [
  [
    { outage: true, timeout: false, lost: false },
    '53100',
    '53200',
    '53300',
    '55P03',
    '25P03',
    '40001',
    '40P01',
  ],
  [{ outage: true, timeout: false, lost: true }, '08006', '57P01', '57P02', '57P03'],
  [{ outage: true, timeout: true, lost: false }, '57014', '25P04'],
  [{ outage: false, timeout: false, lost: false }, '23505', '25006', '42P01', '22P02'],
];

test.each(KINDS.flatMap(([kind, ...codes]) => codes.map((code) => [code, kind] as const)))(
  'an error with SQLSTATE %s is %j',
  (code, kind) => {
    const error = createError(code);

    expect({ outage: isOutage(error), timeout: isTimeout(error), lost: isConnectionLost(error) }).toEqual(
      kind,
    );
  },
);
