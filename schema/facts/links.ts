// The records that a fact links to, if the viewer can see them. Without a link, resolvers return null synchronously, which saves a
// promise per fact: most facts of a list have no links.
import type { Fact } from '../../prisma/client.ts';
import type { Context } from '../context.ts';
import { isVisible } from '../moderation/visibility.ts';
import { isFactVisible, passesQuarantine } from './rules.ts';

type MaybeLinked<Row> = Promise<Row | null> | null;

/** Returns the fact with this id, or null if it does not exist or the viewer cannot see it. */
export async function findVisibleFact({ loaders, viewer }: Context, id: string): Promise<Fact | null> {
  const fact = await loaders.factById.load(id);
  return fact && isFactVisible(fact, viewer) ? fact : null;
}

/**
 * Returns the fact with an id from `findSupersededId` or `findSuccessor`, which skip hidden facts; null if a quarantine hides it
 * from the viewer.
 */
export const findLinkedFact = (ctx: Context, id: string | null): MaybeLinked<Fact> =>
  id === null ? null : orNullIfQuarantined(ctx, ctx.loaders.factById.load(id));

/** Returns a fact, or null if it is quarantined and the viewer cannot see quarantined facts. */
async function orNullIfQuarantined<Row extends Pick<Fact, 'quarantinedAt'>>(
  { viewer }: Context,
  loading: Promise<Row | null>,
): Promise<Row | null> {
  const fact = await loading;
  return fact && passesQuarantine(fact, viewer) ? fact : null;
}

/**
 * Returns the id of the fact that a fact supersedes. Skips hidden facts for every viewer, as if these were not in the chain;
 * `factSuccessor` does the same. A quarantined fact is not skipped: anonymous callers get null.
 */
export async function findSupersededId(ctx: Context, supersedesId: string): Promise<string | null> {
  const restricted = await ctx.loaders.restrictedFactById.load(supersedesId);
  if (restricted === null) return supersedesId;
  if (restricted.hiddenAt === null) return passesQuarantine(restricted, ctx.viewer) ? restricted.id : null;
  return restricted.precedingId === null ? null : findSupersededId(ctx, restricted.precedingId);
}

/**
 * Returns the id of the fact that supersedes a fact, for `findLinkedFact`. Returns null if the row has no `supersededAt`, so that a
 * replayed write returns the fact as it was created.
 */
export const findSuccessor = (
  ctx: Context,
  { id, supersededAt }: Fact,
): MaybeLinked<Pick<Fact, 'id' | 'quarantinedAt'>> =>
  supersededAt === null ? null : orNullIfQuarantined(ctx, ctx.loaders.factSuccessor.load(id));

/** Returns the id of the evidence, a post or an inquiry, or null if it is hidden from the viewer. */
export const findVisibleEvidenceId = ({ loaders, viewer }: Context, id: string) =>
  loaders.hiddenEvidenceById.load(id).then((hidden) => (hidden && !isVisible(hidden, viewer) ? null : id));
