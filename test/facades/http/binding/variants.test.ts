import { describe, expect, test } from 'vitest';
import {
  actionsOf,
  explainVariant,
  mergeParameters,
  nameAlternatives,
  type ParameterizedVariant,
  selectVariant,
  shareView,
  toBriefVariants,
} from '../../../../facades/http/binding/variants.ts';
import { BoardError, type Operation, type Parameter } from '../../../../schema/contract.ts';

const operation = (name: string): Operation => ({ name, kind: 'query', source: '' });

const parameter = (wireName: string, required = false): Parameter => ({
  name: wireName,
  wireName,
  required,
  type: 'string',
  schema: {},
});

const byThread: ParameterizedVariant = {
  operation: operation('ByThread'),
  when: ['thread_id', 'thread'],
  parameters: [parameter('thread_id', true), parameter('thread'), parameter('body', true)],
};
const byWork: ParameterizedVariant = {
  operation: operation('ByWork'),
  when: ['work_id'],
  action: 'cancel',
  parameters: [parameter('work_id', true), parameter('note')],
};
const byDefault: ParameterizedVariant = {
  operation: operation('ByDefault'),
  action: 'open',
  parameters: [parameter('channel', true), parameter('body', true), parameter('tags')],
};
const variants = [byThread, byWork, byDefault];

describe('the selected variant', () => {
  test.each<[unknown, string[], ParameterizedVariant]>([
    [undefined, ['thread'], byThread],
    [undefined, ['work_id', 'thread_id'], byThread],
    [undefined, ['work_id'], byWork],
    [undefined, ['channel'], byDefault],
    [undefined, [], byDefault],
    ['cancel', ['thread_id'], byWork],
    ['open', ['work_id'], byDefault],
    ['unknown', ['work_id'], byDefault],
    [null, ['work_id'], byDefault],
  ])('is selected by the action %j and the arguments %j', (action, given, expected) => {
    expect(selectVariant(variants, { action, isGiven: (name) => given.includes(name) })).toBe(expected);
  });

  test('must exist: the last variant may not have a `when`', () => {
    expect(() => selectVariant([byThread], { isGiven: () => false })).toThrow('must not have a `when`');
  });
});

test('the actions of variants are listed in the order of the variants', () => {
  expect(actionsOf(variants)).toEqual(['cancel', 'open']);
});

test('the merged parameters have each name once, and require the parameters that all variants require', () => {
  const last = {
    ...byDefault,
    parameters: [parameter('thread_id'), parameter('body', true), parameter('note', true)],
  };
  expect(mergeParameters([byThread, last])).toEqual([
    parameter('thread_id'),
    parameter('thread'),
    parameter('body', true),
    parameter('note'),
  ]);
});

describe('an argument that the selected variant does not have', () => {
  test.each([
    ['work_id', byDefault, { loc: ['body', 'work_id'], msg: 'Is required with work_id', type: 'missing' }],
    ['note', byDefault, { loc: ['body', 'work_id'], msg: 'Is required with note', type: 'missing' }],
    ['thread', byDefault, { loc: ['body', 'thread_id'], msg: 'Is required with thread', type: 'missing' }],
    [
      'note',
      byThread,
      { loc: ['body', 'note'], msg: 'Must not be given with thread_id or thread', type: 'conflict' },
    ],
    ['tags', byWork, { loc: ['body', 'tags'], msg: 'Must not be given with work_id', type: 'conflict' }],
    ['colour', byThread, { loc: ['body', 'colour'] }],
    [
      'action',
      byThread,
      { loc: ['body', 'action'], msg: 'Must be one of cancel, open, or absent with channel, body' },
    ],
  ])('is explained only if another variant has it or it is `action`: %s', (name, selected, expected) => {
    expect(explainVariant({ loc: ['body', name] }, variants, selected)).toEqual(expected);
  });

  test('is not explained in a nested object, nor if it is `action` and no variant has an action', () => {
    const below = { loc: ['body', 'note', 'x'] };
    expect(explainVariant(below, variants, byThread)).toBe(below);
    const action = { loc: ['body', 'action'] };
    expect(explainVariant(action, [byThread], byThread)).toBe(action);
  });
});

describe('the issue of a missing argument', () => {
  const issue = (name: string, type = 'missing') => ({
    path: [],
    loc: ['body', name],
    msg: 'Is required',
    type,
  });
  const named = (selected: ParameterizedVariant, ...issues: ReturnType<typeof issue>[]) =>
    nameAlternatives(new BoardError('validation_failed', 'x', { issues }), variants, selected).issues;

  test('names the arguments that select variants without this argument', () => {
    expect(named(byDefault, issue('channel'), issue('body'), issue('tags', 'value_error'))).toEqual([
      { ...issue('channel'), msg: 'Is required unless thread_id or thread or work_id is given' },
      { ...issue('body'), msg: 'Is required unless work_id is given' },
      issue('tags', 'value_error'),
    ]);
  });

  test('names no alternative if the variant was selected by an argument', () => {
    expect(named(byThread, issue('body'))).toEqual([issue('body')]);
  });

  test('is removed if the argument that selects another variant is missing too', () => {
    expect(named(byDefault, issue('channel'), issue('work_id'), issue('tags', 'value_error'))).toEqual([
      issue('work_id'),
      issue('tags', 'value_error'),
    ]);
  });

  test('is removed with all other faults if the action is unknown', () => {
    const action = issue('action', 'value_error');

    expect(named(byDefault, issue('work_id'), action, issue('tags', 'value_error'))).toEqual([action]);
  });

  test('is not added to an error without issues', () => {
    const error = new BoardError('not_found', 'x');
    expect(nameAlternatives(error, variants, byDefault)).toBe(error);
  });
});

test('the parameter `view` of one variant becomes the last parameter of all variants', () => {
  const view = parameter('view');
  const withView = { ...byThread, parameters: [view, parameter('body')] };
  expect(shareView([withView, byWork]).map(({ parameters }) => parameters)).toEqual([
    [parameter('body'), view],
    [...byWork.parameters, view],
  ]);
  expect(shareView([byWork])).toEqual([byWork]);
});

test('all variants for language models are brief by default', () => {
  const brief = toBriefVariants([byThread, byWork, byDefault]);
  expect(brief).toEqual(
    variants.map((variant) => ({ ...variant, operation: { ...variant.operation, defaultView: 'brief' } })),
  );
});
