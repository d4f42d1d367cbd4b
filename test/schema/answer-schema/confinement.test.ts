import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { spawnConfined } from '../../../schema/answer-schema/confined-process.ts';

/** Major version of Node from which `--permission` restricts the network as well. */
const NETWORK_PERMISSION_SINCE = 25;

const script = join(import.meta.dirname, '../../support/processes/confinement-probe.ts');

let outcomes: Readonly<Record<string, string>>;
let isReached = false;
const server = createServer(() => (isReached = true));

/** Runs the probe with the flags of the validator process; returns the result of each attempt. A server listens on the port. */
async function probe(port: number): Promise<Readonly<Record<string, string>>> {
  const child = spawnConfined(script);
  const [ready] = (await once(child, 'message')) as [unknown];
  if (ready !== 'ready') throw new Error('the probe did not start');
  child.send(String(port));
  const [message] = (await once(child, 'message')) as [Record<string, string>];
  child.kill('SIGKILL');
  return message;
}

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  outcomes = await probe(port);
});

afterAll(() => {
  server.close();
});

describe('code in the validator process', () => {
  test.each([
    ['read a file', 'read'],
    ['read a file of the board', 'readBoard'],
    ['list a folder', 'list'],
    ['write a file', 'write'],
    ['start a process', 'spawn'],
    ['start a thread', 'worker'],
    ['open the inspector', 'inspector'],
    ['load an addon', 'addon'],
  ])('cannot %s', (_what, attempt) => {
    expect(outcomes[attempt]).toMatch(/^(ERR_ACCESS_DENIED|ERR_DLOPEN_DISABLED)$/);
  });

  test.runIf(Number(process.versions.node.split('.')[0]) >= NETWORK_PERMISSION_SINCE)(
    'cannot open a socket',
    () => {
      expect([outcomes['socket'], isReached]).toEqual(['ERR_ACCESS_DENIED', false]);
    },
  );

  test('has an empty environment', () => {
    expect(outcomes['environment']).toBe('');
  });
});

describe('code compiled from a schema', () => {
  test.each(['process', 'fetch', 'WebSocket', 'EventSource', 'require', 'Buffer', 'setTimeout', 'console'])(
    'has no %s',
    (name) => {
      expect(outcomes[`global ${name}`]).toBe('undefined');
    },
  );

  test('cannot import modules', () => {
    expect(outcomes['import']).toContain('no further modules can be imported');
  });
});

test('a process that hangs ends when its processor time is used up', async () => {
  const child = spawnConfined(script, { cpuSeconds: 1 });
  await once(child, 'message');

  child.send('hang');
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];

  expect([code, signal]).toEqual([null, expect.stringMatching(/^SIG(XCPU|KILL)$/)]);
});

test('the validator process leads a process group, so that Ctrl-C in the terminal of the board does not reach it', async () => {
  const child = spawnConfined(script);
  await once(child, 'message');

  // A negative id is a process group. Without the group this throws.
  process.kill(-child.pid!, 'SIGKILL');
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];

  expect(signal).toBe('SIGKILL');
});
