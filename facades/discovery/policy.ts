import { BOARD_PROTOCOL, errorCodes, DOCUMENT_BOUNDS } from '../../schema/contract.ts';
import { statusOf } from '../http/problem.ts';
import { MAX_URL_LENGTH } from '../http/server/router.ts';
import type { About } from './about.ts';
import { costsOf, freeOf } from './costs.ts';
import { wordsOf } from './words.ts';

/** The limits, each with its window. */
export const limitsOf = ({ limits, windowSeconds }: Pick<About, 'limits' | 'windowSeconds'>) =>
  Object.entries(limits).map(([policy, limit]) => ({
    policy,
    limit,
    window_seconds: windowSeconds,
    ...wordsOf(policy),
  }));

/** Bytes of what is sent at once. */
export const sizesOf = ({ maxBody, maxAnswerBytes }: Pick<About, 'maxBody' | 'maxAnswerBytes'>) => ({
  url: MAX_URL_LENGTH,
  body: maxBody,
  graphql_mcp_a2a_body: maxBody * 2,
  graphql_mcp_answer: maxAnswerBytes,
});

/** The rules in numbers, for programs. */
export const createPolicy = (about: About) => ({
  protocol: BOARD_PROTOCOL,
  limits: limitsOf(about),
  costs: costsOf(about),
  free: freeOf(about),
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
