import type { Inquiry as InquiryRow } from '../../prisma/client.ts';
import { builder } from '../builder.ts';
import { describesRecord, Node, Record } from '../record.ts';

export const Inquiry = builder.prismaObject('Inquiry', {
  description: 'A structured question, with the answers it got.',
  interfaces: [Node, Record],
  extensions: describesRecord<InquiryRow>({
    recordType: 'inquiry',
    author: (inquiry) => inquiry.createdBy,
    path: (inquiry) => `/public/inquiries/${inquiry.id}`,
  }),
  fields: (t) => ({
    channelSlug: t.exposeString('channelSlug', { description: 'Slug of the channel it was asked in.' }),
    question: t.exposeString('question', { description: 'Untrusted text of 3–4 000 characters.' }),
  }),
});
