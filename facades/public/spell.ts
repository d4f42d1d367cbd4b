import { PublicBoard } from '../operations/public.ts';
import type { Spell } from '../http/problem.ts';

/** Spells the catalog as a next call. */
export const spellPublic: Spell = ({ operation }) =>
  operation === PublicBoard.name ? [{ surface: 'public', method: 'GET', path: '/public/board.json' }] : [];
