import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import {
  isConnectionLost,
  isDiskFull,
  isOutage,
  isReadOnly,
  isTimeout,
  TransactionTimeoutError,
} from '../../prisma/errors.ts';

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

test.each([
  ...[
    'connect ECONNREFUSED 127.0.0.1:1',
    'read ECONNRESET',
    'connect ENOENT /nowhere/.s.PGSQL.5432',
    'write EPIPE',
  ],
  ...['Connection terminated unexpectedly', 'timeout exceeded when trying to connect', 'Query read timeout'],
  ...[
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
  ],
  ...['P1001', 'P1008', 'P1017'],
])('an error without SQLSTATE is a lost connection: %s', (message) => {
  const errors = [
    new Error(message),
    Object.assign(new Error('failed'), {
      code: message.split(' ').at(-1) === message ? message : 'ECONNRESET',
    }),
  ];

  expect(errors.map((error) => [isOutage(error), isConnectionLost(error), isTimeout(error)])).toEqual(
    errors.map(() => [true, true, false]),
  );
});

test.each([new Error('division by zero'), new Error('P2002'), 'ECONNRESET', null, { code: '08006' }])(
  'another error, or a value that is no Error, has none of the classifications: %s',
  (error) => {
    expect([
      isOutage(error),
      isConnectionLost(error),
      isTimeout(error),
      isReadOnly(error),
      isDiskFull(error),
    ]).toEqual(Array(5).fill(false));
  },
);

test('a read-only server and a full disk are recognized, also in errors of Prisma Client', () => {
  const wrap = (originalCode: string) =>
    Object.assign(new Error('failed'), {
      code: 'P2010',
      meta: { driverAdapterError: { cause: { originalCode } } },
    });
  const toKinds = (error: Error) => [isReadOnly(error), isDiskFull(error), isOutage(error)];

  expect(
    ['25006', '53100', '53200'].map((code) => [toKinds(createError(code)), toKinds(wrap(code))]),
  ).toEqual([
    [
      [true, false, false],
      [true, false, false],
    ],
    [
      [false, true, true],
      [false, true, true],
    ],
    [
      [false, false, true],
      [false, false, true],
    ],
  ]);
});

test('a transaction that ran for too long is a timeout and an outage', () => {
  const error = new TransactionTimeoutError();

  expect([error.code, isTimeout(error), isOutage(error), isConnectionLost(error)]).toEqual([
    '25P04',
    true,
    true,
    false,
  ]);
});
