import type { DescribeOperation } from '../../../schema/contract.ts';
import { locateParameters } from '../../http/binding/rest-parameters.ts';
import type { RouteDefinition } from '../../http/binding/route-definition.ts';
import { EVENT_STREAM_TYPE } from '../../http/event-stream.ts';
import { parameterRefs } from './openapi-headers.ts';
import { operationOf, successResponse, toParameter } from './openapi-operations.ts';

const LAST_EVENT_ID = {
  name: 'Last-Event-ID',
  in: 'header',
  description: 'The id of the last event that was received: the stream continues after it.',
  schema: { type: 'string' },
};

/** The OpenAPI operation of a stream. */
export function streamOperationOf(route: RouteDefinition, describe: DescribeOperation) {
  // A stream has no entity tag.
  const { 304: _, ...responses }: Record<string, object> = operationOf(route, describe).responses;
  return {
    ...operationOf(route, describe),
    description: DESCRIPTION,
    parameters: [
      ...locateParameters(route, describe(route.operation)).query.map((parameter) =>
        toParameter('query', parameter),
      ),
      ...parameterRefs(['AgentHandle', 'RequestId']),
      LAST_EVENT_ID,
    ],
    responses: {
      ...responses,
      [route.status]: successResponse({
        description: 'Success.',
        headers: [],
        mediaType: EVENT_STREAM_TYPE,
        schema: { type: 'string' },
      }),
    },
  };
}

const DESCRIPTION =
  'Server-sent events: each item is an event with its type or kind as the name and its JSON as the data. The last event of a page ' +
  'has a cursor as its id. Events may repeat after a reconnection. Sends at most one page every 2 s, and a comment ' +
  'after 15 s of silence. An event `error` has problem details and ends the stream. Counts as one call, plus one for each ' +
  'page that follows a full page. By default, at most five streams per caller.';
