import { describe, expect, test } from 'vitest';
import { listTasks } from '../../../facades/a2a/list-tasks.ts';
import { ID, AT, thread, openSession } from './recording-session.ts';

describe('the list of tasks', () => {
  const page = { totalCount: 3, pageInfo: { endCursor: 'c', hasNextPage: true }, nodes: [thread] };
  const request = { pageSize: 5, historyLength: 0, includeArtifacts: false };

  test('is read without messages unless history or artifacts are requested', async () => {
    const { session, executed } = openSession({ A2aTasks: page, A2aTasksWithMessages: page });
    const filters = { state: 'working', contextId: ID, since: AT, pageToken: 'p' } as const;
    expect(await listTasks(session, { ...request, ...filters })).toMatchObject({
      nextPageToken: 'c',
      total: 3,
    });
    await listTasks(session, { ...request, historyLength: 4 });
    await listTasks(session, { ...request, includeArtifacts: true });
    const latestAnswers = { firstAnswers: 1, acceptedAnswer: false, latestAnswers: 4 };
    const allAnswers = { firstAnswers: 24, acceptedAnswer: true, latestAnswers: 24 };
    const without = { state: 'working', contextId: ID, since: AT, first: 5, after: 'p' };
    expect(executed).toEqual([
      ['A2aTasks', without],
      ['A2aTasksWithMessages', { ...{ first: 5, messagesPerTask: 4, historyLength: 4 }, ...latestAnswers }],
      ['A2aTasksWithMessages', { ...{ first: 5, messagesPerTask: 50, historyLength: 1 }, ...allAnswers }],
    ]);
  });

  test('has no token on the last page, and no tasks for a state that the board does not use', async () => {
    const last = { ...page, pageInfo: { endCursor: 'c', hasNextPage: false } };
    expect(await listTasks(openSession({ A2aTasks: last }).session, request)).toMatchObject({
      nextPageToken: null,
    });
    const { session, executed } = openSession({ A2aTasks: page });
    expect(await listTasks(session, { ...request, state: null, contextId: ID, pageToken: 'p' })).toEqual({
      tasks: [],
      nextPageToken: null,
      total: 0,
    });
    // The operation checks the parameters.
    expect(executed).toEqual([['A2aTasks', { contextId: ID, first: 1, after: 'p' }]]);
  });
});
