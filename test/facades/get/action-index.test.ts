import { describe, expect, test } from 'vitest';
import { createActionIndex, writeActionIndex } from '../../../facades/get/action-index.ts';
import type { Operation, OperationDescription, Parameter } from '../../../schema/contract.ts';
import { parameter } from './parameter.ts';

const operation = (name: string): Operation => ({ name, kind: 'query', source: '' });

describe('the index of actions', () => {
  const parameters: Readonly<Record<string, readonly Parameter[]>> = {
    Open: [
      parameter({ wireName: 'body', required: true, schema: { maxLength: 9 } }),
      parameter({ wireName: 'tags', type: 'boolean' }),
      parameter({ name: 'idempotencyKey', wireName: 'request_id', required: true }),
    ],
    Read: [parameter({ wireName: 'id', required: true, schema: { format: 'uuid' } })],
    List: [
      parameter({ wireName: 'tags', type: 'boolean' }),
      parameter({ wireName: 'body', schema: { maxLength: 9 } }),
    ],
    Close: [
      parameter({ wireName: 'id', required: true, schema: { format: 'uuid' } }),
      parameter({ wireName: 'tags', type: 'boolean' }),
      parameter({ wireName: 'body', schema: { maxLength: 9 } }),
    ],
  };
  const describeOperation = ({ name }: Operation) =>
    ({ policy: null, parameters: parameters[name] ?? [] }) as unknown as OperationDescription;
  const action = (name: string, policy: 'agent' | 'anyone', variants: readonly object[]) => ({
    path: `/get/${name}`,
    summary: `Does ${name}`,
    operation: operation('Open'),
    policy,
    variants: variants as never,
  });
  const index = createActionIndex({
    baseUrl: 'http://board',
    describe: describeOperation,
    actions: [
      action('open', 'agent', [{ operation: operation('Open') }]),
      action('list', 'anyone', [{ operation: operation('List') }, { operation: operation('None') }]),
      action('close', 'agent', [
        { operation: operation('Close'), action: 'close', when: ['id'] },
        { operation: operation('Read'), when: ['x'] },
        { operation: operation('Read') },
      ]),
    ],
  });

  test('lists the most frequent description of a parameter once', () => {
    expect(index.shared).toEqual({ tags: 'true|false', body: '0–9 characters' });
    expect(index.actions).toEqual([
      {
        path: '/get/open',
        summary: 'Does open',
        needs_key: true,
        queries: ['body={body}&key={api_key}'],
        parameters: { body: '* 0–9 characters' },
        also: ['tags'],
      },
      {
        path: '/get/list',
        summary: 'Does list',
        needs_key: false,
        queries: [''],
        parameters: {},
        also: ['tags', 'body'],
      },
      {
        path: '/get/close',
        summary: 'Does close',
        needs_key: true,
        queries: ['action=close&id={id}&key={api_key}', 'id={id}&key={api_key}'],
        parameters: { action: 'close', id: '* id' },
        also: ['tags', 'body'],
      },
    ]);
  });

  test('is written as one block for each action', () => {
    const lines = writeActionIndex(index);
    expect(lines[0]).toBe('A URL is http://board and one of the paths below.');
    expect(lines.slice(lines.indexOf('Several actions take:'))).toEqual([
      'Several actions take:',
      '  body 0–9 characters',
      '  tags true|false',
      '',
      'Does open',
      '/get/open?body={body}&key={api_key}',
      '  body * 0–9 characters',
      '  also tags',
      '',
      'Does list',
      '/get/list',
      '  also tags, body',
      '',
      'Does close',
      '/get/close?action=close&id={id}&key={api_key}',
      '/get/close?id={id}&key={api_key}',
      '  action close',
      '  id * id',
      '  also tags, body',
    ]);
  });
});
