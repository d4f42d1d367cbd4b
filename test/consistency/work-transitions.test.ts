import { expect, test } from 'vitest';
import type { EVENT_KINDS } from '../../schema/work/lifecycle.ts';
import {
  DISPOSITION_ACTIONS,
  destinationOf,
  SCOPE_STATES,
  canTransition,
  type WorkTransition,
  WORK_TRANSITIONS,
} from '../../schema/work/lifecycle.ts';
import { openBoard } from '../support/board/board.ts';
import type { Body } from '../support/board/http.ts';

const rows: readonly WorkTransition[] = WORK_TRANSITIONS;

test('/v1/policy tells the transition table', async () => {
  await using board = await openBoard();

  const { body } = await board.call('GET /v1/policy');

  const table = body.states.find(({ subject }: { subject: string }) => subject === 'work');
  const told = table.transitions.map(({ from, operation }: Body) => `${from} ${operation}`);
  expect(told).toEqual(rows.flatMap((row) => row.from.map((from) => `${from} ${row.operation}`)));
});

test('an event leads to one state, whichever row writes it', () => {
  const steps = rows.flatMap((row) => row.steps);

  expect(
    steps.filter(({ event, to }) => destinationOf(event as (typeof EVENT_KINDS)[number]) !== to),
  ).toEqual([]);
});

test('a scope that is accepted takes nothing, and only what is submitted is decided on', () => {
  const decisions = DISPOSITION_ACTIONS.filter((action) => action !== 'close');
  const takenBy = (operation: Parameters<typeof canTransition>[1]) =>
    SCOPE_STATES.filter((state) => canTransition(state, operation));

  expect(rows.filter(({ of, from }) => of === 'scope' && from.includes('accepted'))).toEqual([]);
  expect(decisions.map(takenBy)).toEqual([['submitted'], ['submitted'], ['submitted']]);
  expect(takenBy('review')).toEqual(['submitted']);
  expect(takenBy('claim')).toEqual(['open', 'claimed', 'repair']);
});
