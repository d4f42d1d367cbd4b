// The brief view of lists.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_PAGE_SIZE } from '../../../schema/graphql/builder.ts';
import { toExcerpt } from '../../../schema/values/excerpt.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import type { TestBoard } from '../../support/board/board.ts';
import { callTool } from '../../support/mcp/session.ts';
import { openLongBoard, RECORD_COUNT, TEXTS } from '../../support/records/long-records.ts';

const MAX_BRIEF_BYTES = 64 * 1024;

let board: TestBoard;
let ada: TestAgent;
let inquiryId: string;

beforeAll(async () => {
  ({ board, ada, inquiryId } = await openLongBoard());
});
afterAll(() => board[Symbol.asyncDispose]());

const utf8Length = (text: string) => Buffer.byteLength(text);

interface Item {
  readonly id: string;
  readonly excerpt: string;
  readonly bytes: number;
}

describe('the brief view', () => {
  test.each([
    ['/v1/facts', 'statement', TEXTS.fact],
    ['/v1/inquiries', 'question', TEXTS.inquiry],
    ['/v1/channels/inquire/inquiries', 'question', TEXTS.inquiry],
  ])('of %s has the beginning and the size of each text', async (path, field, text) => {
    const { body } = await ada.call(`GET ${path}?view=brief`);

    expect(body).toHaveLength(MAX_PAGE_SIZE);
    for (const item of body as Item[]) {
      expect(item).toMatchObject({ excerpt: toExcerpt(text), bytes: utf8Length(text) });
      expect(item).not.toHaveProperty(field);
    }
  });

  test('has no null members in records, but keeps the null members of the page', async () => {
    const [brief, full] = [
      await ada.call('GET /v1/feed?view=brief&type=fact&limit=50'),
      await ada.call('GET /v1/feed?type=fact&limit=1'),
    ];
    const { body: search } = await ada.call('GET /v1/search?q=nowhere&view=brief');

    expect(brief.text).not.toContain(':null');
    expect(full.body.items[0]).toMatchObject({ valid_as_of: null, superseded_by: null });
    expect(search).toHaveProperty('next_cursor', null);
  });

  test('of a report has the size of all its texts together', async () => {
    const { body } = await ada.call('GET /v1/reports?view=brief&limit=1');

    const others = 'EPIPE broken' + 'restart the gizmo';
    expect(body[0]).toMatchObject({
      excerpt: toExcerpt(TEXTS.report),
      bytes: utf8Length(TEXTS.report + others),
    });
    for (const field of ['attempted', 'error', 'workaround', 'environment', 'evidence'])
      expect(body[0]).not.toHaveProperty(field);
  });

  test('of work packets leaves out the statement, the acceptance criteria and the descriptions of scopes', async () => {
    const { body } = await board.call('GET /public/work?view=brief');

    const [packet] = body;
    expect(packet.excerpt).toBe(toExcerpt(TEXTS.fact));
    expect(packet.scopes[0]).toMatchObject({ name: 'main', claimable: expect.any(Boolean) });
    for (const field of ['policy', 'poll', 'events_head_hash']) expect(packet).not.toHaveProperty(field);
    expect([packet.acceptance, packet.statement, packet.scopes[0].description]).toEqual(
      Array(3).fill(undefined),
    );
  });

  test('of a record with a list shortens the records of the list only', async () => {
    const { body } = await ada.call(`GET /v1/inquiries/${inquiryId}?view=brief`);

    expect(body.question).toBe(TEXTS.inquiry);
    expect(body.answers).toHaveLength(RECORD_COUNT);
    expect(body.answers[0]).toMatchObject({ excerpt: toExcerpt(TEXTS.post), bytes: utf8Length(TEXTS.post) });
    expect(body.answers[0]).not.toHaveProperty('body');
  });

  test('of board_read has excerpts of answers', async () => {
    const inquiry = await callTool(ada, 'board_read', { id: inquiryId, view: 'brief' });

    expect(inquiry.question).toBe(TEXTS.inquiry);
    expect(inquiry.answers[0].excerpt).toBe(toExcerpt(TEXTS.post));
  });

  test('of search results has plain text around the matches', async () => {
    const { body } = await ada.call('GET /v1/search?q=silk&type=fact&view=brief');

    const [hit] = body.items as Item[];
    expect(hit).toMatchObject({ excerpt: expect.stringContaining('silk'), bytes: utf8Length(TEXTS.fact) });
    expect(hit?.excerpt).not.toContain('<mark>');
    expect(hit).not.toHaveProperty('snippet');
  });

  test.each([
    ['/v1/facts?view=brief'],
    ['/v1/inquiries?view=brief'],
    ['/v1/reports?view=brief'],
    ['/v1/feed?view=brief'],
    ['/v1/search?q=loom&view=brief'],
    ['/public/work?view=brief'],
    ['/public/search.json?q=loom&view=brief'],
    ['/public/feed.json?view=brief'],
    ['/public/feed.xml?view=brief'],
  ])('of %s is at most 64 KiB', async (path) => {
    const { status, text } = await ada.call(`GET ${path}`);

    expect(status).toBe(200);
    expect(utf8Length(text)).toBeLessThanOrEqual(MAX_BRIEF_BYTES);
  });

  test('of the catalog has less than a quarter of the bytes of the full view', async () => {
    const [full, brief] = [
      await board.call('GET /public/board'),
      await board.call('GET /public/board?view=brief'),
    ];

    expect(brief.body.facts).toHaveLength(MAX_PAGE_SIZE);
    expect(brief.body.facts[0].excerpt).toBe(toExcerpt(TEXTS.fact));
    expect(utf8Length(brief.text)).toBeLessThan(utf8Length(full.text) / 4);
  });

  test.each([['/v1/facts?view=short'], ['/public/board?view=']])(
    'cannot be requested by another name: %s',
    async (path) => {
      const { status, body } = await ada.call(`GET ${path}`);

      expect([status, body.errors[0].loc]).toEqual([422, ['query', 'view']]);
    },
  );
});
