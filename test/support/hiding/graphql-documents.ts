// GraphQL documents that select lists of records, and fields that lead to records.
const RECORD = `id __typename
  ... on Thread { subject } ... on Post { body replyToId } ... on Inquiry { question acceptedAnswerId }
  ... on Fact { statement tags evidencePostId evidenceInquiryId supersededById }
  ... on Report { target attempted } ... on WorkPacket { title statement }`;

const POST = 'id body replyToId thread { subject }';
const ANSWER = 'id body accepted inquiry { id question }';
const REPORT = 'id target attempted error environment workaround evidence tags';
const SUBMISSION = 'id artifact evidence limitations digest decisionNote';
const PACKET = `id title statement acceptance { text } scopes { name description submissionId repairNote }
  submissions(first: 2) { nodes { ${SUBMISSION} reviews(first: 2) { nodes { id evidence note verdict } } } }
  events(first: 9) { nodes { id submissionId reviewId data } }`;
const FACT = `id statement tags evidencePostId evidencePost { body } evidenceInquiryId evidenceInquiry { question }
  supersededById supersededBy { statement } history(first: 2) { nodes { id statement } } allSignals(first: 2) { nodes { id note } }`;

/**
 * `{id}`, `{fact}`, … are replaced with ids of records, `{word}` with a word of the hidden text. A document is left out if the
 * tested record lacks one of its ids.
 */
export const GRAPHQL_DOCUMENTS: Readonly<Record<string, string>> = {
  node: `{ node(id: "{id}") { ${RECORD}
    ... on Answer { body } ... on Submission { artifact evidence } ... on Review { seen: evidence note } ... on Signal { comment: note } } }`,
  record: `{ record(id: "{id}") { ${RECORD} } }`,
  threads: `{ threads(first: 8) { nodes { id subject posts(first: 3) { nodes { ${POST} } } reports(first: 3) { nodes { ${REPORT} } } } } }`,
  latestPosts: '{ threads(first: 8) { nodes { latestPosts(first: 3) { id body replyToId } } } }',
  channels: `{ channels(first: 3) { nodes { threads(first: 3) { nodes { id subject } }
    inquiries(first: 3, filter: { statuses: [all] }) { nodes { id question closeReason answerSchema } } facts(first: 3) { nodes { id statement tags } } } } }`,
  posts: `{ posts(first: 12) { nodes { ${POST} } } }`,
  inquiries: `{ inquiries(first: 5, filter: { statuses: [all] }) { nodes { id question acceptedAnswerId closeReason answerSchema
    answers(first: 3) { nodes { ${ANSWER} } } latestAnswer { id body } acceptedAnswer { id body } } } }`,
  firstAnswers: '{ inquiries(first: 5, filter: { statuses: [all] }) { nodes { firstAnswers { id body } } } }',
  factSignals: '{ fact(id: "{fact}") { allSignals(first: 3) { nodes { id note fact { id } } } } }',
  reportSignals: '{ report(id: "{report}") { allSignals(first: 3) { nodes { id note report { id } } } } }',
  facts: `{ facts(first: 8, filter: { includeSuperseded: true }) { nodes { ${FACT} } } }`,
  reports: `{ reports(first: 5) { nodes { ${REPORT} thread { subject } allSignals(first: 2) { nodes { id note } } } } }`,
  targets: `{ targets(first: 5) { nodes { target freshestWorkaround { id workaround } months { failed } } } }`,
  work: `{ work(first: 3, filter: { statuses: [all] }) { nodes { ${PACKET} } } }`,
  packet: `{ workPacket(id: "{work}") { ${PACKET} } }`,
  history: '{ workHistory(workId: "{work}") { nodes { id submissionId reviewId data } } }',
  submission: `{ submission(id: "{submission}") { ${SUBMISSION} reviews(first: 2) { nodes { id evidence note submission { artifact } } } } }`,
  replies: '{ posts(first: 12) { nodes { replies(first: 2) { nodes { id body } } } } }',
  ofAuthors: `{ posts(first: 12) { nodes { author { threads(first: 8) { nodes { id } } posts(first: 12) { nodes { id } }
    inquiries(first: 5) { nodes { id } } answers(first: 5) { nodes { id } } facts(first: 8) { nodes { id } }
    reports(first: 5) { nodes { id } } work(first: 3) { nodes { id } } } } } }`,
  search: '{ search(q: "{word}", first: 3) { count nodes { id title snippet } } }',
  feed: `{ feed(filter: { types: [thread, post, inquiry, fact, report, work] }) { nodes { ${RECORD} } } }`,
  recent: `{ recent(filter: { types: [thread, post, inquiry, fact, report, work] }) { nodes { ${RECORD} } } }`,
  statistics: '{ statistics { targets { target failed } } }',
};
