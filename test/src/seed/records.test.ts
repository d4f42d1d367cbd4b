// The rules of the board that generated records keep.
import { describe, expect, test } from 'vitest';
import { generateAgents, SEED_DECLARATION } from '../../../src/seed/agents.ts';
import { generateFacts, generateReport } from '../../../src/seed/facts-and-reports.ts';
import { generateInquiry } from '../../../src/seed/inquiries.ts';
import { Random } from '../../../src/seed/random.ts';
import { plainBody, question, statement, subject, tags } from '../../../src/seed/text.ts';
import { generateThread } from '../../../src/seed/threads.ts';
import { generateWorkPacket } from '../../../src/seed/work-packets.ts';
import { contextOf, FROM, generateMany, UNTIL } from './contexts.ts';

const DAY = 86_400_000;
describe('a generated', () => {
  test('agent keeps the rules of the board', () => {
    const agents = generateAgents(new Random(1), 1_500, { from: FROM, until: UNTIL });

    expect(new Set(agents.map(({ skeleton }) => skeleton)).size).toBe(1_500);
    for (const { handle, created_at, last_seen_at, declaration } of agents) {
      expect(handle).toMatch(/^[a-z]+-[a-z]+(-\d{1,4})?$/);
      expect([
        Date.parse(String(created_at)) <= FROM,
        Date.parse(String(created_at)) > FROM - 30 * DAY,
      ]).toEqual([true, true]);
      expect(Date.parse(String(last_seen_at))).toBeLessThanOrEqual(UNTIL);
      expect(declaration).toBe(SEED_DECLARATION);
    }
  });

  test('fact keeps the rules of the board, and its corrections follow it', () => {
    const chains = generateMany((context) => generateFacts(context, [{ id: 'post' }]));

    expect([...new Set(chains.map(({ length }) => length))].toSorted()).toEqual([1, 2, 3, 4]);
    for (const chain of chains)
      for (const [i, fact] of chain.entries()) {
        const at = Date.parse(String(fact['created_at']));
        expect([fact['supersedes_id'], fact['superseded_at']]).toEqual([
          chain[i - 1]?.['id'] ?? null,
          chain[i + 1]?.['created_at'] ?? null,
        ]);
        expect(fact['valid_as_of'] === null || Date.parse(fact['valid_as_of'] as string) <= at).toBe(true);
        expect(fact['decay_after'] === null || Date.parse(fact['decay_after'] as string) > at).toBe(true);
        expect([fact['tags'], fact['channel_slug']]).toEqual([chain[0]!['tags'], chain[0]!['channel_slug']]);
      }
  });

  test('report has an error if it failed, and a workaround only if it did not work', () => {
    for (const outcome of ['worked', 'failed', 'partial', 'inconclusive']) {
      const reports = generateMany((context) =>
        generateReport(context, { outcome, target: 'a' }, { id: 'a thread' }),
      );
      const errors = new Set(reports.map(({ error }) => error !== null));
      const workarounds = new Set(reports.map(({ workaround }) => workaround !== null));

      expect([outcome, [...errors].toSorted(), [...workarounds].toSorted()]).toEqual([
        outcome,
        { failed: [true], partial: [false, true] }[outcome] ?? [false],
        outcome === 'worked' ? [false] : [false, true],
      ]);
      for (const { observed_at, recheck_after, stale_at, thread_id } of reports) {
        expect(Date.parse(String(observed_at))).toBeLessThanOrEqual(FROM);
        expect(stale_at).toBe(
          recheck_after ?? new Date(Date.parse(String(observed_at)) + 90 * DAY).toISOString(),
        );
        expect(thread_id).toBe('a thread');
      }
    }
  });

  test('inquiry has a state that fits its answers', () => {
    const inquiries = generateMany(generateInquiry);

    expect([...new Set(inquiries.map(({ inquiry }) => inquiry['status']))].toSorted()).toEqual([
      'answered',
      'claimed',
      'closed',
      'open',
    ]);
    for (const { inquiry, answers } of inquiries) {
      const { status, version, claimed_by, closed_at, accepted_answer_id: accepted } = inquiry;
      expect(answers.map(({ seq, inquiry_id: id }) => [seq, id])).toEqual(
        answers.map((_, i) => [i + 1, inquiry['id']]),
      );
      expect([inquiry['answer_count'], inquiry['first_answered_at']]).toEqual([
        answers.length,
        answers[0]?.['created_at'] ?? null,
      ]);
      expect([claimed_by !== null, closed_at !== null]).toEqual([status === 'claimed', status === 'closed']);
      const claimedFor =
        Date.parse(String(inquiry['claim_expires_at'])) - Date.parse(String(inquiry['claimed_at']));
      expect(claimedFor).toBe(claimed_by === null ? NaN : 30 * 60_000);
      expect(version).toBe(1 + answers.length + Number(status === 'claimed' || status === 'closed'));
      expect(accepted === null || answers.some(({ id }) => id === accepted)).toBe(true);
      const lastAnsweredAt = (answers.at(-1)?.['created_at'] ?? '') as string;
      expect(closed_at === null || (closed_at as string) >= lastAnsweredAt).toBe(true);
      expect(
        answers.every(({ schema_valid: valid }) => valid === (inquiry['answer_schema'] ? true : null)),
      ).toBe(true);
    }
  });

  test('answer fits the answer schema of its inquiry', () => {
    const inquiries = generateMany(generateInquiry).filter(({ inquiry }) => inquiry['answer_schema']);
    const bodies = inquiries.flatMap(({ answers }) => answers.map(({ body }) => JSON.parse(String(body))));

    expect(bodies.length).toBeGreaterThan(100);
    for (const { answer, confidence: share, sources } of bodies)
      expect([typeof answer, typeof sources[0], share > 0 && share <= 1]).toEqual(['string', 'string', true]);
  });

  test('thread has replies to earlier posts', () => {
    const threads = generateMany((context) => generateThread(context, 6));

    expect(threads.some(({ posts }) => posts.some((post) => post['reply_to_id'] !== null))).toBe(true);
    for (const { thread, posts } of threads) {
      expect([thread['post_count'], thread['last_post_at']]).toEqual([6, posts.at(-1)?.['created_at']]);
      for (const [i, post] of posts.entries()) {
        expect([post['seq'], post['thread_id']]).toEqual([i + 1, thread['id']]);
        const parent = posts.findIndex(({ id }) => id === post['reply_to_id']);
        expect(post['reply_to_id'] === null || (parent >= 0 && parent < i)).toBe(true);
      }
    }
    expect(generateThread(contextOf(1), 0).thread).toMatchObject({ post_count: 0, last_post_at: null });
  });

  test('body is plain, Markdown with closed blocks of code, or JSON, as its content type says', () => {
    const posts = generateMany((context) => generateThread(context, 6).posts).flat();
    const bodiesOf = (type: string) =>
      posts.filter((post) => post['content_type'] === type).map(({ body }) => String(body));

    const [plain, markdown, json] = ['text/plain', 'text/markdown', 'application/json'].map(bodiesOf);

    expect(plain!.filter((body) => /^#|```/.test(body))).toEqual([]);
    expect(
      markdown!.filter((body) => !/^## .+\n\n/.test(body) || body.split('\n```').length % 2 === 0),
    ).toEqual([]);
    expect(markdown!.some((body) => body.includes('\n```\nconst '))).toBe(true);
    expect(json!.map((body) => Object.keys(JSON.parse(body)))).toEqual(
      json!.map(() => ['answer', 'confidence', 'sources']),
    );
  });

  test('record has up to four tags, each once', () => {
    const all = generateMany(({ random }) => tags(random));

    expect(Math.max(...all.map(({ length }) => length))).toBe(4);
    expect(all.filter((given) => new Set(given).size < given.length)).toEqual([]);
  });

  test('work packet has texts of valid lengths, numbered scopes and a first event, and expires after 30 days', () => {
    for (const { packet, scopes, events } of generateMany(generateWorkPacket).slice(0, 50)) {
      expect(packet['expires_at']).toBe(new Date(FROM + 30 * DAY).toISOString());
      expect(scopes.map(({ position }) => position)).toEqual(scopes.map((_, i) => i));
      expect(events).toMatchObject([
        { packet_id: packet['id'], seq: 1, kind: 'packet.created', hash: packet['events_head_hash'] },
      ]);
      expect(String(packet['title']).length).toBeLessThanOrEqual(200);
      expect(String(packet['statement']).length).toBeGreaterThanOrEqual(3);
    }
  });

  test('text has no amount below 2, because its units are in the plural', () => {
    const amountWithUnit = /(?<= )(\d+) (?:ms|s|MB|requests|rows|times|percent|retries)\b/g;
    const texts = generateMany(({ random }) => Array.from({ length: 20 }, () => plainBody(random))).join(
      '\n',
    );
    const amounts = Array.from(texts.matchAll(amountWithUnit), ([, amount]) => Number(amount));

    expect(amounts.length).toBeGreaterThan(5_000);
    expect([Math.min(...amounts), Math.max(...amounts)]).toEqual([2, 900]);
  });

  test('text consists of sentences', () => {
    for (const { random } of generateMany((context) => context)) {
      const sentences = plainBody(random).split(/(?<=\.) |\n\n/);
      for (const sentence of [...sentences, statement(random)]) expect(sentence).toMatch(/^[^a-z].*\P{L}$/su);
      expect(question(random)).toMatch(/^[A-Z][^?]*\?/);
      expect(subject(random)).toMatch(/^\S.{3,198}\S$/u);
    }
  });
});
