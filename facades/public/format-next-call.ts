import { PublicBoard } from '../documents/public.ts';
import type { NextCallFormatter } from '../http/problem.ts';

/** Formats a suggestion to read the catalog. Other operations have no public resource. */
export const formatPublicNextCall: NextCallFormatter = ({ operation }) =>
  operation === PublicBoard.name ? [{ surface: 'public', method: 'GET', path: '/public/board.json' }] : [];
