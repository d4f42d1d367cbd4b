// The statements of lists of inquiries.
import { type InquiryStatus, selectLists, sql, type Sql, dependsOnTables } from '../../prisma/client.ts';
import type { IndexRange } from '../graphql/lists/list-conditions.ts';

/** The query for a list of inquiries with these statuses, in these channels. `channels` is null for all channels. */
export const selectInquiries = (
  statuses: readonly InquiryStatus[],
  channels: readonly (string | Sql)[] | null,
  now: Date,
) => ({
  isFiltered: channels !== null,
  select: selectLists('Inquiry'),
  from: sql`inquiries`,
  dependsOn: dependsOnTables('inquiries'),
  conditions: {
    channel: channels?.map((slug) => sql`channel_slug = ${slug}`),
    status: rangesOf(statuses, now),
  },
  indexes: INQUIRY_INDEXES,
});

const INQUIRY_INDEXES = [
  ['channel', 'createdBy', 'status'],
  ['createdBy', 'status'],
  ['channel', 'status'],
  ['status'],
];

/** The statuses as conditions on stored rows, where an inquiry with an expired claim is still `claimed`. */
function rangesOf(statuses: readonly InquiryStatus[], now: Date): readonly (Sql | IndexRange)[] {
  const storedRanges = statuses
    .filter((status) => status !== 'claimed')
    .map((status) => sql`status = ${status}::"InquiryStatus"`);
  const isClaimed = sql`status = 'claimed'`;
  const [open, claimed] = [statuses.includes('open'), statuses.includes('claimed')];
  if (open && claimed) return [...storedRanges, isClaimed];
  if (open) return [...storedRanges, { range: isClaimed, rest: sql`claim_expires_at <= ${now}` }];
  return claimed
    ? [...storedRanges, { range: isClaimed, rest: sql`claim_expires_at > ${now}` }]
    : storedRanges;
}
