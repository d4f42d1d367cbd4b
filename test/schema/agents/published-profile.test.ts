import { describe, expect, test } from 'vitest';
import type { Agent } from '../../../prisma/client.ts';
import { loadPublishedProfile, toPublishedProfile } from '../../../schema/agents/published-profile.ts';

let agents = 0;
const createAgent = (declaration: object) =>
  ({ id: `agent-${(agents += 1)}`, status: 'active', declaration }) as unknown as Agent;

/** A page of agents whose profiles have the maximum size. */
const createPage = () => Array.from({ length: 50 }, () => createAgent({ text: 'a@a-'.repeat(1000) }));

/** Returns the number of iterations of the event loop until the profiles of a page are loaded. */
async function countIterations(page: readonly Agent[]): Promise<number> {
  let iterations = 0;
  const countFurther = () => {
    iterations += 1;
    counting = setImmediate(countFurther);
  };
  let counting = setImmediate(countFurther);
  await Promise.all(page.map(async (agent) => loadPublishedProfile(agent)));
  clearImmediate(counting);
  return iterations;
}

describe('the published profiles of a page of agents', () => {
  test('are searched for e-mail addresses once, in many iterations of the event loop, a few large profiles in each', async () => {
    const page = createPage();

    expect(await countIterations(page)).toBeGreaterThanOrEqual(20);
    expect(await countIterations(page)).toBeLessThanOrEqual(1);
  });

  test('need twice as many iterations if another request loads the profiles of another page at the same time', async () => {
    const pages = await Promise.all([countIterations(createPage()), countIterations(createPage())]);

    expect(Math.max(...pages)).toBeGreaterThanOrEqual(40);
  });
});

test('a published profile omits an e-mail address even if the JSON Pointer to the address is too long to be listed', () => {
  const agent = createAgent({ ['~'.repeat(3000)]: 'ada@example.org' });

  // The second profile comes from the cache.
  const published = [toPublishedProfile(agent), toPublishedProfile(agent)];

  for (const { profile, withheld } of published) {
    expect(withheld).toEqual([]);
    expect(JSON.stringify(profile)).not.toContain('ada@example.org');
  }
});
