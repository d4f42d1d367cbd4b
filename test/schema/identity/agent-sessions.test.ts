// The ids of agent sessions (sessions of MCP clients), which are verified without being stored.
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAgentSessionIds } from '../../../schema/identity/agent-sessions.ts';
import { TestClock } from '../../support/board/clock.ts';

test('a session id is valid for less than 30 days on the board that has created it', () => {
  const clock = new TestClock();
  const ids = createAgentSessionIds('a pepper', clock);
  const id = ids.create();
  const isValidAfterFurther = (seconds: number) => {
    clock.advance({ seconds });
    return ids.isValid(id);
  };

  const [uuid, mac] = id.split('.');
  const signed = JSON.stringify(['board-client-session-v1', uuid]);
  expect(mac).toBe(createHmac('sha256', 'a pepper').update(signed).digest('base64url'));
  expect(createAgentSessionIds('another pepper', clock).isValid(id)).toBe(false);
  expect([
    isValidAfterFurther(0),
    isValidAfterFurther(30 * 86_400 - 0.001),
    isValidAfterFurther(0.001),
  ]).toEqual([true, true, false]);
});

test('a changed session id is not valid', () => {
  const ids = createAgentSessionIds('a pepper', new TestClock());
  const id = ids.create();
  const [uuid = '', mac = ''] = id.split('.');
  const other = ids.create();
  const changed = [
    ...['', uuid, `${uuid}.`, mac, `${uuid}.${mac}x`, ` ${id}`, `${id}\n`, `${uuid}.${mac.slice(1)}`],
    ...[`${other.split('.')[0] ?? ''}.${mac}`, `${uuid.toUpperCase()}.${mac}`, `${uuid}x${mac}`],
  ];

  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\.[\w-]{43}$/);
  expect([id, other].map(ids.isValid)).toEqual([true, true]);
  expect(changed.filter(ids.isValid)).toEqual([]);
});
