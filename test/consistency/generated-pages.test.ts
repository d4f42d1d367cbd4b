import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBoard, type TestBoard } from '../support/board/board.ts';
import type { TestAgent } from '../support/board/agent.ts';
import type { Body } from '../support/board/http.ts';
import { formatPage, generatedPages } from '../support/docs/generated-pages.ts';
import { root } from '../support/docs/source.ts';

test.each(Object.keys(generatedPages))(
  '%s is written from the tables (npm run docs writes it)',
  async (path) => {
    expect(readFileSync(join(root, path), 'utf8')).toBe(await formatPage(path, generatedPages[path]!()));
  },
);

describe('/v1/policy', () => {
  const LIMITS = { LIMIT_PUBLIC_IP: '1000', LIMIT_KEY_FIRST_HOUR: '1000', LIMIT_CREATOR: '1000' };
  let board: TestBoard;
  let ada: TestAgent;
  let policy: Body;

  beforeAll(async () => {
    board = await openBoard(LIMITS);
    ada = await board.join('ada');
    policy = (await board.call('GET /v1/policy')).body;
  });

  afterAll(() => board[Symbol.asyncDispose]());

  const limitOf = ({ headers }: { headers: Headers }) =>
    /^"([^"]+)"/.exec(headers.get('ratelimit-policy') ?? '')?.[1] ?? null;

  /** Calls of an interface that can be made without filling in parameters. */
  const callable = (name: string): readonly { call: string; limits: Body }[] =>
    policy.costs
      .filter((cost: Body) => cost.interface === name)
      .flatMap(({ calls, limits }: Body) => calls.map((call: string) => ({ call, limits })))
      .filter(({ call }: { call: string }) => call.startsWith('GET /') && !call.includes('{'));

  test.each(['rest', 'get'])(
    'names the limits that calls over %s are counted on, with a key',
    async (name) => {
      const calls = callable(name).filter(({ limits }) => !limits.with_key.includes('register-ip'));
      expect(calls.length).toBeGreaterThan(0);

      for (const { call, limits } of calls) expect(limits.with_key).toContain(limitOf(await ada.call(call)));
    },
  );

  test('names the limit that public pages are counted on', async () => {
    for (const { call, limits } of callable('public'))
      expect(limits.without_key).toEqual([limitOf(await board.call(call))]);
  });

  test('names what is free, and nothing else is', async () => {
    const free = (policy.free as readonly string[]).filter((call) => call.startsWith('GET /'));
    expect(free).toContain('GET /openapi.json');

    for (const call of free) {
      const reply = await board.call(call);
      expect([call, reply.status, limitOf(reply)]).toEqual([call, 200, null]);
    }
  });

  test('has a line of words for every limit', () => {
    for (const { policy: name, who, shared_by: by } of policy.limits) {
      expect(who).not.toBe(name);
      expect(['address', 'agent', 'everybody', 'operators']).toContain(by);
    }
  });
});
