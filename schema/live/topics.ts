// Topics of transactions. The database announces them with the rows that it files (`announce` in the migrations).

/** A new entry of this type in the feed: in this channel, or in any channel if `channel` is null. */
export const feedTopic = (type: string, channel: string | null): string =>
  channel === null ? `feed:${type}` : `feed:${type}:${channel}`;

/** A record has changed: a thread, an inquiry, or a work packet with a new event. */
export const recordTopic = (id: string): string => `record:${id}`;

/** A key of the agent was revoked or ends at another time, or the agent's status has changed. The triggers call this `standing`. */
export const agentStatusTopic = (handle: string): string => `standing:${handle}`;
