import type { GraphQLError, GraphQLSchema } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { type BoardError, DOCUMENT_BOUNDS, type OpenSession } from '../../schema/contract.ts';
import { toCaller } from '../http/caller.ts';
import { rateLimitHeaders } from '../http/headers.ts';
import { type ProblemContext, refusalHeaders, type Spell, statusOf } from '../http/problem.ts';
import type { Exchange, Route } from '../http/route.ts';
import { toExtensions, toRefusal, toWireError } from './errors.ts';
import { type DoorContext, useSession, useTokenBound } from './plugins.ts';

interface GraphqlDoor {
  readonly schema: GraphQLSchema;
  readonly openSession: OpenSession;
  readonly siteUrl: string;
  readonly spell: Spell;
  readonly maxBody: number;
  readonly toBoardError: (error: unknown, requestId: string) => BoardError;
}

interface RequestContext extends DoorContext {
  readonly requestId: string;
}

const PATH = '/graphql';

/** The open door: any document, under the same rules (decisions, section 8). */
export function createGraphqlRoutes(door: GraphqlDoor): readonly Route[] {
  const yoga = createYoga<RequestContext>({
    schema: door.schema,
    graphqlEndpoint: PATH,
    graphiql: false,
    landingPage: false,
    cors: false,
    logging: false,
    // Errors are put in our words where the answer is written; masking them before would lose which they were.
    maskedErrors: false,
    batching: { limit: DOCUMENT_BOUNDS.batch },
    plugins: [useTokenBound(), useSession(), useProblems(door)],
  });

  const serve = async (exchange: Exchange): Promise<Response> => {
    const { request, body, requestId } = exchange;
    const session = await openSession(exchange);
    if (session instanceof Response) return session;
    const { method, url, headers } = request;
    const again = new Request(url, { method, headers, ...(body !== null && { body }) });
    const answer = await yoga.fetch(again, { session, requestId });
    const response = new Response(answer.body, answer);
    response.headers.set('Cache-Control', 'no-store');
    for (const [name, value] of Object.entries(rateLimitHeaders(session.standing))) response.headers.set(name, value);
    return response;
  };

  const openSession = async (exchange: Exchange) => {
    try {
      const handle = exchange.request.headers.get('x-agent-handle') ?? undefined;
      return await door.openSession({ ...toCaller('graphql', exchange), ...(handle && { handle }) }, 'guest');
    } catch (error) {
      const refusal = door.toBoardError(error, exchange.requestId);
      return refusalResponse(refusal, { ...door, requestId: exchange.requestId });
    }
  };

  return (['GET', 'POST'] as const).map((method) => ({
    method,
    path: PATH,
    json: true,
    cors: true,
    maxBody: door.maxBody,
    serve,
  }));
}

/** A caller who was not let in learns it in GraphQL's own form. */
function refusalResponse(refusal: BoardError, context: ProblemContext): Response {
  const errors = [{ message: refusal.message, extensions: toExtensions(refusal, context) }];
  return Response.json({ errors }, { status: statusOf[refusal.kind], headers: refusalHeaders(refusal) });
}

/**
 * Writes errors as the board has them. Yoga takes the HTTP status from `extensions.http`: it is told one only where
 * nothing of the data came about, as GraphQL over HTTP asks.
 */
const useProblems = (door: GraphqlDoor): Plugin<RequestContext> => ({
  onResultProcess({ result, serverContext }) {
    const { requestId } = serverContext as unknown as RequestContext;
    for (const one of [result].flat() as { data?: unknown; errors?: readonly GraphQLError[]; stringify?: () => string }[]) {
      if (!one.errors) continue;
      const refusals = one.errors.map((error) => toRefusal(error, (cause) => door.toBoardError(cause, requestId)));
      const wire = one.errors.map((error, i) => toWireError(error, refusals[i] as BoardError, { ...door, requestId }));
      const answer = { ...one, errors: wire };
      one.stringify = () => JSON.stringify(answer);
      one.errors.forEach((error, i) => {
        if (error.extensions['http'] || one.data) return;
        error.extensions['http'] = { status: statusOf[(refusals[i] as BoardError).kind], spec: true };
      });
    }
  },
});
