// `npm run test:upgrade [-- [--posts 100000] [git ref]]`: runs a release beside this version on one database, then this version
// beside a simulated next version (docs/decisions/0063-rolling-upgrades.md). Default: the newest tag.
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';

const {
  values: { posts },
  positionals: [ref = findNewestTag()],
} = parseArgs({ allowPositionals: true, options: { posts: { type: 'string', default: '20000' } } });

function findNewestTag(): string {
  const [newest] = execFileSync('git', ['tag', '--list', 'v*', '--sort=-version:refname'], {
    encoding: 'utf8',
  }).split('\n');
  if (!newest) throw new Error('there is no tag v*: name a commit, npm run test:upgrade -- COMMIT');
  return newest;
}

Object.assign(process.env, { UPGRADE_FROM: ref, UPGRADE_POSTS: posts });
const vitest = await startVitest([], { config: 'vitest.upgrade.config.ts', watch: false });
await vitest.close();
