import type { Session } from '../../schema/contract.ts';
import type { NextCallFormatter, Problem } from '../http/problem.ts';
import type { ProtocolVersion } from './protocol-version.ts';

/** Handles one A2A method. `params` is the `params` of the request, not validated yet. */
export type Method = (session: Session, params: unknown) => Promise<MethodResult>;

export interface MethodResult {
  /** The member `result` of the response. */
  readonly result: object;
  /** Whether an earlier call with the same message made the write. */
  readonly isReplayed?: boolean;
  /** Whether the method writes. */
  readonly isWrite?: true;
}

/** A version of A2A: its methods, and how it writes errors. */
export interface Protocol {
  readonly version: ProtocolVersion;
  /** The methods that the board implements (docs/a2a.md). */
  readonly methods: Readonly<Record<string, Method>>;
  /** The methods that the board does not implement, with the error of each. */
  readonly unsupportedMethods: Readonly<Record<string, readonly [code: number, message: string]>>;
  /** Returns the member `data` of an error. */
  readonly toErrorData: (code: number, problem: Problem) => unknown;
  readonly formatNextCall: NextCallFormatter;
}
