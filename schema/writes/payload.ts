// The results of mutations: the record, whether an earlier write returned it, and the caller's `clientMutationId`.
import type { ObjectRef } from '@pothos/core';
import { builder } from '../graphql/builder.ts';

type Types = typeof builder.$inferSchemaTypes;

/** The result of a write, without the member that has the record (`recordFieldOf`). */
export interface Payload {
  readonly clientMutationId: string | null;
  readonly replayed: boolean;
}

/** Creates the result of a write. */
export type CreatePayload<Row> = (
  row: Row,
  call: { readonly clientMutationId?: string | null | undefined; readonly replayed: boolean },
) => Payload;

/** Returns the name of the payload's field that has the record, such as `workPacket` for the type `WorkPacket`. */
const recordFieldOf = (type: { readonly name: string }): string =>
  `${type.name.charAt(0).toLowerCase()}${type.name.slice(1)}`;

interface PayloadType<Row> {
  readonly payloadType: ObjectRef<Types, Payload>;
  readonly createPayload: CreatePayload<Row>;
}

/** Creates the payload type of a write, such as CreatePostPayload, and the function that creates its objects. */
export function createPayloadType<Row>(name: string, type: ObjectRef<Types, Row>): PayloadType<Row> {
  const field = recordFieldOf(type);
  const typeName = `${name.charAt(0).toUpperCase()}${name.slice(1)}Payload`;
  const payloadType = builder.objectRef<Payload>(typeName).implement({
    description: `The result of \`${name}\`.`,
    fields: (t) => ({
      // Nullable: if a field of the record fails, the rest of the payload shows that the write took place.
      [field]: t.expose(field as never, {
        type,
        nullable: true,
        description: 'The record as it is after the write, or as the first of equal writes returned it.',
      }),
      clientMutationId: t.exposeString('clientMutationId', {
        nullable: true,
        description: '`clientMutationId` of the input.',
      }),
      replayed: t.exposeBoolean('replayed', {
        description:
          'Whether this is the result of an earlier write with the same idempotency key and the same input: nothing was written.',
      }),
    }),
  });
  const createPayload: CreatePayload<Row> = (row, { clientMutationId = null, replayed }) => ({
    [field]: row,
    clientMutationId,
    replayed,
  });
  return { payloadType, createPayload };
}
