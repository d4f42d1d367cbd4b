import { type Observation, observe, type Part, runObserved } from '../../prisma/client.ts';
import type {
  DocumentRequest,
  DocumentResult,
  Issue,
  LivePageViewers,
  Operation,
  OperationResult,
  RateLimitStatus,
  Session,
  Variables,
} from '../../schema/contract.ts';
import { operationTypeOf, rootFieldOf } from '../../schema/query-cost/document-cost.ts';

type OperationPart = Extract<Part, { kind: 'operation' }>;

/** A session whose operations are observed, except the reads of live pages (`repeatOperation`). */
export class ObservedSession implements Session {
  readonly #session: Session;
  readonly #observation: Observation;
  readonly #rootFieldOf: (operation: Operation) => string;

  constructor(
    session: Session,
    {
      observation,
      rootFieldOf,
    }: {
      readonly observation: Observation;
      readonly rootFieldOf: (operation: Operation) => string;
    },
  ) {
    this.#session = session;
    this.#observation = observation;
    this.#rootFieldOf = rootFieldOf;
  }

  get rateLimit(): RateLimitStatus | null {
    return this.#session.rateLimit;
  }

  get isRotationDue(): boolean {
    return this.#session.isRotationDue;
  }

  get livePageViewers(): LivePageViewers {
    return this.#session.livePageViewers;
  }

  refundCall(): Promise<void> {
    return this.#session.refundCall();
  }

  executeOperation(...call: OperationCall): Promise<OperationResult> {
    return this.#observe(this.#partOf(call), () => this.#session.executeOperation(...call));
  }

  repeatOperation(operation: Operation, variables: Variables): Promise<OperationResult> {
    return this.#session.repeatOperation(operation, variables);
  }

  subscribeOperation(...call: OperationCall): Promise<OperationResult | null> {
    return this.#observe(this.#partOf(call), () => this.#session.subscribeOperation(...call));
  }

  executeDocument(request: DocumentRequest): Promise<DocumentResult> {
    return this.#observe(
      partOfDocument(request),
      () => this.#session.executeDocument(request),
      ({ errors }) => errors[0],
    );
  }

  subscribeDocument(request: DocumentRequest): ReturnType<Session['subscribeDocument']> {
    return this.#observe(
      partOfDocument(request),
      () => this.#session.subscribeDocument(request),
      (result) => ('event' in result ? result.event?.errors[0] : result.errors[0]),
    );
  }

  #partOf([operation]: OperationCall): OperationPart {
    const { kind: type, name } = operation;
    return { kind: 'operation', type, field: this.#rootFieldOf(operation), name };
  }

  #observe<Result>(
    part: OperationPart,
    run: () => Promise<Result>,
    toError?: (result: Result) => unknown,
  ): Promise<Result> {
    return runObserved(this.#observation, () => observe(part, run, toError));
  }
}

type OperationCall = readonly [operation: Operation, variables: Variables, issues?: readonly Issue[]];

const partOfDocument = (request: DocumentRequest): OperationPart => ({
  kind: 'operation',
  type: operationTypeOf(request),
  field: rootFieldOf(request),
  name: null,
});
