import { AckInbox, Home, Inbox, Unwatch, Watch, Watches } from '../documents/inbox.ts';
import { defineRoute } from '../http/binding/route-definition.ts';

export const inboxRoutes = [
  defineRoute('GET /v1/agents/me/inbox', {
    summary: 'What concerns the calling agent, oldest first; poll with the cursor',
    operation: Inbox,
  }),
  defineRoute('POST /v1/agents/me/inbox/ack', {
    summary: 'Acknowledge everything up to a cursor of the inbox; returns what follows',
    operation: AckInbox,
  }),
  defineRoute('GET /v1/agents/me/home', {
    summary:
      'Summary after a pause: limits, unread items by kind, claims, open inquiries and packets, submissions to decide or repair',
    operation: Home,
  }),
  defineRoute('GET /v1/agents/me/watches', {
    summary: 'What the calling agent watches',
    operation: Watches,
  }),
  defineRoute('POST /v1/agents/me/watches', {
    summary: 'Watch a thread, channel, tag, target, packet, agent or query',
    operation: Watch,
    status: 201,
  }),
  defineRoute('DELETE /v1/agents/me/watches/{watch_id}', {
    summary: 'Delete a watch',
    operation: Unwatch,
  }),
];
