// The notifications that a process sends to other processes: their texts and times.
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { ALL_TOPICS, TopicChannel } from '../../prisma/topic-channel.ts';

/** A channel whose notifications are recorded. Each has the name of its sender, a UUID, before its topics. */
function openChannel(notify: () => Promise<unknown> = () => Promise.resolve()) {
  const sent: string[] = [];
  const channel = new TopicChannel({}, (name, payload) => {
    sent.push(payload);
    return name === 'board_topics' ? notify() : Promise.reject(new Error(name));
  });
  const topicsOf = (payload: string) => payload.slice(36).split('\n').slice(1);
  return { channel, sent, sentTopics: () => sent.map(topicsOf) };
}

const many = (count: number, length: number, letter = 'x') =>
  Array.from({ length: count }, (_, i) => String(i).padStart(length, letter));

/** Lets the channel send until it pauses. */
const settle = () => setImmediate();

describe('the topics of transactions', () => {
  test('are sent at once; topics announced during the pause after a notification are sent together at its end, each once', async () => {
    const { channel, sent, sentTopics } = openChannel();
    const heard: string[] = [];
    channel.subscribe((topics) => heard.push(topics.join()));

    channel.announce(['a', 'b']);
    await settle();
    for (const topics of [['c'], ['d', 'c']]) channel.announce(topics);
    const during = sentTopics();
    await vi.waitUntil(() => sent.length > 1, { timeout: 20_000 });

    expect([during, sentTopics()]).toEqual([
      [['a', 'b']],
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ]);
    expect(heard).toEqual(['a,b', 'c', 'd,c']);
  });

  test('are sent in notifications of at most 7 900 bytes, whatever their characters', async () => {
    for (const letter of ['x', 'é']) {
      const { channel, sent, sentTopics } = openChannel();
      const topics = many(100, 300, letter);

      channel.announce(topics);
      await settle();

      expect(sentTopics().flat()).toEqual(topics);
      expect(Math.max(...sent.map((text) => Buffer.byteLength(text)))).toBeLessThanOrEqual(7_900);
      expect(sent).toHaveLength(letter === 'x' ? 4 : 8);
    }
  });

  test('are replaced by ALL_TOPICS if they need more than 30 notifications', async () => {
    // No two of these topics fit into one notification.
    const [most, more] = [openChannel(), openChannel()];

    most.channel.announce(many(30, 4_000));
    more.channel.announce(many(31, 4_000));
    await settle();

    expect(most.sentTopics()).toEqual(many(30, 4_000).map((topic) => [topic]));
    expect(more.sentTopics()).toEqual([[ALL_TOPICS]]);
  });

  test('are lost with a notification that fails; later topics are sent', async () => {
    const outcomes = [Promise.reject(new Error('no connection')), Promise.resolve()].values();
    const { channel, sentTopics } = openChannel(() => outcomes.next().value ?? Promise.resolve());

    channel.announce(['a']);
    await settle();
    channel.announce(['b']);
    await vi.waitUntil(() => sentTopics().length > 1, { timeout: 20_000 });

    expect(sentTopics()).toEqual([['a'], ['b']]);
  });
});
