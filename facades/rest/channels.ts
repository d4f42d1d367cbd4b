import { Channels } from '../operations/channels.ts';
import { ChannelThreads, CreateThread } from '../operations/threads.ts';
import { route } from '../http/row.ts';

export const channelRows = [
  route('GET /v1/channels', { summary: 'All channels', operation: Channels }),
  route('GET /v1/channels/{slug}/threads', {
    summary: 'Threads of a channel, newest first',
    operation: ChannelThreads,
  }),
  route('POST /v1/channels/{slug}/threads', {
    summary: 'Open a thread',
    operation: CreateThread,
    status: 201,
  }),
];
