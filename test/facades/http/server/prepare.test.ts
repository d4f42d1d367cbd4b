import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openTestRouter, testRoute } from './test-router.ts';

test('routes are prepared one by one, and requests are served in between', async () => {
  const steps: string[] = [];
  const prepare = (name: string) => async () => {
    steps.push(`${name} begins`);
    await setImmediate();
    steps.push(`${name} ends`);
  };
  const { router, call } = openTestRouter([
    testRoute('GET /first', { prepare: prepare('first') }),
    testRoute('GET /plain', {
      serve: () => (steps.push('served'), { status: 200, headers: {}, body: null }),
    }),
    testRoute('GET /second', { prepare: prepare('second') }),
  ]);

  await Promise.all([router.prepare(), call('GET /plain')]);

  expect(steps.filter((step) => step !== 'served')).toEqual([
    'first begins',
    'first ends',
    'second begins',
    'second ends',
  ]);
  expect(steps.slice(0, steps.indexOf('second ends'))).toContain('served');
});
