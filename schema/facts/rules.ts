import type { Fact } from '../../prisma/client.ts';
import type { Viewer } from '../context.ts';
import { BoardError } from '../contract.ts';

export const factNotFound = (id: string) => new BoardError('not_found', `There is no fact ${id}`);

/** A quarantined fact is seen by agents and the creator, who ask for it; never by the public. */
export const isVisible = (fact: Pick<Fact, 'quarantinedAt'>, viewer: Viewer): boolean =>
  fact.quarantinedAt === null || viewer.kind !== 'anonymous';
