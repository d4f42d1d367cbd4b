import type { HeldAnswer, UnreadAnswers } from '../facades/http/server/router.ts';
import { toNetwork } from '../schema/rate-limits.ts';
import { createRefusalLog } from './refusal-log.ts';
import type { Logger } from './logger.ts';

const MIB = 1024 * 1024;

/** Eight of the longest answers at a time. */
const MAX_PER_NETWORK = 64 * MIB;

const MAX_TOTAL = 256 * MIB;

interface Parts {
  /** Bytes. */
  readonly maxPerNetwork?: number;
  /** Bytes, over all networks. */
  readonly maxTotal?: number;
  readonly log: Pick<Logger, 'warn'>;
}

interface UnreadBound extends UnreadAnswers {
  /** Of all answers that are not yet written out. */
  readonly bytes: number;
}

/**
 * Bounds the bytes of answers that wait for their readers, in this process and over all its listeners: they are memory
 * that a client holds without doing anything. Beyond the bound the oldest answers are given up, never the newest one.
 */
export function createUnreadBound({
  maxPerNetwork = MAX_PER_NETWORK,
  maxTotal = MAX_TOTAL,
  log,
}: Parts): UnreadBound {
  const sayClosed = createRefusalLog(log, 'connections are closed: their clients do not read the answers');
  const networks = new Networks();

  function giveUp(network: string, newest: HeldAnswer): boolean {
    const oldest = networks.oldestOf(network, newest);
    if (!oldest) return false;
    networks.remove(network, oldest);
    oldest.close();
    sayClosed({ network, unreadBytes: networks.bytes });
    return true;
  }

  return {
    get bytes() {
      return networks.bytes;
    },
    hold(address, answer) {
      const network = toNetwork(address);
      networks.add(network, answer);
      while (networks.bytesOf(network) > maxPerNetwork && giveUp(network, answer));
      while (networks.bytes > maxTotal && giveUp(networks.largest(answer), answer));
      return () => networks.remove(network, answer);
    },
  };
}

interface Network {
  bytes: number;
  /** The oldest first. */
  readonly answers: Set<HeldAnswer>;
}

class Networks {
  bytes = 0;
  readonly #networks = new Map<string, Network>();

  bytesOf(network: string): number {
    return this.#networks.get(network)?.bytes ?? 0;
  }

  add(network: string, answer: HeldAnswer): void {
    const known = this.#networks.get(network) ?? { bytes: 0, answers: new Set() };
    this.#networks.set(network, known);
    known.answers.add(answer);
    known.bytes += answer.bytes;
    this.bytes += answer.bytes;
  }

  /** May be called again. */
  remove(network: string, answer: HeldAnswer): void {
    const known = this.#networks.get(network);
    if (!known?.answers.delete(answer)) return;
    known.bytes -= answer.bytes;
    this.bytes -= answer.bytes;
    if (known.answers.size === 0) this.#networks.delete(network);
  }

  /** The oldest answer of a network other than `newest`. */
  oldestOf(network: string, newest: HeldAnswer): HeldAnswer | undefined {
    return this.#networks
      .get(network)
      ?.answers.values()
      .find((answer) => answer !== newest);
  }

  /** The network that holds the most, of those that hold more than `newest`. */
  largest(newest: HeldAnswer): string {
    let [largest, most] = ['', -1];
    for (const [network, { bytes, answers }] of this.#networks) {
      const hasOlder = answers.size > 1 || !answers.has(newest);
      if (hasOlder && bytes > most) [largest, most] = [network, bytes];
    }
    return largest;
  }
}
