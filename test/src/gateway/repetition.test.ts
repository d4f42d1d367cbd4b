// Which execution of a subscription is the last.
import { GraphQLError } from 'graphql';
import { describe, expect, test } from 'vitest';
import { BusyError } from '../../../prisma/client.ts';
import { BoardError, type DocumentResult } from '../../../schema/contract.ts';
import type { Repetition } from '../../../schema/live/live.ts';
import { endAfterFailedRead, endStreamOnError, repetitionOf } from '../../../src/gateway/repetition.ts';

describe('an execution of a subscription', () => {
  const NEXT = { pauseMs: 5, isNewsNeeded: true };
  const start = () => ({ next: NEXT }) as Repetition;

  test('is followed by the next execution', async () => {
    const repetition = start();

    expect(await endStreamOnError(repetition, () => Promise.resolve('page'))).toBe('page');
    expect(repetition.next).toBe(NEXT);
  });

  test('is the last execution if it fails', async () => {
    const repetition = start();
    const fail = () => Promise.reject(new Error('failed'));

    await expect(endStreamOnError(repetition, fail)).rejects.toMatchObject({ code: 'internal' });
    await expect(endStreamOnError(null, fail)).rejects.toBeInstanceOf(BoardError);
    expect(repetition.next).toBeNull();
  });

  test.each([
    ['the last execution if a field gets no turn', new BusyError(), null],
    ['the last execution if a field fails unexpectedly', new Error('failed'), null],
    ['followed by the next one if a field refuses an argument', new BoardError('invalid_cursor', 'no'), NEXT],
  ])('is %s', (_name, originalError, next) => {
    const repetition = start();
    const result = { errors: [new GraphQLError('', { originalError })] } as unknown as DocumentResult;

    expect([endAfterFailedRead(repetition, result), endAfterFailedRead(null, result)]).toEqual([
      result,
      result,
    ]);
    expect(repetition.next).toBe(next);
  });

  test('is the only execution if its response reports that the key has become exposed', () => {
    const repetition = start();
    const of = (viewer: object) => repetitionOf({ connection: { repetition }, viewer } as never);

    expect([
      of({ kind: 'anonymous' }),
      of({ kind: 'agent' }),
      of({ kind: 'agent', isKeyNewlyExposed: true }),
      repetitionOf({ viewer: { kind: 'anonymous' } } as never),
    ]).toEqual([repetition, repetition, null, null]);
  });
});
