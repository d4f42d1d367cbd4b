import { describe, expect, test } from 'vitest';
import type { RpcError } from '../../../facades/a2a/errors.ts';
import type { JsonObject, Message, Part } from '../../../facades/a2a/request.ts';
import { readSkillRequest } from '../../../facades/a2a/skill-request.ts';

const text = (content: string): Part => ({ kind: 'text', text: content });
const data = (members: JsonObject): Part => ({ kind: 'data', data: members });

const read = (parts: readonly Part[], message: Partial<Message> = {}, metadata?: JsonObject) =>
  readSkillRequest({ message: { messageId: 'm', parts, ...message }, metadata });

/** The code and the faults of a refused request; null if the request is accepted. */
function faultsOf(...request: Parameters<typeof read>) {
  try {
    read(...request);
  } catch (error) {
    const { code, refusal } = error as RpcError;
    return [code, refusal.issues.map(({ loc, msg, type }) => [loc?.slice(2).join('.'), msg, type])];
  }
  return null;
}

describe('the skill of a message', () => {
  test.each<[Partial<Message>, string]>([
    [{}, 'share'],
    [{ metadata: { skill: 'inquire' } }, 'inquire'],
    [{ metadata: { answer_schema: {} } }, 'inquire'],
    [{ metadata: { skill: null, subject: null } }, 'share'],
    [{ metadata: { inquiry_id: 'I' } }, 'answer'],
    [{ taskId: 'I' }, 'answer'],
    [{ taskId: 'I', metadata: { skill: 'share' } }, 'share'],
    [{ contextId: 'T' }, 'share'],
  ])('with %j is %s', (message, expected) => {
    expect(read([text('a')], message).skill).toBe(expected);
  });

  test('must be share, inquire or answer', () => {
    const message = 'Must be one of share, inquire, answer';
    expect(faultsOf([text('a')], { metadata: { skill: 'ask' } })).toEqual([
      -32602,
      [['message.metadata.skill', message, 'type']],
    ]);
  });
});

describe('the input of a skill', () => {
  test('has all texts as its body, and the first line as its subject', () => {
    expect(read([text(' \n\t First  \t line \nmore'), text('second')])).toEqual({
      skill: 'share',
      body: ' \n\t First  \t line \nmore\n\nsecond',
      subject: 'First line',
      fields: {},
    });
  });

  test('has a subject of at most 200 characters, also if a character has two UTF-16 units', () => {
    expect(read([text('é😀'.repeat(101))]).subject).toBe('é😀'.repeat(100));
    expect(read([text('')]).subject).toBe('');
  });

  test('has a subject of at most 200 characters in NFC, which can be longer or shorter than the text', () => {
    expect(read([text('\u09df'.repeat(150))]).subject).toBe('\u09af\u09bc'.repeat(100));
    expect(read([text('e\u0301'.repeat(201))]).subject).toBe('\u00e9'.repeat(200));
  });

  test('has the fields of data parts and metadata, and the subject of the metadata', () => {
    const request = read([text('a'), data({ channel: 'general' })], {
      metadata: { skill: 'share', subject: 'S' },
    });
    expect(request).toEqual({
      skill: 'share',
      body: 'a',
      subject: 'S',
      fields: { skill: 'share', channel: 'general', subject: 'S' },
    });
    expect(read([text('a')], { metadata: { channel: null } }).fields).toEqual({});
  });

  test.each([
    [{ skill: 'inquire', question: 'Q' }, 'Q', 'Q'],
    [{ skill: 'inquire', body: 'B' }, 'B', 'B'],
    [{ skill: 'share', body: 'B' }, 'B', 'B'],
    [{ skill: 'share', body: { a: 1 } }, { a: 1 }, ''],
    [{ skill: 'share' }, '', ''],
  ])('in the data part %j has the body %j and the subject %j', (members, body, subject) => {
    expect(read([data(members)])).toMatchObject({ body, subject });
  });
});

describe('a message', () => {
  const share = 'The skill share takes skill, channel, subject in message.metadata';

  test.each<[Parameters<typeof read>, unknown]>([
    [
      [[data({ skill: 'share', question: 'Q' })]],
      ['message.parts.0.data.question', share, 'unknown_parameter'],
    ],
    [[[text('a'), data({ body: 'B' })]], ['message.parts.1.data.body', share, 'unknown_parameter']],
    [
      [[text('a')], { metadata: { chanel: 'x' } }],
      ['message.metadata.chanel', `${share}; did you mean channel?`, 'unknown_parameter'],
    ],
    [
      [[text('a')], {}, { channel: 'x' }],
      ['metadata.channel', share, 'unknown_parameter'],
    ],
    [
      [[data({ body: 'a', subject: 'S' })], { metadata: { subject: 'S' } }],
      ['message.metadata.subject', 'Must be given only once', 'value_error'],
    ],
    [
      [[text('a')], { metadata: { inquiry_id: 'I', channel: 'x' } }],
      [
        'message.metadata.channel',
        'The skill answer takes skill, inquiry_id in message.metadata; an answer in JSON is a text part',
        'unknown_parameter',
      ],
    ],
    [
      [[text('a')], { metadata: JSON.parse('{"__proto__":1}') as JsonObject }],
      ['message.metadata.__proto__', share, 'unknown_parameter'],
    ],
  ])('%j is refused with one fault', (request, fault) => {
    expect(faultsOf(...request)).toEqual([-32602, [fault]]);
  });

  test('with a file part is refused at the member that has the file', () => {
    expect(faultsOf([text('a'), { kind: 'file', member: 'raw' }])).toEqual([
      -32005,
      [['message.parts.1.raw', 'Must be text or data: the board does not accept files', 'type']],
    ]);
  });

  test('is refused with suggestions for the first 16 unknown names only', () => {
    const metadata = Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`x${i}`, 1]));
    const hints = (members: JsonObject) =>
      (faultsOf([text('a')], { metadata: members })![1] as unknown[][]).map(([, msg]) => msg);
    expect(hints({ ...metadata, chanel: 1 }).at(-1)).toBe(share);
    const { x0: _, ...fewer } = metadata;
    expect(hints({ ...fewer, chanel: 1 }).at(-1)).toBe(`${share}; did you mean channel?`);
  });
});
