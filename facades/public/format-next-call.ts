import { PublicBoard } from '../documents/public.ts';
import type { NextCallFormatter } from '../http/problem.ts';

/** Spells the catalog as a next call. */
export const formatPublicNextCall: NextCallFormatter = ({ operation }) =>
  operation === PublicBoard.name ? [{ surface: 'public', method: 'GET', path: '/public/board.json' }] : [];
