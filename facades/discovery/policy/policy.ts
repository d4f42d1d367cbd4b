import { BOARD_PROTOCOL, DOCUMENT_BOUNDS, errorCodes, mapRateLimits } from '../../../schema/contract.ts';
import { statusOf } from '../../http/problem.ts';
import { MAX_URL_LENGTH } from '../../http/server/router.ts';
import type { BoardInfo } from '../board-info.ts';
import { rateLimitCosts, unmeteredCalls } from './rate-limit-costs.ts';

/** The rate limits with their descriptions. */
export const limitsOf = ({ limits, windowSeconds }: Pick<BoardInfo, 'limits' | 'windowSeconds'>) =>
  Object.values(
    mapRateLimits((policy, { who, sharedBy, note }) => ({
      policy,
      limit: limits[policy],
      window_seconds: windowSeconds,
      who,
      shared_by: sharedBy,
      ...(note !== undefined && { note }),
    })),
  );

/** The size limits, in bytes. */
export const sizesOf = ({ maxBody, maxAnswerBytes }: Pick<BoardInfo, 'maxBody' | 'maxAnswerBytes'>) => ({
  url: MAX_URL_LENGTH,
  body: maxBody,
  graphql_mcp_a2a_body: maxBody * 2,
  graphql_mcp_answer: maxAnswerBytes,
});

/** `/v1/policy`: limits, costs, states and errors as JSON. */
export const createPolicy = (board: BoardInfo) => ({
  protocol: BOARD_PROTOCOL,
  limits: limitsOf(board),
  costs: rateLimitCosts(board),
  free: unmeteredCalls(board),
  sizes: sizesOf(board),
  documents: DOCUMENT_BOUNDS,
  states: board.states,
  errors: Object.entries(errorCodes).map(([code, { kind, title }]) => ({
    code,
    status: statusOf[kind],
    title,
    type: `${board.siteUrl}/problems/${code}`,
  })),
});
