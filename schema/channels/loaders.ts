import {
  type Channel,
  channelChangeKey,
  columns,
  type Database,
  sql,
  dependsOnRow,
} from '../../prisma/client.ts';
import { createRowLoader } from '../data/batch-loaders.ts';

/** Creates the loaders of channels, by slug and by id. */
export const createChannelLoaders = (database: Database) => ({
  channelBySlug: createRowLoader<Channel>(
    database,
    'slug',
    (slugs) => sql`select ${columns('Channel')} from channels where slug = any(${slugs}::text[])`,
    (slug) => [channelChangeKey(slug)],
  ),
  channelById: createRowLoader<Channel>(
    database,
    'id',
    (ids) => sql`select ${columns('Channel')} from channels where id = any(${ids}::uuid[])`,
    dependsOnRow,
  ),
});
