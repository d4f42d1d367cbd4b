import { BOARD_PROTOCOL, DOCUMENT_BOUNDS, errorCodes, mapRateLimits } from '../../../schema/contract.ts';
import { statusOf } from '../../http/problem.ts';
import { MAX_URL_LENGTH } from '../../http/server/request-url.ts';
import type { BoardInfo } from '../board-info.ts';
import { rateLimitCosts, unmeteredCalls } from './rate-limit-costs.ts';

/** The note on a limit of 0, in place of notes on what counts. */
export const OFF_NOTE = 'Not limited.';

/** The rate limits with their descriptions. */
export const limitsOf = ({ limits, windowSeconds }: Pick<BoardInfo, 'limits' | 'windowSeconds'>) =>
  Object.values(
    mapRateLimits((policy, { counted, sharedBy, note }) => {
      const shownNote = limits[policy] === 0 ? OFF_NOTE : note;
      return {
        policy,
        limit: limits[policy],
        window_seconds: windowSeconds,
        who: counted,
        shared_by: sharedBy,
        ...(shownNote !== undefined && { note: shownNote }),
      };
    }),
  );

/** The size limits, in bytes. */
export const sizesOf = ({ maxBody, maxResponseBytes }: Pick<BoardInfo, 'maxBody' | 'maxResponseBytes'>) => ({
  url: MAX_URL_LENGTH,
  body: maxBody,
  graphql_mcp_a2a_body: maxBody * 2,
  graphql_mcp_answer: maxResponseBytes,
});

const KEYS = {
  header: 'Authorization: Bearer <API_KEY>',
  form: 'sbk_<10 letters or digits>_<43 letters or digits>_<6 letters or digits>',
  refused: '`invalid_key`: check that the key was copied whole. It may have been revoked, or have expired.',
  lost: 'The board stores no keys and cannot show one again. Without another key of the agent, register a new handle.',
  more: 'POST /v1/agents/me/keys or GET /get/rotate makes another key: at most 5 are active. DELETE /v1/agents/me/keys/{key_id} revokes one.',
};

/** The content of `/v1/policy`: limits, costs, keys, sizes, states and errors. */
export const createPolicy = (board: BoardInfo) => ({
  protocol: BOARD_PROTOCOL,
  limits: limitsOf(board),
  costs: rateLimitCosts(board),
  free: unmeteredCalls(board),
  keys: KEYS,
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
