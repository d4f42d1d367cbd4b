// Requests between processes, and their answers.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Channel, ChannelError, openChannelTo, type Packet } from '../../../src/workers/channel.ts';
import {
  createSingleProcess,
  createWorkerGroup,
  gather,
  handleGather,
} from '../../../src/workers/process-group.ts';

/** Two ends of a channel, and the packets that the first end has sent. */
function openChannel() {
  const packets: Packet[] = [];
  const near: Channel = new Channel((packet) => {
    packets.push(packet);
    far.receive(packet);
  });
  const far: Channel = new Channel((packet) => near.receive(packet));
  return { near, far, packets };
}

describe('a request to another process', () => {
  test('gets the result of its handler, which may be a promise, and null if the handler has no result', async () => {
    const { near, far } = openChannel();
    far.handle('add', (payload) => (payload as number) + 1);
    far.handle('later', (payload) => Promise.resolve([payload]));
    far.handle('none', () => undefined);
    far.handle('later none', () => Promise.resolve());

    expect(
      await Promise.all([
        near.request('add', 1),
        near.request('later'),
        near.request('none'),
        near.request('later none'),
      ]),
    ).toEqual([2, [null], null, null]);
  });

  test('is rejected with the error of its handler, or if nothing handles it', async () => {
    const { near, far } = openChannel();
    far.handle('throws', () => {
      throw new Error('at once');
    });
    far.handle('rejects', () => Promise.reject(new Error('later')));

    const outcomes = await Promise.allSettled(
      ['throws', 'rejects', 'other'].map((topic) => near.request(topic)),
    );

    expect(outcomes.map((outcome) => outcome.status === 'rejected' && (outcome.reason as Error))).toEqual([
      new ChannelError('at once'),
      new ChannelError('later'),
      new ChannelError('nothing handles other'),
    ]);
  });

  test('shares a packet with the other requests and answers of the same iteration of the event loop', async () => {
    const { near, far, packets } = openChannel();
    far.handle('a', () => 1);
    near.handle('b', () => 2);

    const [first, second, third] = [near.request('a', 'x'), near.request('a', 'y'), far.request('b')];
    expect(await Promise.all([first, second, third])).toEqual([1, 1, 2]);
    await near.request('a');

    expect(
      packets.map(({ requests, answers }) => [requests.map(({ id, payload }) => [id, payload]), answers]),
    ).toEqual([
      [
        [
          [1, 'x'],
          [2, 'y'],
        ],
        [],
      ],
      [[], [{ id: 1, result: 2 }]],
      [[[3, null]], []],
    ]);
  });

  test('is rejected and not sent after the channel is closed', async () => {
    const { near, packets } = openChannel();
    const request = near.request('a');
    near.close();

    await expect(request).rejects.toThrow('the other process has ended');
    await expect(near.request('a')).rejects.toThrow('the other process has ended');
    await setImmediate();
    expect(packets).toEqual([]);
  });
});

describe('the gathered answers', () => {
  test('are those that arrive in time, also if they are 0', async () => {
    const [first, silent, failing] = [openChannel(), openChannel(), openChannel()];
    first.far.handle('a', (payload) => payload === 7 && 0);
    silent.far.handle('a', () => new Promise(() => undefined));
    failing.far.handle('a', () => Promise.reject(new Error('no')));
    const channels = [first, silent, failing].map(({ near }) => near);

    expect(await gather(channels, 'a', 7, 50)).toEqual([0]);
  });

  test('of a worker are those of all workers, without those that fail', async () => {
    const channels = [openChannel(), openChannel(), openChannel()];
    for (const { near } of channels) handleGather(near, () => channels.map((each) => each.near));
    const groups = channels.map(({ far }) => createWorkerGroup(far));
    groups[0]?.handle('size', () => 1);
    groups[1]?.handle('size', () => Promise.resolve(2));

    expect(await groups[0]?.gather('size')).toEqual([1, 2]);
  });

  test('of a board with one process are the answers of this process', async () => {
    const group = createSingleProcess();
    group.handle('a', (payload) => Promise.resolve(payload));

    expect([await group.gather('a', 5), await group.gather('a')]).toEqual([[5], [null]]);
  });
});

test('a packet to a process that has ended is lost, and emits no error', async () => {
  const other = spawn(process.execPath, ['--version'], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const errors: unknown[] = [];
  other.on('error', (error) => errors.push(error));
  await once(other, 'exit');
  const channel = openChannelTo(other);

  const request = channel.request('topic');
  // The packet is sent in the next iteration of the event loop, and `error` is emitted after it.
  await setImmediate();
  await setImmediate();
  channel.close();

  await expect(request).rejects.toThrow(ChannelError);
  expect(errors).toEqual([]);
});
