import { execFileSync } from 'node:child_process';

/** Drops packets on the loopback interface of this network namespace, as a network that lost them would. */
export class Firewall {
  #rules: (readonly string[])[] = [];

  /** Drops all TCP packets to a port. */
  dropTo(port: number): void {
    this.#add(['-p', 'tcp', '--dport', String(port)]);
  }

  /** Drops all TCP packets from a port. */
  dropFrom(port: number): void {
    this.#add(['-p', 'tcp', '--sport', String(port)]);
  }

  /** Drops all TCP packets that processes of a user send to a port. */
  dropOfUser(uid: number, port: number): void {
    this.#add(['-p', 'tcp', '--dport', String(port), '-m', 'owner', '--uid-owner', String(uid)]);
  }

  /** Drops all packets that sockets of a control group send. */
  dropOfGroup(group: string): void {
    this.#add(['-m', 'cgroup', '--path', group]);
  }

  /** Lets all packets pass. */
  heal(): void {
    for (const rule of this.#rules) iptables(['-D', ...rule]);
    this.#rules = [];
  }

  #add(match: readonly string[]): void {
    const rule = ['OUTPUT', '-o', 'lo', ...match, '-j', 'DROP'];
    iptables(['-A', ...rule]);
    this.#rules.push(rule);
  }
}

const iptables = (args: readonly string[]) => execFileSync('iptables', args, { stdio: 'inherit' });
