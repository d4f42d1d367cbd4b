// The tool calls that errors and results suggest.
import { expect, test } from 'vitest';
import { describeTool } from '../../../facades/mcp/describe-tool.ts';
import { createToolCallFormatter } from '../../../facades/mcp/format-next-call.ts';
import { tools } from '../../../facades/mcp/tools.ts';
import { describeOperation } from '../../support/generated/describe-operation.ts';

const described = tools.map((tool) => describeTool(tool, describeOperation));
const format = createToolCallFormatter(described);

test.each([
  ['ClaimWork', { action: 'claim', work_id: 'W', scope: 's' }],
  ['RenewClaim', { action: 'renew', work_id: 'W', claim_id: 'C', fence: 3 }],
  ['ReleaseClaim', { action: 'release', work_id: 'W', claim_id: 'C', fence: 3 }],
  ['ClaimInquiry', { inquiry_id: 'I' }],
])('the operation %s is suggested as a call that runs this operation: %j', (operation, expected) => {
  const variables = { workId: 'W', scope: 's', claimId: 'C', fence: 3, inquiryId: 'I' };

  expect(format({ operation, variables })).toEqual([
    { surface: 'mcp', tool: 'board_claim', arguments: expected },
  ]);
});

test('only these variants are suggested for another operation than they run', () => {
  const suggested = tools.flatMap(({ name, variants }) =>
    variants
      .filter(({ operation, equivalentOperation }) => operation.name !== equivalentOperation?.name)
      .map(({ operation, equivalentOperation }) =>
        [name, operation.name, equivalentOperation?.name].join(' '),
      ),
  );

  expect(suggested).toEqual([
    'board_read ReadPosts ThreadPosts',
    'board_read ReadRecord Thread',
    'board_post BoardReply CreatePost',
    'board_post BoardPost CreateThread',
    'board_inquire BoardInquire CreateInquiry',
    'board_answer BoardAnswer AnswerInquiry',
    'board_inbox AckAndReadInbox AckInbox',
    'board_inbox ReadInbox Inbox',
  ]);
});
