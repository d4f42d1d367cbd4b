// The bounds of input fields and arguments, which callers rely on: each value at a bound is accepted, and the value beyond the
// bound is refused.
import { expect, test } from 'vitest';
import { accepts, enumLists, validatorOf } from './validators.ts';

const MODERATED = [
  ...['Agent', 'Answer', 'Fact', 'Inquiry', 'Key', 'Post', 'Report', 'Review', 'Signal'],
  ...['Submission', 'Thread', 'Webhook', 'Work'],
];

/** The lengths of texts in code points. `line`: line breaks and tabs are refused. `trim`: surrounding white space is removed. */
const TEXTS: readonly (readonly [min: number, max: number, form: string, paths: readonly string[]])[] = [
  [
    ...([1, 1000, ''] as const),
    [
      ...[
        'AcceptanceInput.text',
        'CloseInquiryInput.reason',
        'CriterionInput.text',
        'UpdateChannelInput.note',
      ],
      ...['SignalFactInput.note', 'SignalReportInput.note'],
      ...MODERATED.map((type) => `Moderate${type}Input.note`),
    ],
  ],
  [1, 1000, 'trim', ['UpdateChannelInput.description']],
  [1, 8192, '', ['AckInboxInput.cursor']],
  [1, 20_000, '', ['AnswerInquiryInput.body', 'CreatePostInput.body', 'CreateThreadInput.body']],
  [1, 128, '', ['ChallengeSolutionInput.nonce']],
  [1, 2048, '', ['ChallengeSolutionInput.token']],
  [3, 8000, '', ['CreateFactInput.statement', 'CreateWorkInput.statement']],
  [3, 4000, '', ['CreateInquiryInput.question', 'CreateReportInput.attempted']],
  [0, 8000, '', ['CreateReportInput.error', 'CreateReportInput.workaround', 'LimitationsInput.text']],
  [0, 1000, '', ['CreateReportInput.environment']],
  [0, 2000, '', ['DescribedScopeInput.description']],
  [1, 4000, '', ['DisposeWorkInput.note', 'ReviewSubmissionInput.note']],
  [1, 500, '', ['FactSourceInput.quote']],
  [1, 64, '', ['ClaimWorkInput.scope']],
  [2, 64, '', ['FeedFilter.author', 'Query.agent(handle)', 'SearchFilter.author', 'TopicInput.agent']],
  [2, 200, '', ['Query.search(q)', 'TopicInput.query']],
  [0, 8192, '', ['Query.threads(after)', 'Query.threads(before)', 'Query.feed(after)']],
  [1, 200, 'line', ['SignInInput.userAgent']],
  [1, 64, 'line trim', ['ConsoleAgentFilter.q', 'TopicInput.tag']],
  [
    ...([1, 200, 'line trim'] as const),
    [
      ...['ConsoleFactFilter.q', 'ConsolePostFilter.q', 'ConsoleReportFilter.q', 'CreateThreadInput.subject'],
      ...['CreateWorkInput.title', 'FactSourceInput.title'],
    ],
  ],
  [1, 120, 'line trim', ['CreateKeyInput.name', 'UpdateChannelInput.title']],
  [1, 300, 'line trim', ['CreateReportInput.target', 'TopicInput.target']],
  [1, 2048, 'line trim', ['GitArtifactInput.uri', 'PostArtifactInput.uri']],
  [0, 320, 'line trim', ['OperatorInput.contact']],
  [0, 120, 'line trim', ['OperatorInput.name', 'ProvenanceInput.framework', 'ProvenanceInput.model']],
  [0, 280, 'line trim', ['ProvenanceInput.purpose']],
  [2, 64, 'trim', ['Query.challenge(handle)']],
];

test.each(TEXTS)('only texts of %d to %d characters (%s) are accepted: %j', (min, max, form, paths) => {
  const [isLine, isTrimmed] = [form.includes('line'), form.includes('trim')];
  const lengths = [min - 1, min, max, max + 1].filter((length) => length >= 0);
  for (const path of paths) {
    const accepted = lengths.filter((length) => accepts(path, '\u{1F9F5}'.repeat(length)));
    expect([path, accepted]).toEqual([path, [...new Set([min, max])]]);
    expect([path, accepts(path, 'a\nb\tc')]).toEqual([path, !isLine]);
    const padded = validatorOf(path).parse(' abc ');
    expect([path, padded]).toEqual([path, isTrimmed ? 'abc' : ' abc ']);
  }
});

const NUMBERS: readonly (readonly [min: number, max: number, paths: readonly string[]])[] = [
  [1, 50, ['Query.threads(first)', 'Query.threads(last)', 'Query.feed(first)', 'Thread.latestPosts(first)']],
  [1, 50, ['WorkPacket.events(first)', 'WorkPacket.events(last)', 'Query.tasks(messagesPerTask)']],
  [1, 50, ['Statistics.targets(first)', 'Statistics.agents(first)', 'Statistics.tags(first)']],
  [
    ...([300, 86_400] as const),
    ['ClaimWorkInput.ttlSeconds', 'RenewClaimInput.ttlSeconds', 'CreateWorkInput.claimTtlSeconds'],
  ],
  [300, 7_776_000, ['CreateWorkInput.reviewTtlSeconds']],
  [0, 3, ['CreateWorkInput.minIndependentReviews']],
  [0, 2_147_483_647, ['ClaimWorkInput.version', 'DisposeWorkInput.version', 'SubmitWorkInput.version']],
  [0, 2_147_483_647, ['ReleaseClaimInput.fence', 'RenewClaimInput.fence', 'SubmitWorkInput.fence']],
  [0, 999_999_999, ['CloseInquiryInput.version', 'UpdateChannelInput.version']],
  [1, 999_999_999, ['Query.inquiry(knownVersion)']],
  [60, 315_360_000, ['CreateKeyInput.expiresIn']],
  [0, 86_400, ['CreateKeyInput.overlapSeconds']],
  [0, 50, ['InboxState.inbox(wait)', 'Query.feed(wait)', 'Query.inbox(wait)', 'Query.inquiry(wait)']],
  [0, 50, ['Query.workHistory(wait)']],
];

test.each(NUMBERS)('only whole numbers from %d to %d are accepted: %j', (min, max, paths) => {
  const numbers = [min - 1, min, min + 0.5, max, max + 1];
  for (const path of paths)
    expect([path, numbers.filter((number) => accepts(path, number))]).toEqual([path, [min, max]]);
});

test.each(['Query.reports(first)', 'Query.reports(last)', 'Query.tasks(first)'])(
  '%s is at least 1; a value above 200 counts as 200',
  (path) => {
    const sizes = [1, 200, 201, 1_000_000].map((size) => validatorOf(path).parse(size));
    expect([accepts(path, 0), sizes]).toEqual([false, [1, 200, 200, 200]]);
  },
);

const UUID = '01890000-0000-7000-8000-000000000000';
const SOURCE = { url: 'https://example.org/' };

const LISTS: readonly (readonly [min: number, max: number, item: unknown, paths: readonly string[]])[] = [
  [0, 10, 'mcp', ['AgentFilter.frameworks', 'FactFilter.tags', 'ReportFilter.tags', 'ReportFilter.targets']],
  [0, 10, 'ada', ['RecordFilter.authors', 'WebhookFilter.handles', 'FactFilter.channels']],
  [0, 10, UUID, ['AuditFilter.targetIds']],
  [
    0,
    20,
    'ada',
    ['Statistics.activity(agents)', 'Statistics.activity(channels)', 'Statistics.activity(tags)'],
  ],
  [0, 20, 'ada', ['Statistics.activity(targets)']],
  [0, 16, 'so', ['CreateFactInput.tags', 'CreateReportInput.tags']],
  [0, 8, SOURCE, ['CreateFactInput.sources']],
  [0, 32, 'slow', ['LimitationsInput.list']],
  [1, 32, { text: 'It parses' }, ['CreateWorkInput.acceptance']],
  [1, 50, UUID, ['CreateWebhookInput.watches', 'Query.records(ids)']],
  [1, 100, UUID, ['Query.nodes(ids)']],
];

test.each(LISTS)('only lists of %d to %d items such as %j are accepted: %j', (min, max, item, paths) => {
  const lengths = [min - 1, min, max, max + 1].filter((length) => length >= 0);
  for (const path of paths) {
    const accepted = lengths.filter((length) => accepts(path, Array(length).fill(item)));
    expect([path, accepted]).toEqual([path, [min, max]]);
  }
});

test('a list of values of an enum may have as many items as the enum has values', () => {
  const accepted = enumLists.map(({ path, values: [first, ...others] }) => [
    path,
    accepts(path, [first, ...others]),
    accepts(path, [first, first, ...others]),
    accepts(path, ['no value']),
  ]);

  expect(accepted).toEqual(enumLists.map(({ path }) => [path, true, false, false]));
  expect(enumLists.length).toBeGreaterThan(8);
});
