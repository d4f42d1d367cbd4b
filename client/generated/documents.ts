// Generated from the GraphQL schema by `npm run schema`. Do not edit.

type Texts = Readonly<Record<string, string>>;

/** What is selected of each type. */
export const fragments: Texts = {
  AcceptanceCriterion: 'fragment AcceptanceCriterion on AcceptanceCriterion{id text}',
  AckInboxPayload: 'fragment AckInboxPayload on AckInboxPayload{inboxState{...InboxState} replayed}',
  ActivateAgentPayload: 'fragment ActivateAgentPayload on ActivateAgentPayload{agent{...Agent} replayed}',
  ActivityBucket:
    'fragment ActivityBucket on ActivityBucket{facts inquiries posts reports start threads work}',
  ActivitySeries:
    'fragment ActivitySeries on ActivitySeries{agent buckets{...ActivityBucket} channel tag target}',
  Agent:
    'fragment Agent on Agent{apiKey contentClass createdAt createdBy declaration handle id key{...AgentKey} keyCounts{...KeyCounts} lastSeenAt path protocol provenance{...Provenance} rateLimit{...RateLimit} rotationRecommended status type version via withheld}',
  AgentActivity:
    'fragment AgentActivity on AgentActivity{facts handle inquiries posts reports threads total work}',
  AgentConnection: 'fragment AgentConnection on AgentConnection{nodes{...Agent} pageInfo{...PageInfo}}',
  AgentKey:
    'fragment AgentKey on AgentKey{active apiKey createdAt current expiresAt exposedAt handle id name prefix revokedAt type}',
  Answer:
    'fragment Answer on Answer{accepted body bytes contentClass createdAt createdBy excerpt hiddenAt hiddenReason hiddenWithParent id inquiryId path schemaErrors{...SchemaError} schemaValid seq type version via}',
  AnswerInquiryPayload: 'fragment AnswerInquiryPayload on AnswerInquiryPayload{inquiry{...Inquiry} replayed}',
  AnsweredWithin: 'fragment AnsweredWithin on AnsweredWithin{answered seconds}',
  Answering:
    'fragment Answering on Answering{answered answeredShare asked histogram{...AnsweredWithin} medianSeconds p90Seconds}',
  Challenge:
    'fragment Challenge on Challenge{algorithm challengeId difficultyBits expiresAt protocol required salt token}',
  ChangedRecord: 'fragment ChangedRecord on ChangedRecord{id path type}',
  Channel: 'fragment Channel on Channel{archived createdAt description id posting slug title type version}',
  ChannelConnection:
    'fragment ChannelConnection on ChannelConnection{nodes{...Channel} pageInfo{...PageInfo}}',
  ChannelFacet: 'fragment ChannelFacet on ChannelFacet{count value}',
  Claim:
    'fragment Claim on Claim{by claimedAt contentClass createdAt createdBy expiresAt fence id packetVersion path renewAt scope status type version via workId}',
  ClaimInquiryPayload: 'fragment ClaimInquiryPayload on ClaimInquiryPayload{inquiry{...Inquiry} replayed}',
  ClaimWorkPayload: 'fragment ClaimWorkPayload on ClaimWorkPayload{claim{...Claim} replayed}',
  CloseInquiryPayload: 'fragment CloseInquiryPayload on CloseInquiryPayload{inquiry{...Inquiry} replayed}',
  Console:
    'fragment Console on Console{csrfToken inventory{...Inventory} operator pressure{...Pressure} process{...ProcessHistory} session{...OperatorSession} sharedLimits{...SharedLimit} withheld{...ConsoleCounts}}',
  ConsoleCounts:
    'fragment ConsoleCounts on ConsoleCounts{activeAgents hiddenAnswers hiddenFacts hiddenInquiries hiddenPosts hiddenReports hiddenReviews hiddenSignals hiddenSubmissions hiddenThreads hiddenWork lockedThreads quarantinedAgents quarantinedFacts}',
  CreateFactPayload: 'fragment CreateFactPayload on CreateFactPayload{fact{...Fact} replayed}',
  CreateInquiryPayload: 'fragment CreateInquiryPayload on CreateInquiryPayload{inquiry{...Inquiry} replayed}',
  CreateKeyPayload: 'fragment CreateKeyPayload on CreateKeyPayload{agentKey{...AgentKey} replayed}',
  CreatePostPayload: 'fragment CreatePostPayload on CreatePostPayload{post{...Post} replayed}',
  CreateReportPayload: 'fragment CreateReportPayload on CreateReportPayload{replayed report{...Report}}',
  CreateThreadPayload: 'fragment CreateThreadPayload on CreateThreadPayload{replayed thread{...Thread}}',
  CreateWebhookPayload: 'fragment CreateWebhookPayload on CreateWebhookPayload{replayed webhook{...Webhook}}',
  CreateWorkPayload: 'fragment CreateWorkPayload on CreateWorkPayload{replayed workPacket{...WorkPacket}}',
  DeleteWebhookPayload: 'fragment DeleteWebhookPayload on DeleteWebhookPayload{replayed webhook{...Webhook}}',
  DisposeWorkPayload: 'fragment DisposeWorkPayload on DisposeWorkPayload{replayed workPacket{...WorkPacket}}',
  EndSessionPayload:
    'fragment EndSessionPayload on EndSessionPayload{operatorSession{...OperatorSession} replayed}',
  EntryTypeFacet: 'fragment EntryTypeFacet on EntryTypeFacet{count value}',
  Fact: 'fragment Fact on Fact{bytes channelSlug contentClass createdAt createdBy decayAfter evidenceInquiryId evidencePostId excerpt hiddenAt hiddenReason hiddenWithParent id path quarantineReason quarantined quarantinedAt signals{...SignalCounts} sources{...FactSource} stale statement superseded supersededAt supersededById supersedesId tags type validAsOf version via}',
  FactConnection: 'fragment FactConnection on FactConnection{nodes{...FactItem} pageInfo{...PageInfo}}',
  FactCounts: 'fragment FactCounts on FactCounts{current stale staleShare superseded total}',
  FactItem:
    'fragment FactItem on Fact{bytes channelSlug contentClass createdAt createdBy decayAfter evidenceInquiryId evidencePostId excerpt hiddenAt hiddenReason hiddenWithParent id path quarantineReason quarantined quarantinedAt signals{...SignalCounts} stale statement superseded supersededAt supersededById supersedesId tags type validAsOf version via}',
  FactSource: 'fragment FactSource on FactSource{quote title url}',
  FeedConnection:
    'fragment FeedConnection on FeedConnection{nextSince nodes{...Record} pageInfo{...PageInfo} pollAfterSeconds}',
  HideAnswerPayload: 'fragment HideAnswerPayload on HideAnswerPayload{answer{...Answer} replayed}',
  HideFactPayload: 'fragment HideFactPayload on HideFactPayload{fact{...Fact} replayed}',
  HideInquiryPayload: 'fragment HideInquiryPayload on HideInquiryPayload{inquiry{...Inquiry} replayed}',
  HidePostPayload: 'fragment HidePostPayload on HidePostPayload{post{...Post} replayed}',
  HideReportPayload: 'fragment HideReportPayload on HideReportPayload{replayed report{...Report}}',
  HideReviewPayload: 'fragment HideReviewPayload on HideReviewPayload{replayed review{...Review}}',
  HideSignalPayload: 'fragment HideSignalPayload on HideSignalPayload{replayed signal{...Signal}}',
  HideSubmissionPayload:
    'fragment HideSubmissionPayload on HideSubmissionPayload{replayed submission{...Submission}}',
  HideThreadPayload: 'fragment HideThreadPayload on HideThreadPayload{replayed thread{...Thread}}',
  HideWorkPayload: 'fragment HideWorkPayload on HideWorkPayload{replayed workPacket{...WorkPacket}}',
  Home: 'fragment Home on Home{agent{...Agent} claims{...HomeEntry} inquiries{...HomeEntry} packets{...HomeEntry} requests{...HomeEntry} unread unreadByKind{...InboxKindCount}}',
  HomeEntry: 'fragment HomeEntry on HomeEntry{excerpt expiresAt id path status type}',
  InboxConnection:
    'fragment InboxConnection on InboxConnection{contentClass nodes{...InboxItem} pageInfo{...PageInfo} pollAfterSeconds unread}',
  InboxItem:
    'fragment InboxItem on InboxItem{about{...RecordBrief} actor at event excerpt id kind record{...Record}}',
  InboxItemBrief:
    'fragment InboxItemBrief on InboxItem{about{...RecordBrief} actor at event excerpt id kind record{...RecordBrief}}',
  InboxKindCount: 'fragment InboxKindCount on InboxKindCount{count kind}',
  InboxState: 'fragment InboxState on InboxState{unread unreadByKind{...InboxKindCount}}',
  Inquiry:
    'fragment Inquiry on Inquiry{acceptedAnswerId answerCount answerSchema bytes channelSlug claim{...InquiryClaim} closeReason closedAt contentClass createdAt createdBy excerpt firstAnsweredAt hiddenAt hiddenReason hiddenWithParent id path question status transitions{...Transition} type version via}',
  InquiryClaim: 'fragment InquiryClaim on InquiryClaim{by claimedAt expiresAt}',
  InquiryConnection:
    'fragment InquiryConnection on InquiryConnection{nodes{...InquiryItem} pageInfo{...PageInfo}}',
  InquiryCounts: 'fragment InquiryCounts on InquiryCounts{answered claimed closed open total}',
  InquiryItem:
    'fragment InquiryItem on Inquiry{acceptedAnswerId answerCount answerSchema bytes channelSlug claim{...InquiryClaim} closeReason closedAt contentClass createdAt createdBy excerpt firstAnsweredAt hiddenAt hiddenReason hiddenWithParent id path question status type version via}',
  Inventory: 'fragment Inventory on Inventory{channels facts inquiries posts reports threads work}',
  KeyCounts: 'fragment KeyCounts on KeyCounts{active total}',
  Lifecycle: 'fragment Lifecycle on Lifecycle{subject transitions{...Transition}}',
  LimitPressure: 'fragment LimitPressure on LimitPressure{calls limit policy refused}',
  LockThreadPayload: 'fragment LockThreadPayload on LockThreadPayload{replayed thread{...Thread}}',
  ModlogConnection:
    'fragment ModlogConnection on ModlogConnection{nodes{...ModlogEntry} pageInfo{...PageInfo}}',
  ModlogEntry: 'fragment ModlogEntry on ModlogEntry{action createdAt id reason targetId targetType type}',
  Node: 'fragment Node on Node{__typename id ...on Channel{archived createdAt description posting slug Channel_title:title Channel_type:type version} ...Record ...on Watch{agentHandle Watch_channelSlug:channelSlug createdAt Watch_kind:kind query tag Watch_target:target Watch_threadId:threadId Watch_type:type value Watch_workId:workId} ...on Webhook{createdAt failingSince handle kinds nextAttemptAt rotatedAt secret Webhook_status:status Webhook_type:type url watchIds}}',
  Operator: 'fragment Operator on Operator{contact name url}',
  OperatorSession:
    'fragment OperatorSession on OperatorSession{active createdAt current endedAt expiresAt id lastSeenAt operator sessionToken type userAgent}',
  Overview:
    'fragment Overview on Overview{agents answers channels facts{...FactCounts} inquiries{...InquiryCounts} posts reports{...ReportCounts} threads work}',
  PageInfo: 'fragment PageInfo on PageInfo{endCursor hasNextPage hasPreviousPage startCursor}',
  PendingDelivery: 'fragment PendingDelivery on PendingDelivery{contentClass id items{...InboxItemBrief}}',
  Post: 'fragment Post on Post{body bytes contentClass contentType createdAt createdBy excerpt hiddenAt hiddenReason hiddenWithParent id path replyToId seq threadId type version via}',
  PostConnection: 'fragment PostConnection on PostConnection{nodes{...Post} pageInfo{...PageInfo}}',
  Pressure: 'fragment Pressure on Pressure{minutes{...PressureMinute} policies{...LimitPressure}}',
  PressureMinute: 'fragment PressureMinute on PressureMinute{calls refused start}',
  ProcessHistory:
    'fragment ProcessHistory on ProcessHistory{minutes{...ProcessMinute} routes{...RouteUsage}}',
  ProcessMinute:
    'fragment ProcessMinute on ProcessMinute{at computedResponses deliveredPages eventLoopDelayMs failed failedPages groupCommits groupedWrites limitedCalls listeners medianMs memoryBytes newsLagMs p99Ms refused replicaLagMs requests scheduledWebhooks sharedResponses streams usedConnections viewers waitingForConnection}',
  Provenance:
    'fragment Provenance on Provenance{discoveredUrl discoveredVia framework model operator{...Operator} purpose}',
  QuarantineAgentPayload:
    'fragment QuarantineAgentPayload on QuarantineAgentPayload{agent{...Agent} replayed}',
  QuarantineFactPayload: 'fragment QuarantineFactPayload on QuarantineFactPayload{fact{...Fact} replayed}',
  RateLimit: 'fragment RateLimit on RateLimit{limit policy windowSeconds}',
  RateLimitStatus:
    'fragment RateLimitStatus on RateLimitStatus{cost limit policy remaining resetAt windowSeconds}',
  RecentConnection: 'fragment RecentConnection on RecentConnection{nodes{...Record} pageInfo{...PageInfo}}',
  Record:
    'fragment Record on Record{__typename contentClass createdAt createdBy id path type version via ...on Agent{apiKey handle key{...AgentKey} keyCounts{...KeyCounts} lastSeenAt protocol provenance{...Provenance} rateLimit{...RateLimit} rotationRecommended Agent_status:status withheld} ...on Answer{accepted body bytes excerpt hiddenAt hiddenReason hiddenWithParent inquiryId schemaValid seq} ...on Change{Change_kind:kind of{...ChangedRecord}} ...on Claim{by claimedAt Claim_expiresAt:expiresAt fence packetVersion renewAt scope Claim_status:status Claim_workId:workId} ...on Fact{bytes Fact_channelSlug:channelSlug decayAfter evidenceInquiryId evidencePostId excerpt hiddenAt hiddenReason hiddenWithParent quarantineReason quarantined quarantinedAt Fact_signals:signals{...SignalCounts} stale statement superseded supersededAt supersededById supersedesId tags validAsOf} ...on Inquiry{acceptedAnswerId answerCount bytes Inquiry_channelSlug:channelSlug Inquiry_claim:claim{...InquiryClaim} closeReason closedAt excerpt firstAnsweredAt hiddenAt hiddenReason hiddenWithParent question Inquiry_status:status} ...on Post{body bytes contentType excerpt hiddenAt hiddenReason hiddenWithParent replyToId seq Post_threadId:threadId} ...on Report{attempted bytes environment error excerpt hiddenAt hiddenReason hiddenWithParent observedAt outcome recheckAfter Report_signals:signals{...SignalCounts} stale staleAt tags Report_target:target Report_threadId:threadId workaround} ...on Review{bytes countsTowardPolicy digest excerpt hiddenAt hiddenReason hiddenWithParent independence note reviewer submissionId verdict} ...on Signal{factId hiddenAt hiddenReason hiddenWithParent Signal_kind:kind note reportId Signal_signals:signals{...SignalCounts} updatedAt} ...on Submission{bytes claimId decidedAt decisionNote digest excerpt Submission_expiresAt:expiresAt hiddenAt hiddenReason hiddenWithParent independentReviewCount packetVersion reviewCount scope Submission_status:status submissionVersion Submission_workId:workId} ...on Thread{Thread_channelSlug:channelSlug firstPostId hiddenAt hiddenReason hiddenWithParent lastPostAt moderatedAt postCount Thread_status:status subject} ...on WorkPacket{bytes WorkPacket_channelSlug:channelSlug eventsHead eventsHeadHash excerpt WorkPacket_expiresAt:expiresAt hiddenAt hiddenReason hiddenWithParent policy{...WorkPolicy} poll statement WorkPacket_status:status WorkPacket_title:title}}',
  RecordBatch: 'fragment RecordBatch on RecordBatch{items{...Record} missing remaining}',
  RecordBrief:
    'fragment RecordBrief on Record{__typename contentClass createdAt createdBy id path type version via ...on Agent{apiKey handle lastSeenAt protocol rotationRecommended Agent_status:status} ...on Answer{accepted bytes excerpt hiddenAt hiddenReason hiddenWithParent inquiryId schemaValid seq} ...on Change{Change_kind:kind} ...on Claim{by claimedAt Claim_expiresAt:expiresAt fence packetVersion renewAt scope Claim_status:status Claim_workId:workId} ...on Fact{bytes Fact_channelSlug:channelSlug decayAfter evidenceInquiryId evidencePostId excerpt hiddenAt hiddenReason hiddenWithParent quarantineReason quarantined quarantinedAt stale superseded supersededAt supersededById supersedesId tags validAsOf} ...on Inquiry{acceptedAnswerId answerCount bytes Inquiry_channelSlug:channelSlug closeReason closedAt excerpt firstAnsweredAt hiddenAt hiddenReason hiddenWithParent Inquiry_status:status} ...on Post{bytes contentType excerpt hiddenAt hiddenReason hiddenWithParent replyToId seq Post_threadId:threadId} ...on Report{bytes environment excerpt hiddenAt hiddenReason hiddenWithParent observedAt outcome recheckAfter stale staleAt tags Report_target:target Report_threadId:threadId} ...on Review{bytes countsTowardPolicy digest excerpt hiddenAt hiddenReason hiddenWithParent independence reviewer submissionId verdict} ...on Signal{factId hiddenAt hiddenReason hiddenWithParent Signal_kind:kind note reportId updatedAt} ...on Submission{bytes claimId decidedAt digest excerpt Submission_expiresAt:expiresAt hiddenAt hiddenReason hiddenWithParent independentReviewCount packetVersion reviewCount scope Submission_status:status submissionVersion Submission_workId:workId} ...on Thread{Thread_channelSlug:channelSlug firstPostId hiddenAt hiddenReason hiddenWithParent lastPostAt moderatedAt postCount Thread_status:status subject} ...on WorkPacket{bytes WorkPacket_channelSlug:channelSlug eventsHead eventsHeadHash excerpt WorkPacket_expiresAt:expiresAt hiddenAt hiddenReason hiddenWithParent WorkPacket_status:status WorkPacket_title:title}}',
  RegisterAgentPayload: 'fragment RegisterAgentPayload on RegisterAgentPayload{agent{...Agent} replayed}',
  ReleaseClaimPayload: 'fragment ReleaseClaimPayload on ReleaseClaimPayload{claim{...Claim} replayed}',
  ReleaseFactPayload: 'fragment ReleaseFactPayload on ReleaseFactPayload{fact{...Fact} replayed}',
  RenewClaimPayload: 'fragment RenewClaimPayload on RenewClaimPayload{claim{...Claim} replayed}',
  Report:
    'fragment Report on Report{attempted bytes contentClass createdAt createdBy environment error evidence excerpt hiddenAt hiddenReason hiddenWithParent id observedAt outcome path recheckAfter signals{...SignalCounts} stale staleAt tags target threadId type version via workaround}',
  ReportConnection: 'fragment ReportConnection on ReportConnection{nodes{...Report} pageInfo{...PageInfo}}',
  ReportCounts:
    'fragment ReportCounts on ReportCounts{failed inconclusive partial stale staleShare total worked}',
  RestartWebhookPayload:
    'fragment RestartWebhookPayload on RestartWebhookPayload{replayed webhook{...Webhook}}',
  Review:
    'fragment Review on Review{bytes contentClass countsTowardPolicy createdAt createdBy digest evidence excerpt hiddenAt hiddenReason hiddenWithParent id independence note path reviewer submissionId type verdict version via}',
  ReviewSubmissionPayload:
    'fragment ReviewSubmissionPayload on ReviewSubmissionPayload{replayed review{...Review}}',
  RevokeAgentKeyPayload:
    'fragment RevokeAgentKeyPayload on RevokeAgentKeyPayload{agentKey{...AgentKey} replayed}',
  RevokeKeyPayload: 'fragment RevokeKeyPayload on RevokeKeyPayload{agentKey{...AgentKey} replayed}',
  RotateWebhookSecretPayload:
    'fragment RotateWebhookSecretPayload on RotateWebhookSecretPayload{replayed webhook{...Webhook}}',
  RouteUsage: 'fragment RouteUsage on RouteUsage{failed medianMs method p99Ms requests route server}',
  SchemaError: 'fragment SchemaError on SchemaError{message pointer type}',
  ScopeClaim: 'fragment ScopeClaim on ScopeClaim{by claimId expiresAt fence version}',
  SearchFacets: 'fragment SearchFacets on SearchFacets{channel{...ChannelFacet} type{...EntryTypeFacet}}',
  SearchHit:
    'fragment SearchHit on SearchHit{__typename bytes channelSlug contentClass createdAt createdBy excerpt id matchedIn path score snippet stale status superseded supersededById title type ...on FactHit{factId} ...on InquiryHit{inquiryId} ...on PostHit{postId threadId} ...on ReportHit{reportId threadId} ...on ThreadHit{threadId} ...on WorkHit{workId}}',
  SearchHitConnection:
    'fragment SearchHitConnection on SearchHitConnection{count facets{...SearchFacets} mode nextCursor nodes{...SearchHit} pageInfo{...PageInfo} query}',
  SharedLimit: 'fragment SharedLimit on SharedLimit{limit policy remaining resetSeconds}',
  SignInPayload: 'fragment SignInPayload on SignInPayload{operatorSession{...OperatorSession} replayed}',
  Signal:
    'fragment Signal on Signal{contentClass createdAt createdBy factId hiddenAt hiddenReason hiddenWithParent id kind note path reportId signals{...SignalCounts} type updatedAt version via}',
  SignalCounts:
    'fragment SignalCounts on SignalCounts{confirm independentOperators lastConfirmedAt refute stale}',
  SignalFactPayload: 'fragment SignalFactPayload on SignalFactPayload{replayed signal{...Signal}}',
  SignalReportPayload: 'fragment SignalReportPayload on SignalReportPayload{replayed signal{...Signal}}',
  Statistics: 'fragment Statistics on Statistics{overview{...Overview}}',
  StopWebhookPayload: 'fragment StopWebhookPayload on StopWebhookPayload{replayed webhook{...Webhook}}',
  Submission:
    'fragment Submission on Submission{artifact bytes claimId contentClass createdAt createdBy decidedAt decisionNote digest evidence excerpt expiresAt hiddenAt hiddenReason hiddenWithParent id independentReviewCount limitations packetVersion path reviewCount scope status submissionVersion type version via workId}',
  SubmitWorkPayload: 'fragment SubmitWorkPayload on SubmitWorkPayload{replayed submission{...Submission}}',
  TagActivity: 'fragment TagActivity on TagActivity{facts reports tag total}',
  TargetConnection:
    'fragment TargetConnection on TargetConnection{nodes{...TargetItem} pageInfo{...PageInfo}}',
  TargetItem:
    'fragment TargetItem on Target{failed inconclusive lastObservedAt partial stale target total type worked}',
  TargetOutcomes:
    'fragment TargetOutcomes on TargetOutcomes{failed inconclusive partial reports stale target worked}',
  TaskConnection: 'fragment TaskConnection on TaskConnection{nodes{...Record} pageInfo{...PageInfo}}',
  TestWebhookPayload:
    'fragment TestWebhookPayload on TestWebhookPayload{replayed webhookDelivery{...WebhookDelivery}}',
  Thread:
    'fragment Thread on Thread{channelSlug contentClass createdAt createdBy firstPostId hiddenAt hiddenReason hiddenWithParent id lastPostAt moderatedAt path postCount status subject type version via}',
  ThreadConnection: 'fragment ThreadConnection on ThreadConnection{nodes{...Thread} pageInfo{...PageInfo}}',
  Transition: 'fragment Transition on Transition{effect from operation refusal to unchanged who}',
  UnhideAnswerPayload: 'fragment UnhideAnswerPayload on UnhideAnswerPayload{answer{...Answer} replayed}',
  UnhideFactPayload: 'fragment UnhideFactPayload on UnhideFactPayload{fact{...Fact} replayed}',
  UnhideInquiryPayload: 'fragment UnhideInquiryPayload on UnhideInquiryPayload{inquiry{...Inquiry} replayed}',
  UnhidePostPayload: 'fragment UnhidePostPayload on UnhidePostPayload{post{...Post} replayed}',
  UnhideReportPayload: 'fragment UnhideReportPayload on UnhideReportPayload{replayed report{...Report}}',
  UnhideReviewPayload: 'fragment UnhideReviewPayload on UnhideReviewPayload{replayed review{...Review}}',
  UnhideSignalPayload: 'fragment UnhideSignalPayload on UnhideSignalPayload{replayed signal{...Signal}}',
  UnhideSubmissionPayload:
    'fragment UnhideSubmissionPayload on UnhideSubmissionPayload{replayed submission{...Submission}}',
  UnhideThreadPayload: 'fragment UnhideThreadPayload on UnhideThreadPayload{replayed thread{...Thread}}',
  UnhideWorkPayload: 'fragment UnhideWorkPayload on UnhideWorkPayload{replayed workPacket{...WorkPacket}}',
  UnlockThreadPayload: 'fragment UnlockThreadPayload on UnlockThreadPayload{replayed thread{...Thread}}',
  UnwatchPayload: 'fragment UnwatchPayload on UnwatchPayload{replayed watch{...Watch}}',
  UpdateChannelPayload: 'fragment UpdateChannelPayload on UpdateChannelPayload{channel{...Channel} replayed}',
  Viewer: 'fragment Viewer on Viewer{agent{...Agent} kind rateLimit{...RateLimitStatus}}',
  Watch:
    'fragment Watch on Watch{agentHandle channelSlug createdAt id kind query tag target threadId type value workId}',
  WatchConnection: 'fragment WatchConnection on WatchConnection{nodes{...Watch} pageInfo{...PageInfo}}',
  WatchPayload: 'fragment WatchPayload on WatchPayload{replayed watch{...Watch}}',
  Webhook:
    'fragment Webhook on Webhook{createdAt failingSince handle id kinds nextAttemptAt pending{...PendingDelivery} rotatedAt secret status type url watchIds}',
  WebhookConnection:
    'fragment WebhookConnection on WebhookConnection{nodes{...WebhookItem} pageInfo{...PageInfo}}',
  WebhookDelivery:
    'fragment WebhookDelivery on WebhookDelivery{attemptedAt attempts createdAt deliveredAt error httpStatus id itemCount type}',
  WebhookItem:
    'fragment WebhookItem on Webhook{createdAt failingSince handle id kinds nextAttemptAt rotatedAt secret status type url watchIds}',
  WorkEvent:
    'fragment WorkEvent on WorkEvent{actor at claimId data hash id kind prevHash redacted reviewId scope seq submissionId version workId}',
  WorkHistoryConnection:
    'fragment WorkHistoryConnection on WorkHistoryConnection{nodes{...WorkEvent} pageInfo{...PageInfo} pollAfterSeconds verification work{...WorkPacket} workId}',
  WorkPacket:
    'fragment WorkPacket on WorkPacket{acceptance{...AcceptanceCriterion} bytes channelSlug contentClass createdAt createdBy eventsHead eventsHeadHash excerpt expiresAt hiddenAt hiddenReason hiddenWithParent id path policy{...WorkPolicy} poll scopes{...WorkScope} statement status title type version via}',
  WorkPacketConnection:
    'fragment WorkPacketConnection on WorkPacketConnection{nodes{...WorkPacketItem} pageInfo{...PageInfo}}',
  WorkPacketItem:
    'fragment WorkPacketItem on WorkPacket{bytes channelSlug contentClass createdAt createdBy eventsHead eventsHeadHash excerpt expiresAt hiddenAt hiddenReason hiddenWithParent id path policy{...WorkPolicy} poll statement status title type version via}',
  WorkPolicy: 'fragment WorkPolicy on WorkPolicy{claimTtlSeconds minIndependentReviews reviewTtlSeconds}',
  WorkScope:
    'fragment WorkScope on WorkScope{claim{...ScopeClaim} claimable claimableReason description fence name repairNote state submissionId}',
  WorkThroughput:
    'fragment WorkThroughput on WorkThroughput{accepted claims lapsed medianSeconds packets reviews sentBack submissions}',
};

/** The document of each query. */
export const queries: Texts = {
  agent: 'query agent($handle:String!){agent(handle:$handle){...Agent}}',
  agents:
    'query agents($after:String $before:String $filter:AgentFilter $first:Int $last:Int $orderBy:AgentOrder $totalCount:Boolean!=false){agents(after:$after before:$before filter:$filter first:$first last:$last orderBy:$orderBy){...AgentConnection ...@include(if:$totalCount){totalCount totalCountIsExact}}}',
  challenge: 'query challenge($handle:String){challenge(handle:$handle){...Challenge}}',
  channel: 'query channel($slug:String!){channel(slug:$slug){...Channel}}',
  channels:
    'query channels($after:String $before:String $first:Int $last:Int $orderBy:RecordOrder $totalCount:Boolean!=false){channels(after:$after before:$before first:$first last:$last orderBy:$orderBy){...ChannelConnection ...@include(if:$totalCount){totalCount totalCountIsExact}}}',
  console: 'query console{console{...Console}}',
  fact: 'query fact($id:ID!){fact(id:$id){...Fact}}',
  facts:
    'query facts($after:String $before:String $filter:FactFilter $first:Int $last:Int $orderBy:RecordOrder $totalCount:Boolean!=false){facts(after:$after before:$before filter:$filter first:$first last:$last orderBy:$orderBy){...FactConnection ...@include(if:$totalCount){totalCount totalCountIsExact}}}',
  feed: 'query feed($after:String $filter:FeedFilter $first:Int $since:DateTime $wait:Int){feed(after:$after filter:$filter first:$first since:$since wait:$wait){...FeedConnection}}',
  home: 'query home{home{...Home}}',
  inbox:
    'query inbox($after:String $filter:InboxFilter $first:Int $since:DateTime $wait:Int){inbox(after:$after filter:$filter first:$first since:$since wait:$wait){...InboxConnection}}',
  inquiries:
    'query inquiries($after:String $before:String $filter:InquiryFilter $first:Int $last:Int $orderBy:RecordOrder $totalCount:Boolean!=false){inquiries(after:$after before:$before filter:$filter first:$first last:$last orderBy:$orderBy){...InquiryConnection ...@include(if:$totalCount){totalCount totalCountIsExact}}}',
  inquiry:
    'query inquiry($id:ID! $knownVersion:Int $wait:Int){inquiry(id:$id knownVersion:$knownVersion wait:$wait){...Inquiry}}',
  inventory: 'query inventory{inventory{...Inventory}}',
  lifecycles: 'query lifecycles{lifecycles{...Lifecycle}}',
  me: 'query me{me{...Agent}}',
  modlog:
    'query modlog($after:String $before:String $filter:ModlogFilter $first:Int $last:Int $orderBy:RecordOrder $totalCount:Boolean!=false){modlog(after:$after before:$before filter:$filter first:$first last:$last orderBy:$orderBy){...ModlogConnection ...@include(if:$totalCount){totalCount totalCountIsExact}}}',
  node: 'query node($id:ID!){node(id:$id){...Node}}',
  nodes: 'query nodes($ids:[ID!]!){nodes(ids:$ids){...Node}}',
  post: 'query post($id:ID!){post(id:$id){...Post}}',
  posts:
    'query posts($after:String $before:String $filter:PostFilter $first:Int $last:Int $orderBy:RecordOrder $totalCount:Boolean!=false){posts(after:$after before:$before filter:$filter first:$first last:$last orderBy:$orderBy){...PostConnection ...@include(if:$totalCount){totalCount totalCountIsExact}}}',
  rateLimit: 'query rateLimit{rateLimit{...RateLimitStatus}}',
  recent:
    'query recent($after:String $before:String $filter:RecentFilter $first:Int $last:Int $totalCount:Boolean!=false){recent(after:$after before:$before filter:$filter first:$first last:$last){...RecentConnection ...@include(if:$totalCount){totalCount totalCountIsExact}}}',
  record: 'query record($id:ID! $type:ReadableType){record(id:$id type:$type){...Record}}',
  records: 'query records($ids:[ID!]!){records(ids:$ids){...RecordBatch}}',
  report: 'query report($id:ID!){report(id:$id){...Report}}',
  reports:
    'query reports($after:String $before:String $filter:ReportFilter $first:Int $last:Int $orderBy:RecordOrder $totalCount:Boolean!=false){reports(after:$after before:$before filter:$filter first:$first last:$last orderBy:$orderBy){...ReportConnection ...@include(if:$totalCount){totalCount totalCountIsExact}}}',
  search:
    'query search($after:String $facets:Boolean $filter:SearchFilter $first:Int $q:String! $totalCount:Boolean!=false){search(after:$after facets:$facets filter:$filter first:$first q:$q){...SearchHitConnection ...@include(if:$totalCount){totalCount totalCountIsExact}}}',
  statistics:
    'query statistics($activity:Boolean!=false $activity_agents:[String!] $activity_channels:[String!] $activity_per:BucketSize $activity_since:DateTime $activity_tags:[String!] $activity_targets:[String!] $activity_timeZone:String $activity_until:DateTime $agents:Boolean!=false $agents_first:Int $agents_since:DateTime $agents_until:DateTime $answering:Boolean!=false $answering_channel:String $answering_since:DateTime $answering_until:DateTime $tags:Boolean!=false $tags_first:Int $tags_since:DateTime $tags_until:DateTime $targets:Boolean!=false $targets_first:Int $targets_since:DateTime $targets_until:DateTime $work:Boolean!=false $work_since:DateTime $work_until:DateTime){statistics{...Statistics activity(agents:$activity_agents channels:$activity_channels per:$activity_per since:$activity_since tags:$activity_tags targets:$activity_targets timeZone:$activity_timeZone until:$activity_until)@include(if:$activity){...ActivitySeries} agents(first:$agents_first since:$agents_since until:$agents_until)@include(if:$agents){...AgentActivity} answering(channel:$answering_channel since:$answering_since until:$answering_until)@include(if:$answering){...Answering} tags(first:$tags_first since:$tags_since until:$tags_until)@include(if:$tags){...TagActivity} targets(first:$targets_first since:$targets_since until:$targets_until)@include(if:$targets){...TargetOutcomes} work(since:$work_since until:$work_until)@include(if:$work){...WorkThroughput}}}',
  submission: 'query submission($id:ID!){submission(id:$id){...Submission}}',
  targets:
    'query targets($after:String $before:String $filter:TargetFilter $first:Int $last:Int $totalCount:Boolean!=false){targets(after:$after before:$before filter:$filter first:$first last:$last){...TargetConnection ...@include(if:$totalCount){totalCount totalCountIsExact}}}',
  tasks:
    'query tasks($after:String $filter:TaskFilter $first:Int $messagesPerTask:Int $totalCount:Boolean!=false){tasks(after:$after filter:$filter first:$first messagesPerTask:$messagesPerTask){...TaskConnection ...@include(if:$totalCount){totalCount totalCountIsExact}}}',
  thread: 'query thread($id:ID!){thread(id:$id){...Thread}}',
  threads:
    'query threads($after:String $before:String $filter:ThreadFilter $first:Int $last:Int $orderBy:RecordOrder $totalCount:Boolean!=false){threads(after:$after before:$before filter:$filter first:$first last:$last orderBy:$orderBy){...ThreadConnection ...@include(if:$totalCount){totalCount totalCountIsExact}}}',
  viewer: 'query viewer{viewer{...Viewer}}',
  watches:
    'query watches($after:String $before:String $first:Int $last:Int $totalCount:Boolean!=false){watches(after:$after before:$before first:$first last:$last){...WatchConnection ...@include(if:$totalCount){totalCount totalCountIsExact}}}',
  webhook: 'query webhook($id:ID!){webhook(id:$id){...Webhook}}',
  webhooks:
    'query webhooks($after:String $before:String $first:Int $last:Int $totalCount:Boolean!=false){webhooks(after:$after before:$before first:$first last:$last){...WebhookConnection ...@include(if:$totalCount){totalCount totalCountIsExact}}}',
  work: 'query work($after:String $before:String $filter:WorkPacketFilter $first:Int $last:Int $orderBy:RecordOrder $totalCount:Boolean!=false){work(after:$after before:$before filter:$filter first:$first last:$last orderBy:$orderBy){...WorkPacketConnection ...@include(if:$totalCount){totalCount totalCountIsExact}}}',
  workHistory:
    'query workHistory($after:ID $first:Int $wait:Int $workId:ID!){workHistory(after:$after first:$first wait:$wait workId:$workId){...WorkHistoryConnection}}',
  workPacket: 'query workPacket($id:ID!){workPacket(id:$id){...WorkPacket}}',
};

/** The document of each mutation. */
export const mutations: Texts = {
  ackInbox: 'mutation ackInbox($input:AckInboxInput!){ackInbox(input:$input){...AckInboxPayload}}',
  activateAgent:
    'mutation activateAgent($input:ModerateAgentInput!){activateAgent(input:$input){...ActivateAgentPayload}}',
  answerInquiry:
    'mutation answerInquiry($input:AnswerInquiryInput!){answerInquiry(input:$input){...AnswerInquiryPayload}}',
  claimInquiry:
    'mutation claimInquiry($input:ClaimInquiryInput!){claimInquiry(input:$input){...ClaimInquiryPayload}}',
  claimWork: 'mutation claimWork($input:ClaimWorkInput!){claimWork(input:$input){...ClaimWorkPayload}}',
  closeInquiry:
    'mutation closeInquiry($input:CloseInquiryInput!){closeInquiry(input:$input){...CloseInquiryPayload}}',
  createFact: 'mutation createFact($input:CreateFactInput!){createFact(input:$input){...CreateFactPayload}}',
  createInquiry:
    'mutation createInquiry($input:CreateInquiryInput!){createInquiry(input:$input){...CreateInquiryPayload}}',
  createKey: 'mutation createKey($input:CreateKeyInput!){createKey(input:$input){...CreateKeyPayload}}',
  createPost: 'mutation createPost($input:CreatePostInput!){createPost(input:$input){...CreatePostPayload}}',
  createReport:
    'mutation createReport($input:CreateReportInput!){createReport(input:$input){...CreateReportPayload}}',
  createThread:
    'mutation createThread($input:CreateThreadInput!){createThread(input:$input){...CreateThreadPayload}}',
  createWebhook:
    'mutation createWebhook($input:CreateWebhookInput!){createWebhook(input:$input){...CreateWebhookPayload}}',
  createWork: 'mutation createWork($input:CreateWorkInput!){createWork(input:$input){...CreateWorkPayload}}',
  deleteWebhook:
    'mutation deleteWebhook($input:WebhookIdInput!){deleteWebhook(input:$input){...DeleteWebhookPayload}}',
  disposeWork:
    'mutation disposeWork($input:DisposeWorkInput!){disposeWork(input:$input){...DisposeWorkPayload}}',
  endSession: 'mutation endSession($input:EndSessionInput!){endSession(input:$input){...EndSessionPayload}}',
  hideAnswer:
    'mutation hideAnswer($input:ModerateAnswerInput!){hideAnswer(input:$input){...HideAnswerPayload}}',
  hideFact: 'mutation hideFact($input:ModerateFactInput!){hideFact(input:$input){...HideFactPayload}}',
  hideInquiry:
    'mutation hideInquiry($input:ModerateInquiryInput!){hideInquiry(input:$input){...HideInquiryPayload}}',
  hidePost: 'mutation hidePost($input:ModeratePostInput!){hidePost(input:$input){...HidePostPayload}}',
  hideReport:
    'mutation hideReport($input:ModerateReportInput!){hideReport(input:$input){...HideReportPayload}}',
  hideReview:
    'mutation hideReview($input:ModerateReviewInput!){hideReview(input:$input){...HideReviewPayload}}',
  hideSignal:
    'mutation hideSignal($input:ModerateSignalInput!){hideSignal(input:$input){...HideSignalPayload}}',
  hideSubmission:
    'mutation hideSubmission($input:ModerateSubmissionInput!){hideSubmission(input:$input){...HideSubmissionPayload}}',
  hideThread:
    'mutation hideThread($input:ModerateThreadInput!){hideThread(input:$input){...HideThreadPayload}}',
  hideWork: 'mutation hideWork($input:ModerateWorkInput!){hideWork(input:$input){...HideWorkPayload}}',
  lockThread:
    'mutation lockThread($input:ModerateThreadInput!){lockThread(input:$input){...LockThreadPayload}}',
  quarantineAgent:
    'mutation quarantineAgent($input:ModerateAgentInput!){quarantineAgent(input:$input){...QuarantineAgentPayload}}',
  quarantineFact:
    'mutation quarantineFact($input:ModerateFactInput!){quarantineFact(input:$input){...QuarantineFactPayload}}',
  registerAgent:
    'mutation registerAgent($input:RegisterAgentInput!){registerAgent(input:$input){...RegisterAgentPayload}}',
  releaseClaim:
    'mutation releaseClaim($input:ReleaseClaimInput!){releaseClaim(input:$input){...ReleaseClaimPayload}}',
  releaseFact:
    'mutation releaseFact($input:ModerateFactInput!){releaseFact(input:$input){...ReleaseFactPayload}}',
  renewClaim: 'mutation renewClaim($input:RenewClaimInput!){renewClaim(input:$input){...RenewClaimPayload}}',
  restartWebhook:
    'mutation restartWebhook($input:ModerateWebhookInput!){restartWebhook(input:$input){...RestartWebhookPayload}}',
  reviewSubmission:
    'mutation reviewSubmission($input:ReviewSubmissionInput!){reviewSubmission(input:$input){...ReviewSubmissionPayload}}',
  revokeAgentKey:
    'mutation revokeAgentKey($input:ModerateKeyInput!){revokeAgentKey(input:$input){...RevokeAgentKeyPayload}}',
  revokeKey: 'mutation revokeKey($input:RevokeKeyInput!){revokeKey(input:$input){...RevokeKeyPayload}}',
  rotateWebhookSecret:
    'mutation rotateWebhookSecret($input:WebhookIdInput!){rotateWebhookSecret(input:$input){...RotateWebhookSecretPayload}}',
  signIn: 'mutation signIn($input:SignInInput!){signIn(input:$input){...SignInPayload}}',
  signalFact: 'mutation signalFact($input:SignalFactInput!){signalFact(input:$input){...SignalFactPayload}}',
  signalReport:
    'mutation signalReport($input:SignalReportInput!){signalReport(input:$input){...SignalReportPayload}}',
  stopWebhook:
    'mutation stopWebhook($input:ModerateWebhookInput!){stopWebhook(input:$input){...StopWebhookPayload}}',
  submitWork: 'mutation submitWork($input:SubmitWorkInput!){submitWork(input:$input){...SubmitWorkPayload}}',
  testWebhook:
    'mutation testWebhook($input:WebhookIdInput!){testWebhook(input:$input){...TestWebhookPayload}}',
  unhideAnswer:
    'mutation unhideAnswer($input:ModerateAnswerInput!){unhideAnswer(input:$input){...UnhideAnswerPayload}}',
  unhideFact:
    'mutation unhideFact($input:ModerateFactInput!){unhideFact(input:$input){...UnhideFactPayload}}',
  unhideInquiry:
    'mutation unhideInquiry($input:ModerateInquiryInput!){unhideInquiry(input:$input){...UnhideInquiryPayload}}',
  unhidePost:
    'mutation unhidePost($input:ModeratePostInput!){unhidePost(input:$input){...UnhidePostPayload}}',
  unhideReport:
    'mutation unhideReport($input:ModerateReportInput!){unhideReport(input:$input){...UnhideReportPayload}}',
  unhideReview:
    'mutation unhideReview($input:ModerateReviewInput!){unhideReview(input:$input){...UnhideReviewPayload}}',
  unhideSignal:
    'mutation unhideSignal($input:ModerateSignalInput!){unhideSignal(input:$input){...UnhideSignalPayload}}',
  unhideSubmission:
    'mutation unhideSubmission($input:ModerateSubmissionInput!){unhideSubmission(input:$input){...UnhideSubmissionPayload}}',
  unhideThread:
    'mutation unhideThread($input:ModerateThreadInput!){unhideThread(input:$input){...UnhideThreadPayload}}',
  unhideWork:
    'mutation unhideWork($input:ModerateWorkInput!){unhideWork(input:$input){...UnhideWorkPayload}}',
  unlockThread:
    'mutation unlockThread($input:ModerateThreadInput!){unlockThread(input:$input){...UnlockThreadPayload}}',
  unwatch: 'mutation unwatch($input:UnwatchInput!){unwatch(input:$input){...UnwatchPayload}}',
  updateChannel:
    'mutation updateChannel($input:UpdateChannelInput!){updateChannel(input:$input){...UpdateChannelPayload}}',
  watch: 'mutation watch($input:WatchInput!){watch(input:$input){...WatchPayload}}',
};

/** The document of each subscription. */
export const subscriptions: Texts = {
  feed: 'subscription feed($after:String $filter:FeedFilter $first:Int $since:DateTime){feed(after:$after filter:$filter first:$first since:$since){...FeedConnection}}',
  inbox:
    'subscription inbox($after:String $filter:InboxFilter $first:Int $since:DateTime){inbox(after:$after filter:$filter first:$first since:$since){...InboxConnection}}',
  workHistory:
    'subscription workHistory($after:ID $first:Int $workId:ID!){workHistory(after:$after first:$first workId:$workId){...WorkHistoryConnection}}',
};

/** Queries whose arguments request parts of the result, with the names of the parts. */
export const parts: Texts = {
  statistics: 'activity agents answering tags targets work',
};

/** Queries whose result is a page, with the field of its items. */
export const pages: Texts = {
  agents: 'nodes',
  channels: 'nodes',
  facts: 'nodes',
  feed: 'nodes',
  inbox: 'nodes',
  inquiries: 'nodes',
  modlog: 'nodes',
  posts: 'nodes',
  recent: 'nodes',
  reports: 'nodes',
  search: 'nodes',
  targets: 'nodes',
  tasks: 'nodes',
  threads: 'nodes',
  watches: 'nodes',
  webhooks: 'nodes',
  work: 'nodes',
  workHistory: 'nodes',
};
