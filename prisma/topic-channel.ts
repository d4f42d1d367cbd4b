import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';

/** Stands for all topics: listeners get it after notifications may have been lost, and in place of too many topics. */
export const ALL_TOPICS = '*';

type TopicListener = (topics: readonly string[]) => void;

const CHANNEL = 'board_topics';

/** Pause between notifications of one process: under load, a notification has the topics of many transactions. */
const PAUSE_MS = 20;

/** The payload of a notification must have less than 8000 bytes. */
const MAX_PAYLOAD_BYTES = 7_900;

/**
 * Topics that need more notifications than this are replaced by `ALL_TOPICS`. The topics of one transaction, up to 200 000
 * characters (`announce` in the migrations), fit if they are ASCII.
 */
const MAX_NOTIFICATIONS = 30;

const RECONNECT_MS = 1_000;

/**
 * How often the connection that listens is checked. If the server's machine or the network fails, nothing closes the connection.
 * TCP would notice the failure only after two hours, because a listening process sends nothing.
 */
const CHECK_MS = 30_000;

/** Joins topics to texts of at most `maxBytes`, with a line feed before each topic. `topics` must not be empty. */
function splitTopics(topics: Iterable<string>, maxBytes: number): string[] {
  const texts: string[] = [];
  let text = '';
  for (const topic of topics) {
    const line = `\n${topic}`;
    if (text !== '' && Buffer.byteLength(text + line) > maxBytes) {
      texts.push(text);
      text = '';
    }
    text += line;
  }
  return [...texts, text];
}

/**
 * Passes the topics of committed transactions to listeners: to those of this process at once, to those of other processes over
 * NOTIFY. The notification is sent after the commit: within a transaction it would take a lock that serializes commits. If the
 * process ends between the commit and the notification, the topics are lost. A listener that must not miss a topic therefore also
 * searches the database at intervals.
 */
export class TopicChannel {
  readonly #sender = randomUUID();
  readonly #config: ClientConfig;
  readonly #notify: (channel: string, payload: string) => Promise<unknown>;
  readonly #checkMs: number;
  readonly #listeners = new Set<TopicListener>();
  readonly #unsent = new Set<string>();
  #isSending = false;
  #started: Promise<void> | undefined;
  #client: Client | undefined;
  #isClosed = false;

  /** `notify` runs `pg_notify`. `config` is for the connection that listens; its `query_timeout` limits each check. */
  constructor(
    config: ClientConfig,
    notify: (channel: string, payload: string) => Promise<unknown>,
    checkMs = CHECK_MS,
  ) {
    this.#config = config;
    this.#notify = notify;
    this.#checkMs = checkMs;
  }

  subscribe(listener: TopicListener): void {
    this.#listeners.add(listener);
  }

  /** Announces the topics of a transaction that this process has committed. */
  announce(topics: readonly string[]): void {
    this.#callListeners(topics);
    for (const topic of topics) this.#unsent.add(topic);
    if (!this.#isSending) void this.#send();
  }

  /** Listens to notifications of other processes until the channel is closed. Resolves after the first attempt to connect. */
  start(): Promise<void> {
    return (this.#started ??= new Promise((resolve) => void this.#listen(resolve)));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#client?.end().catch(() => undefined);
  }

  #callListeners(topics: readonly string[]): void {
    for (const listener of this.#listeners) listener(topics);
  }

  /** Does not report a failure: if the server fails, the next writes report it. */
  async #send(): Promise<void> {
    this.#isSending = true;
    while (this.#unsent.size > 0 && !this.#isClosed) {
      const texts = splitTopics(this.#unsent, MAX_PAYLOAD_BYTES - this.#sender.length);
      this.#unsent.clear();
      for (const text of texts.length > MAX_NOTIFICATIONS ? [`\n${ALL_TOPICS}`] : texts)
        await this.#notify(CHANNEL, `${this.#sender}${text}`).catch(() => undefined);
      await setTimeout(PAUSE_MS, undefined, { ref: false });
    }
    this.#isSending = false;
  }

  /** Listens until the channel is closed. Calls `onAttempt` after each attempt to connect, whatever its outcome. */
  async #listen(onAttempt: () => void): Promise<void> {
    for (let isFirst = true; !this.#isClosed; isFirst = false) {
      const client = this.#createClient();
      const ended = new Promise((resolve) => void client.once('end', resolve));
      const isConnected = await this.#connect(client);
      // Topics that other processes announced while the connection was broken may have been missed.
      if (isConnected && !isFirst) this.#callListeners([ALL_TOPICS]);
      onAttempt();
      if (isConnected) await this.#waitForEnd(client, ended);
      await setTimeout(RECONNECT_MS, undefined, { ref: false });
    }
  }

  /** Waits for the end of a connection. Closes the connection if the server does not respond. */
  async #waitForEnd(client: Client, ended: Promise<unknown>): Promise<void> {
    // While a statement has no response, `end` does not wait for the server.
    const check = () => void client.query('select 1').catch(() => client.end());
    const timer = setInterval(check, this.#checkMs).unref();
    await ended;
    clearInterval(timer);
  }

  /** Returns whether the client listens. */
  async #connect(client: Client): Promise<boolean> {
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      this.#client = client;
      if (this.#isClosed) await client.end();
      return !this.#isClosed;
    } catch {
      await client.end().catch(() => undefined);
      return false;
    }
  }

  #createClient(): Client {
    const client = new Client({ ...this.#config, keepAlive: true });
    // `#listen` handles the end of the connection. An error event without a listener would end the process.
    client.on('error', () => undefined);
    client.on('notification', ({ payload = '' }) => {
      const [sender, ...topics] = payload.split('\n');
      if (sender !== this.#sender) this.#callListeners(topics);
    });
    return client;
  }
}
