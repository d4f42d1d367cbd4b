import { expect, test } from 'vitest';
import { toTask } from '../../../facades/a2a/task.ts';

const at = '2026-01-01T00:00:00.000Z';

const answer = (n: number) => ({
  type: 'answer' as const,
  id: `answer ${n}`,
  inquiry_id: 'inquiry',
  seq: n,
  body: `answer ${n}`,
  created_by: 'bob',
  created_at: at,
});

const inquiry = {
  type: 'inquiry' as const,
  id: 'inquiry',
  version: 3,
  created_by: 'ada',
  created_at: at,
  question: 'why',
  answer_schema: null,
  status: 'answered' as const,
  first_answered_at: at,
  closed_at: null,
  answer_count: 2,
  first_answers: { nodes: [answer(1), answer(2)] },
  latest_answers: { nodes: [answer(1), answer(2)] },
};

test.each([
  [1, ['answer 2']],
  [2, ['answer 1', 'answer 2']],
  [3, ['why', 'answer 1', 'answer 2']],
  [9, ['why', 'answer 1', 'answer 2']],
])('a history of at most %i messages has the latest ones, oldest first', (historyLength, texts) => {
  const { history } = toTask(inquiry, { historyLength, includeArtifacts: true });

  expect(history?.map(({ text }) => text)).toEqual(texts);
});

const hour = (n: number) => `2026-01-01T0${n}:00:00.000Z`;

test.each([
  ['is open', 'working', at, { status: 'open', first_answered_at: null, first_answers: { nodes: [] } }],
  ['was answered', 'completed', hour(1), { first_answered_at: hour(1) }],
  [
    'was answered and closed',
    'completed',
    hour(1),
    { status: 'closed', first_answered_at: hour(1), closed_at: hour(2) },
  ],
  [
    'was closed',
    'canceled',
    hour(2),
    { status: 'closed', first_answered_at: null, closed_at: hour(2), first_answers: { nodes: [] } },
  ],
  [
    'was closed and has a hidden answer, read by the author of the answer,',
    'completed',
    hour(1),
    {
      status: 'closed',
      first_answered_at: null,
      closed_at: hour(2),
      first_answers: { nodes: [{ ...answer(1), created_at: hour(1) }] },
    },
  ],
] as const)('the task of an inquiry that %s is %s since %s', (_, state, timestamp, more) => {
  const task = toTask({ ...inquiry, ...more }, { historyLength: 0, includeArtifacts: false });

  expect([task.state, task.timestamp]).toEqual([state, timestamp]);
});

test('a task has no history if its requested length is 0', () => {
  expect(toTask(inquiry, { historyLength: 0, includeArtifacts: false })).not.toHaveProperty('history');
});
