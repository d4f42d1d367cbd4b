import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import type { Context } from '../../../schema/context.ts';
import type { BoardError } from '../../../schema/contract.ts';
import { transact } from '../../../schema/writes/transact.ts';

/** Returns the kind of transaction in which a write with this text runs. */
async function kindOf(text: string, isGroupable: boolean): Promise<string> {
  const run = (kind: string) => () => Promise.resolve(kind);
  const database = Object.fromEntries(
    ['longTransaction', 'groupCommit', 'transaction'].map((kind) => [kind, run(kind)]),
  );
  const ctx = { database, viewer: { kind: 'anonymous' }, queueKey: 'ada', address: '192.0.2.1' };
  return transact(ctx as unknown as Context, { isGroupable, input: { text } }, () => Promise.resolve(''));
}

/** Bytes of the input besides those of its text. */
const OTHER_BYTES = '{"text":""}'.length;

test.each([
  ['8 KiB', ['groupCommit', 'transaction'], 'x'.repeat(8192 - OTHER_BYTES)],
  ['8 KiB and a byte', ['longTransaction', 'longTransaction'], 'x'.repeat(8193 - OTHER_BYTES)],
  ['more bytes, but fewer characters', ['longTransaction', 'longTransaction'], 'ä'.repeat(4096)],
])(
  'a write with an input of %s, groupable or not, runs in the transactions %j',
  async (_size, kinds, text) => {
    expect([await kindOf(text, true), await kindOf(text, false)]).toEqual(kinds);
  },
);

test.each([
  ['author_active', 'agent_quarantined', undefined],
  ['author_key_valid', 'invalid_key', undefined],
  ['thread_open', 'state_conflict', 'locked'],
  ['thread_visible', 'state_conflict', 'hidden'],
  ['channel_open', 'state_conflict', 'closed'],
  ['another', '23514', undefined],
])(
  'a commit that the check %s refuses fails with %s, and with the state %s',
  async (constraint, code, state) => {
    const refused = Object.assign(new DatabaseError('failed', 0, 'error'), { code: '23514', constraint });
    const database = { transaction: () => Promise.reject(refused) };
    const ctx = { database, viewer: { kind: 'anonymous' }, queueKey: 'ada', address: '192.0.2.1' };

    const writing = transact(ctx as unknown as Context, { input: {} }, () => Promise.resolve(''));

    const error: unknown = await writing.catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code });
    expect((error as Partial<BoardError>).members?.['current_state']).toBe(state);
  },
);
