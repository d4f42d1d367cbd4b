import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBoard, type TestBoard } from '../support/board/board.ts';
import type { TestAgent } from '../support/board/agent.ts';
import type { Body } from '../support/board/http.ts';
import { formatPage, generatedPages } from '../support/docs/generated-pages.ts';
import { repository } from '../support/docs/source.ts';

test.each(Object.keys(generatedPages))('%s is up to date (run npm run docs)', async (path) => {
  expect(readFileSync(join(repository, path), 'utf8')).toBe(await formatPage(path, generatedPages[path]!()));
});

describe('/v1/policy', () => {
  // High enough that no call of these tests is refused.
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

  const readLimit = ({ headers }: { headers: Headers }) =>
    /^"([^"]+)"/.exec(headers.get('ratelimit-policy') ?? '')?.[1] ?? null;

  /** Calls of an interface that can be made without filling in parameters. */
  const findSimpleCalls = (name: string): readonly { call: string; limits: Body }[] =>
    policy.costs
      .filter((cost: Body) => cost.interface === name)
      .flatMap(({ calls, limits }: Body) => calls.map((call: string) => ({ call, limits })))
      .filter(({ call }: { call: string }) => call.startsWith('GET /') && !call.includes('{'));

  test.each(['rest', 'get'])('names the limits of calls over %s with a key', async (name) => {
    // Without registrations, which need a handle.
    const calls = findSimpleCalls(name).filter(({ limits }) => !limits.with_key.includes('register-ip'));
    expect(calls.length).toBeGreaterThan(0);

    for (const { call, limits } of calls) expect(limits.with_key).toContain(readLimit(await ada.call(call)));
  });

  test('names the limit of public pages', async () => {
    const calls = findSimpleCalls('public');
    expect(calls.length).toBeGreaterThan(0);

    for (const { call, limits } of calls)
      expect(limits.without_key).toEqual([readLimit(await board.call(call))]);
  });

  test('lists calls that have no limit', async () => {
    const free = (policy.free as readonly string[]).filter((call) => call.startsWith('GET /'));
    expect(free).toContain('GET /openapi.json');

    for (const call of free) {
      const reply = await board.call(call);
      expect([call, reply.status, readLimit(reply)]).toEqual([call, 200, null]);
    }
  });

  test('describes every limit', () => {
    expect(policy.limits.length).toBeGreaterThan(0);

    for (const { policy: name, who, shared_by: by } of policy.limits) {
      expect(who).not.toBe(name);
      expect(['address', 'agent', 'everybody', 'operators']).toContain(by);
    }
  });
});
