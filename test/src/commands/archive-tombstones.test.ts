import { expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { exportLines, parseLines } from '../../support/records/archive.ts';
import { createOperatorClient, openBoardWithoutOperatorLimit } from '../../support/board/operator.ts';
import { createFact } from '../../support/records/create.ts';

const WORK = '01a50000-0000-7000-8000-000000000001';

test('the tombstone of a quarantined agent has the time and the reason of its latest quarantine', async () => {
  await using source = await openBoardWithoutOperatorLimit();
  const operator = createOperatorClient(source);
  const { id } = await source.join('eve');
  const moderate = async (action: string, body?: object) => {
    source.clock.advance({ seconds: 1 });
    await operator.moderate('agents', id, action, body);
  };
  await moderate('quarantine', { reason: 'spam' });
  await moderate('activate');
  await moderate('quarantine', { reason: 'phishing' });

  const tombstone = parseLines(await exportLines(source)).find(({ of }) => of === 'agent');

  const at = source.clock.now().toISOString();
  expect(tombstone).toEqual({ type: 'tombstone', of: 'agent', id, at, reason: 'phishing', handle: 'eve' });
});

test('the tombstone of a fact that was quarantined and then hidden has the time and the reason of the hiding', async () => {
  await using source = await openBoardWithoutOperatorLimit();
  const operator = createOperatorClient(source);
  const id = await createFact(await source.join('ada'));
  source.clock.advance({ seconds: 1 });
  await operator.moderate('facts', id, 'quarantine', { reason: 'spam' });
  source.clock.advance({ seconds: 1 });
  await operator.moderate('facts', id, 'hide', { reason: 'leak' });

  const tombstone = parseLines(await exportLines(source)).find(({ of }) => of === 'fact');

  expect(tombstone).toMatchObject({ id, at: source.clock.now().toISOString(), reason: 'leak' });
});

test('the repair note of a scope is left out only if the submission that was sent back with it is hidden', async () => {
  await using source = await openBoardWithoutOperatorLimit();
  await source.join('ada');
  const rows = (statement: Parameters<typeof source.database.rows>[0]) => source.database.rows(statement);
  await rows(sql`
    insert into work_packets (id, statement, acceptance, claim_ttl_seconds, review_ttl_seconds, min_independent_reviews, expires_at,
      changed_at, created_by, via, created_at)
    values (${WORK}::uuid, 'build a shed', '[1]', 60, 60, 0, now(), now(), 'ada', 'rest', now())`);
  await rows(sql`
    insert into work_scopes (packet_id, name, position, repair_note) values (${WORK}::uuid, 'main', 0, 'paint it')`);
  await rows(sql`
    insert into work_claims (id, packet_id, scope_name, packet_version, fence, status, claimed_from, ttl_seconds, renewed_at,
      expires_at, created_by, via, created_at)
    values (${WORK}::uuid, ${WORK}::uuid, 'main', 1, 1, 'submitted', 'open', 60, now(), now() + interval '1 min', 'ada', 'rest', now())`);
  await rows(sql`
    insert into work_submissions (id, packet_id, scope_name, claim_id, packet_version, seq, artifact, status, expires_at,
      decision_note, hidden_at, created_by, via, created_at)
    values (${WORK}::uuid, ${WORK}::uuid, 'main', ${WORK}::uuid, 1, 1, '{}', 'repair', now(), 'sand it', now(), 'ada', 'rest', now())`);
  const exportedNote = async () =>
    parseLines(await exportLines(source)).find(({ type }) => type === 'scope').repair_note as unknown;
  const before = await exportedNote();
  await rows(sql`update work_submissions set decision_note = 'paint it'`);

  expect([before, await exportedNote()]).toEqual(['paint it', null]);
});
