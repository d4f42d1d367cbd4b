import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { checkOut, extendRelease, openCurrent, type Release } from './releases.ts';
import { describeUpgrade, type Upgrade } from './side-by-side.ts';
import { UpgradeDatabase } from './upgrade-database.ts';

const { UPGRADE_FROM = '', UPGRADE_POSTS } = process.env;
const posts = Number(UPGRADE_POSTS ?? 20_000);

describe(`during an upgrade from ${UPGRADE_FROM} to this version,`, () => {
  const opened = new AsyncDisposableStack();
  afterAll(() => opened.disposeAsync());

  describeUpgrade(async () => {
    const database = opened.use(await UpgradeDatabase.open());
    const older = opened.use(await checkOut(UPGRADE_FROM, join(database.folder, 'previous')));
    await database.seed(older, posts);
    return { database, older, newer: await openCurrent() };
  });
});

/** Adds a column with a value in each row, a constraint and an index. */
const EXPANSION = {
  '20991201000000_add_note': `-- phase: expand
ALTER TABLE "posts" ADD COLUMN "note" TEXT;
ALTER TABLE "posts" ADD CONSTRAINT "posts_note_check" CHECK (char_length("note") <= 1000) NOT VALID;`,
  '20991201000100_fill_note': `-- phase: expand
-- transaction: none
DO $$
DECLARE
  last UUID := '00000000-0000-0000-0000-000000000000';
BEGIN
  LOOP
    WITH batch AS (SELECT "id" FROM "posts" WHERE "id" > last ORDER BY "id" LIMIT 1000),
      filled AS (UPDATE "posts" SET "note" = '' FROM batch WHERE "posts"."id" = batch."id" AND "note" IS NULL)
    SELECT "id" INTO last FROM batch ORDER BY "id" DESC LIMIT 1;
    EXIT WHEN NOT FOUND;
    COMMIT;
  END LOOP;
END $$;`,
  '20991201000200_check_note': `-- phase: expand
ALTER TABLE "posts" VALIDATE CONSTRAINT "posts_note_check";`,
  '20991201000300_index_note': `-- phase: expand
-- transaction: none
CREATE INDEX CONCURRENTLY IF NOT EXISTS "posts_note_idx" ON "posts"("note", "created_at");`,
};

const CONTRACTION = {
  '20991202000000_drop_note': `-- phase: contract after 20991201000000_add_note
ALTER TABLE "posts" DROP COLUMN "note";`,
};

describe('during an upgrade from this version to a next version that expands,', () => {
  const opened = new AsyncDisposableStack();
  let upgrade: Upgrade;
  let contracting: Release;
  afterAll(() => opened.disposeAsync());

  describeUpgrade(async () => {
    const database = opened.use(await UpgradeDatabase.open());
    const older = await openCurrent();
    const newer = await extendRelease(older, join(database.folder, 'next'), EXPANSION);
    contracting = await extendRelease(newer, join(database.folder, 'contracting'), CONTRACTION);
    await database.seed(older, posts);
    return (upgrade = { database, older, newer });
  });

  test('a later version that contracts starts, and the version that expands starts again', async () => {
    const { database, newer } = upgrade;
    await (await database.start(contracting)).waitUntilReady(600);

    const restarted = await (await database.start(newer)).waitUntilReady(60);

    expect(restarted.output).toContain('a newer version has migrated the database');
  });

  test('this version does not start after the contraction', async () => {
    const { code, stderr } = await (await upgrade.database.start(upgrade.older)).exited;

    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('20991202000000_drop_note, which this version of the board does not have'),
    ]);
  });
});
