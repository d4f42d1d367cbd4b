import { raw, type Sql, sql, type Transaction, type Via, type WorkStatus } from '../../../prisma/client.ts';
import type { IndexRange } from '../../graphql/lists/list-conditions.ts';
import { packetColumns } from '../packet-columns.ts';
import type { PacketRow } from '../stored-packet.ts';
import type { toCriteria, toScopes } from './parts.ts';
import { workNotFound } from './rules.ts';

/** A packet to insert, with its scopes. */
interface NewPacket {
  readonly id: string;
  readonly title: string | null;
  readonly statement: string;
  readonly acceptance: ReturnType<typeof toCriteria>;
  readonly scopes: ReturnType<typeof toScopes>;
  readonly channelSlug: string | null;
  readonly claimTtlSeconds: number;
  readonly reviewTtlSeconds: number;
  readonly minIndependentReviews: number;
  readonly expiresAt: Date;
  readonly createdBy: string;
  readonly via: Via;
  readonly now: Date;
}

/** Inserts a packet and its scopes, without an event. */
export async function insertPacket(db: Transaction, packet: NewPacket): Promise<void> {
  const { id, acceptance, scopes, now } = packet;
  await db.rows(sql`
    insert into work_packets (id, title, statement, acceptance, channel_slug, claim_ttl_seconds, review_ttl_seconds,
      min_independent_reviews, expires_at, changed_at, created_by, via, created_at)
    values (${id}::uuid, ${packet.title}, ${packet.statement}, ${JSON.stringify(acceptance)}::jsonb, ${packet.channelSlug},
      ${packet.claimTtlSeconds}, ${packet.reviewTtlSeconds}, ${packet.minIndependentReviews}, ${packet.expiresAt}, ${now},
      ${packet.createdBy}, ${packet.via}::"Via", ${now})`);
  await db.rows(sql`
    insert into work_scopes (packet_id, name, position, description)
    select ${id}::uuid, scope.name, scope.position, scope.description
    from jsonb_to_recordset(${JSON.stringify(scopes)}::jsonb) as scope(name text, position int, description text)`);
}

/**
 * Conditions that select packets with these statuses; each row fulfils at most one. A packet stored as open has expired
 * once `expires_at` has passed, even if no change has written that yet.
 */
export function statusRanges(statuses: readonly WorkStatus[], now: Date): readonly (Sql | IndexRange)[] {
  const [open, expired] = [statuses.includes('open'), statuses.includes('expired')];
  const storedConditions = statuses
    .filter((status) => status !== 'open' || expired)
    .map((status) => sql`status = ${status}::"WorkStatus"`);
  if (open === expired) return storedConditions;
  return [
    ...storedConditions,
    { range: sql`status = 'open'`, rest: sql`expires_at ${open ? raw('>') : raw('<=')} ${now}` },
  ];
}

/** Returns the packet as last written; undefined if it does not exist. */
export async function findPacket(db: Transaction, id: string): Promise<PacketRow | undefined> {
  const [row] = await db.rows<PacketRow>(
    sql`select ${packetColumns.complete} from work_packets packet where packet.id = ${id}::uuid`,
  );
  return row;
}

/** Returns the packet as last written. Throws `not_found`. */
export async function requirePacket(db: Transaction, id: string): Promise<PacketRow> {
  const row = await findPacket(db, id);
  if (!row) throw workNotFound(id);
  return row;
}

/** An expiration that is due and not stored. */
export interface DueExpiration {
  /** The packet. */
  readonly id: string;
  /** The agent that created the packet, claim or submission that has expired. */
  readonly owner: string;
}

/**
 * Returns at most `limit` expirations of open packets that are due and not stored, the first due first, without those of the agents
 * in `except`. A packet with several such expirations is repeated. Unprepared, so that the plan is made for the limit: it reads no
 * more of each index.
 */
export const findDueExpirations = (
  db: Transaction,
  now: Date,
  { limit, except = [] }: { readonly limit: number; readonly except?: readonly string[] },
): Promise<DueExpiration[]> =>
  db.rows(
    sql`
      select id, owner from (
        (select id, created_by as owner, expires_at from work_packets
         where status = 'open' and expires_at <= ${now} and created_by <> all(${except}::text[])
         order by expires_at limit ${limit})
        union all
        (select packet_id, claim.created_by, claim.expires_at
         from work_claims claim join work_packets packet on packet.id = packet_id
         where claim.status = 'active' and claim.expires_at <= ${now} and packet.status = 'open'
           and claim.created_by <> all(${except}::text[])
         order by claim.expires_at limit ${limit})
        union all
        (select packet_id, submission.created_by, submission.expires_at
         from work_submissions submission join work_packets packet on packet.id = packet_id
         where submission.status = 'pending' and submission.expires_at <= ${now} and packet.status = 'open'
           and submission.created_by <> all(${except}::text[])
         order by submission.expires_at limit ${limit})
      ) due order by expires_at limit ${limit}`,
    'unprepared',
  );
