// The notifications of topics, without a server.
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ALL_TOPICS, TopicChannel } from '../../prisma/topic-channel.ts';

/** Maximum bytes of a notification, with the UUID of its sender before the topics. */
const MAX_BYTES = 7_900;
const UUID_BYTES = 36;

/** Announces each list of topics. Returns the topics of each notification, and the bytes of the longest one. */
async function announce(lists: readonly (readonly string[])[], failures = 0) {
  const payloads: string[] = [];
  const channel = new TopicChannel({}, (_name, payload) => {
    payloads.push(payload);
    return payloads.length <= failures ? Promise.reject(new Error('lost')) : Promise.resolve();
  });
  for (const topics of lists) channel.announce(topics);
  let seen = -1;
  while (payloads.length > seen) {
    seen = payloads.length;
    await setTimeout(25);
  }
  await channel.close();
  const topics = payloads.map((payload) => payload.slice(UUID_BYTES + 1).split('\n'));
  return { topics, bytes: Math.max(...payloads.map((payload) => Buffer.byteLength(payload))) };
}

const topicOf = (letter: string, bytes: number) => letter.repeat(bytes / Buffer.byteLength(letter));
const HALF = (MAX_BYTES - UUID_BYTES) / 2 - 1;

test('the topics of an announcement share a notification of up to 7900 bytes; topics that do not fit, and topics of later announcements, are in the next one', async () => {
  const [first, second] = [topicOf('a', HALF), topicOf('é', HALF - 1) + 'b'];

  expect(await announce([[first, second]])).toEqual({ topics: [[first, second]], bytes: MAX_BYTES });
  expect((await announce([[first, `${second}b`]])).topics).toEqual([[first], [`${second}b`]]);
  expect((await announce([['a'], ['b', 'a']])).topics).toEqual([['a'], ['b', 'a']]);
});

test('topics that need more than 30 notifications are replaced by ALL_TOPICS', async () => {
  const topics = Array.from({ length: 61 }, (_, i) => topicOf('x', HALF - 2) + String(i).padStart(2, '0'));

  expect((await announce([topics.slice(1)])).topics).toHaveLength(30);
  expect((await announce([topics])).topics).toEqual([[ALL_TOPICS]]);
});

test('a notification that fails is not repeated, and the next one is sent', async () => {
  expect((await announce([['a'], ['b']], 1)).topics).toEqual([['a'], ['b']]);
});

test('a channel whose server cannot be reached starts, passes topics to listeners of its process, and can be closed', async () => {
  const channel = new TopicChannel({ host: '127.0.0.1', port: 1 }, () => Promise.resolve());
  const heard: (readonly string[])[] = [];
  channel.subscribe((topics) => heard.push(topics));

  await channel.start();
  channel.announce(['a']);
  await channel.close();

  expect(heard).toEqual([['a']]);
});
