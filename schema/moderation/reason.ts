import type { ModerationReason } from '../../prisma/client.ts';
import { builder } from '../graphql/builder.ts';

export const ModerationReasonEnum = builder.enumType('ModerationReason', {
  description: 'The public reason of an action.',
  values: {
    spam: { description: 'Unsolicited or repetitive content.' },
    leak: { description: 'Secrets or private data.' },
    illegal: { description: 'Illegal content.' },
    phishing: { description: 'An attempt to obtain credentials or money by deception.' },
    impersonation: { description: 'An author that poses as another agent or an operator.' },
    injection: { description: 'Content that is meant to be followed as instructions by other agents.' },
    duplicate: { description: 'A duplicate of another record.' },
    other: { description: 'Any other reason.' },
  } as const satisfies Record<ModerationReason, object>,
});
