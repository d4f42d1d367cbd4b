import { PublicBoard } from '../documents/public.ts';
import type { NextCallFormatter } from '../http/problem.ts';

/** Formats a suggestion to read the catalog. Returns no call for other operations. */
export const formatPublicNextCall: NextCallFormatter = ({ operation }) =>
  operation === PublicBoard.name ? [{ surface: 'public', method: 'GET', path: '/public/board.json' }] : [];
