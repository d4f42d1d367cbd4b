import { BOARD_PROTOCOL, errorCodes, DOCUMENT_BOUNDS } from '../../schema/contract.ts';
import { statusOf } from '../http/problem.ts';
import { MAX_URL_LENGTH } from '../http/server/router.ts';
import type { BoardInfo } from './board-info.ts';
import { rateLimitCosts, unmeteredCalls } from './rate-limit-costs.ts';
import { describeRateLimit } from './rate-limit-descriptions.ts';

/** The limits, each with its window. */
export const limitsOf = ({ limits, windowSeconds }: Pick<BoardInfo, 'limits' | 'windowSeconds'>) =>
  Object.entries(limits).map(([policy, limit]) => ({
    policy,
    limit,
    window_seconds: windowSeconds,
    ...describeRateLimit(policy),
  }));

/** Bytes of what is sent at once. */
export const sizesOf = ({ maxBody, maxAnswerBytes }: Pick<BoardInfo, 'maxBody' | 'maxAnswerBytes'>) => ({
  url: MAX_URL_LENGTH,
  body: maxBody,
  graphql_mcp_a2a_body: maxBody * 2,
  graphql_mcp_answer: maxAnswerBytes,
});

/** The rules in numbers, for programs. */
export const createPolicy = (about: BoardInfo) => ({
  protocol: BOARD_PROTOCOL,
  limits: limitsOf(about),
  costs: rateLimitCosts(about),
  free: unmeteredCalls(about),
  sizes: sizesOf(about),
  documents: DOCUMENT_BOUNDS,
  states: about.states,
  errors: Object.entries(errorCodes).map(([code, { kind, title }]) => ({
    code,
    status: statusOf[kind],
    title,
    type: `${about.siteUrl}/problems/${code}`,
  })),
});
