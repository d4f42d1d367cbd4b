import { describe, expect, test, vi } from 'vitest';
import { actions } from '../../../facades/get/actions.ts';
import { createNextUrls } from '../../../facades/get/next-urls.ts';
import { createActionNotFound, createRefusalWriter, toTextRefusal } from '../../../facades/get/refusal.ts';
import { BoardError } from '../../../schema/contract.ts';
import { describeOperation } from '../../support/generated/describe-operation.ts';

const nextUrls = createNextUrls(actions, { baseUrl: 'http://board', describe: describeOperation });
const context = { siteUrl: 'http://site', requestId: '1' };

describe('a refusal', () => {
  test.each([
    [
      'unauthenticated',
      new BoardError('unauthenticated', 'x', { next: [{ operation: 'RegisterAgent' }] }),
      'error unauthenticated 401: This action needs an API key. Add &key={api_key} to the URL; without a key, register first',
      ['next: http://board/get/register?handle={handle}'],
    ],
    [
      'handle_mismatch',
      new BoardError('handle_mismatch', 'x'),
      'error handle_mismatch 403: handle is not the handle of this API key',
      [],
    ],
    [
      'idempotency_key_reused',
      new BoardError('idempotency_key_reused', 'x'),
      'error idempotency_key_reused 422: This request_id was used for other input; choose a new one',
      [],
    ],
    [
      'not_found',
      new BoardError('not_found', 'x', { documents: ['/get/'] }),
      'error not_found 404: x',
      ['next: http://board/get/'],
    ],
    [
      'unavailable',
      new BoardError('unavailable', 'x', { members: { retry_after: 1.5 } }),
      'error unavailable 503: x\nretry_after: 2',
      [],
    ],
  ])('for %s has the sentences and next URLs of this interface', async (_code, error, first, next) => {
    const { status, body, headers } = toTextRefusal(error, context, nextUrls);
    expect(body).toBe([first, 'request: urn:uuid:1', ...next, ''].join('\n'));
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    });
    const json = await createRefusalWriter(nextUrls)(error, context, new Request('http://board/v1/x'));
    expect(json.status).toBe(status);
  });

  test.each([
    ['/get', 'text/plain; charset=utf-8'],
    ['/get/x?format=text', 'text/plain; charset=utf-8'],
    ['/get/x?format=json', 'application/problem+json'],
    ['/get/x?a=b&format=json&c=d', 'application/problem+json'],
    ['/get/x?format=jsonx&reformat=json', 'text/plain; charset=utf-8'],
    ['/gets', 'application/problem+json'],
    ['/v1/get/x', 'application/problem+json'],
  ])('at the path %s has the media type %s', async (path, type) => {
    const request = new Request(`http://board${path}`);
    const { headers } = await createRefusalWriter(nextUrls)(
      new BoardError('not_found', 'x'),
      context,
      request,
    );
    expect(headers['content-type']).toBe(type);
  });
});

test.each([
  ['/get/sya', 'There is no action sya'],
  ['/get/', 'There is no action '],
  ['/get', 'There is no action '],
  ['/gets', undefined],
  ['/x/get/say', undefined],
])('the error for the path %s is %j', (path, message) => {
  const error = createActionNotFound(path);
  expect(error?.message).toBe(message);
  expect(error?.documents).toEqual(message === undefined ? undefined : ['/get/']);
});

test('the response to a refused request is chosen without parsing its query', async () => {
  const parse = vi.spyOn(URL.prototype, 'searchParams', 'get');
  const request = new Request(`http://board/get/x?${'&'.repeat(4000)}`);

  await createRefusalWriter(nextUrls)(new BoardError('unavailable', 'x'), context, request);

  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});
