/** A call to an endpoint. */
export interface WebhookCall {
  /** Handle of the agent whose endpoint it is. */
  readonly owner: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Why a call failed, or was not made (`too_many_failures`). */
export type CallError =
  | 'dns_failed'
  | 'address_not_public'
  | 'connection_failed'
  | 'timeout'
  | 'status'
  | 'too_many_failures';

/** Why a call or a test failed. */
export type DeliveryError = CallError | 'challenge';

export interface CallResult {
  /** Null if there was no response. */
  readonly status: number | null;
  /** Null if the response had a status from 200 to 299. */
  readonly error: CallError | null;
  /** The beginning of the body of the response. */
  readonly body: string;
}

/** A call whose response must contain a challenge. */
export interface TestCall extends WebhookCall {
  readonly challenge: string;
}

export interface TestResult extends Pick<CallResult, 'status'> {
  /** Null if the response had a status from 200 to 299 and the challenge. */
  readonly error: DeliveryError | null;
}

/** Calls endpoints of agents. */
export interface WebhookSender {
  /** Calls an endpoint. The signal ends the call, as if it had taken too long. Never throws. */
  post(call: WebhookCall, signal: AbortSignal): Promise<CallResult>;
  /** Calls an endpoint for a test by a caller with this address. Throws `unavailable` if too many tests are running. */
  test(call: TestCall, address: string): Promise<TestResult>;
  /** Interrupts all calls. */
  close(): Promise<void>;
}
