import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import type { Observation, Part } from '../../../prisma/client.ts';
import { describeError, toPartSpan } from './span-attributes.ts';

/** A request or a part of one, as a span. Its parts are the children of the span. */
export class SpanObservation implements Observation {
  readonly #tracer: Tracer;
  readonly #span: Span;
  readonly #database: Attributes;
  readonly #part: Part | null;

  /** `database` are the attributes of all statements. */
  constructor(tracer: Tracer, span: Span, database: Attributes, part: Part | null = null) {
    this.#tracer = tracer;
    this.#span = span;
    this.#database = database;
    this.#part = part;
  }

  begin(part: Part): Observation {
    const { name, ...options } = toPartSpan(part, this.#database);
    const span = this.#tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, this.#span));
    return new SpanObservation(this.#tracer, span, this.#database, part);
  }

  end(error?: unknown): void {
    if (error !== undefined && this.#part) {
      const { attributes, isFailure } = describeError(this.#part, error);
      this.#span.setAttributes(attributes);
      if (isFailure) this.#span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.#span.end();
  }
}
