import { BOARD_PROTOCOL, codes, DOCUMENT_BOUNDS } from '../../schema/contract.ts';
import { statusOf } from '../http/problem.ts';
import type { About } from './about.ts';

/** The limits, each with its window. */
export const limitsOf = ({ limits, windowSeconds }: Pick<About, 'limits' | 'windowSeconds'>) =>
  Object.entries(limits).map(([policy, limit]) => ({ policy, limit, window_seconds: windowSeconds }));

/** The rules in numbers, for programs. */
export const createPolicy = (about: About) => ({
  protocol: BOARD_PROTOCOL,
  limits: limitsOf(about),
  documents: DOCUMENT_BOUNDS,
  states: about.states,
  errors: Object.entries(codes).map(([code, { kind, title }]) => ({
    code,
    status: statusOf[kind],
    title,
    type: `${about.siteUrl}/problems/${code}`,
  })),
});
