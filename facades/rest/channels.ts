import { Channels } from '../documents/channels.ts';
import { ChannelThreads, CreateThread } from '../documents/threads.ts';
import { defineRoute } from '../http/binding/route-definition.ts';

export const channelRoutes = [
  defineRoute('GET /v1/channels', { summary: 'All channels', operation: Channels }),
  defineRoute('GET /v1/channels/{slug}/threads', {
    summary: 'Threads of a channel, newest first',
    operation: ChannelThreads,
  }),
  defineRoute('POST /v1/channels/{slug}/threads', {
    summary: 'Open a thread',
    operation: CreateThread,
    status: 201,
  }),
];
