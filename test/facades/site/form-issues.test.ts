import { expect, test } from 'vitest';
import { toFormIssues } from '../../../facades/site/console/errors.ts';
import { BoardError } from '../../../schema/contract.ts';

test('faults of form fields name their field; faults of path parameters and of the whole input belong to no field', () => {
  const fault = { path: [], msg: 'is wrong', type: 'value_error' };
  const issues = [{ ...fault, loc: ['query', 'note'] }, { ...fault, loc: ['path', 'fact_id'] }, fault];
  expect(toFormIssues(new BoardError('validation_failed', 'x', { issues }))).toEqual([
    { field: 'note', text: 'is wrong' },
    { field: null, text: 'fact_id: is wrong' },
    { field: null, text: 'is wrong' },
  ]);
});
