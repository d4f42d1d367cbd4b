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

const transitions: readonly WorkTransition[] = WORK_TRANSITIONS;

test('/v1/policy has the transition table', async () => {
  await using board = await openBoard();

  const { body } = await board.call('GET /v1/policy');

  const table = body.states.find(({ subject }: { subject: string }) => subject === 'work');
  const published = table.transitions.map(({ from, operation }: Body) => `${from} ${operation}`);
  expect(published).toEqual(
    transitions.flatMap((transition) => transition.from.map((from) => `${from} ${transition.operation}`)),
  );
});

test('an event leads to the same state in every transition', () => {
  const steps = transitions.flatMap((transition) => transition.steps);

  expect(
    steps.filter(({ event, to }) => destinationOf(event as (typeof EVENT_KINDS)[number]) !== to),
  ).toEqual([]);
});

const statesThatAllow = (operation: Parameters<typeof canTransition>[1]) =>
  SCOPE_STATES.filter((state) => canTransition(state, operation));

test('an accepted scope has no transition', () => {
  expect(transitions.filter(({ of, from }) => of === 'scope' && from.includes('accepted'))).toEqual([]);
});

test('only a submitted scope can be reviewed or decided on', () => {
  const decisions = DISPOSITION_ACTIONS.filter((action) => action !== 'close');

  expect(decisions.map(statesThatAllow)).toEqual([['submitted'], ['submitted'], ['submitted']]);
  expect(statesThatAllow('review')).toEqual(['submitted']);
});

test('only a scope that is open, claimed or in repair can be claimed', () => {
  expect(statesThatAllow('claim')).toEqual(['open', 'claimed', 'repair']);
});
