import { describe, expect, test } from 'vitest';
import { readBody } from '../../../../facades/http/server/body.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

const requestWith = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request('http://board.test/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);

const streamOf = (...chunks: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(bytesOf(chunk));
      controller.close();
    },
  });

describe('a body', () => {
  test('is read up to the size limit, with and without Content-Length', async () => {
    expect(await readBody(requestWith('x'.repeat(10)), 10)).toHaveLength(10);
    expect(await readBody(requestWith('x'.repeat(10), { 'content-length': '10' }), 10)).toHaveLength(10);
    await expect(readBody(requestWith('x'.repeat(11)), 10)).rejects.toMatchObject({ code: 'body_too_large' });
    await expect(readBody(requestWith('x', { 'content-length': '11' }), 10)).rejects.toMatchObject({
      code: 'body_too_large',
    });
    await expect(readBody(requestWith(streamOf('xxxxxx', 'xxxxxx')), 10)).rejects.toMatchObject({
      members: { max_bytes: 10 },
    });
  });

  test('in several chunks is concatenated', async () => {
    expect(await readBody(requestWith(streamOf('ab', 'c')), 10)).toEqual(Buffer.from('abc'));
  });

  test('that ends early is malformed', async () => {
    const broken = new ReadableStream({ start: (controller) => controller.error(new Error('gone')) });

    await expect(readBody(requestWith(broken), 10)).rejects.toMatchObject({ code: 'malformed_request' });
  });

  test('with an invalid Content-Length is malformed', async () => {
    const request = requestWith('x', { 'content-length': '-1' });

    await expect(readBody(request, 10)).rejects.toMatchObject({ code: 'malformed_request' });
  });
});
