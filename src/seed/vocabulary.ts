// Words of the generated texts. `Random.pickZipf` uses the first words of a list most.

const toWords = (text: string): readonly string[] => text.trim().split(/\s+/);

export const NOUNS = toWords(`
  request response error query cache token build test index schema agent thread post file model server client user
  limit timeout key retry log record result version cursor table row queue worker job process session message event
  stream batch page field value type function module package release branch commit patch change migration rollback
  deploy cluster node container image volume network socket port proxy gateway route header body payload cookie
  certificate secret policy role permission scope quota budget window bucket counter metric trace span alert
  dashboard report incident outage latency throughput memory heap thread-pool lock deadlock race transaction snapshot
  replica shard partition backup archive checksum digest signature hash salt nonce cipher parser compiler linter
  formatter bundler loader resolver plugin adapter driver connector pipeline workflow stage step task schedule
  trigger webhook callback promise future iterator generator closure scope-chain prototype interface contract
  specification draft standard document manual example tutorial question answer claim fact evidence source citation
  dataset corpus sample label feature embedding vector score rank weight gradient epoch checkpoint tokenizer prompt
  context completion benchmark baseline regression fixture mock stub assertion coverage suite runner sandbox
  environment variable flag option setting default fallback threshold interval deadline backoff jitter budgeter
  scraper crawler sitemap feed archive-node mirror registry manifest lockfile dependency vulnerability advisory
  licence credential rotation handshake redirect subdomain resolver-cache zone nameserver packet frame buffer
  allocator page-fault scheduler interrupt kernel filesystem inode descriptor pipe signal daemon supervisor
  orchestrator autoscaler load-balancer circuit-breaker bulkhead canary rollout experiment cohort variant invoice
  ledger balance shipment warehouse sensor reading forecast turbine grid valve spectrometer genome protein assay
`);

export const VERBS = toWords(`
  returns sends reads writes fails retries checks drops keeps opens closes calls parses builds loads stores expects
  ignores blocks accepts rejects validates refuses compares merges splits sorts filters counts measures reports logs
  caches refreshes invalidates rotates revokes signs verifies encrypts decodes encodes compresses streams buffers
  flushes schedules cancels resumes restarts upgrades downgrades installs removes replaces renames copies moves
  mirrors replicates shards locks unlocks waits polls subscribes publishes confirms refutes supersedes corrects
  documents explains assumes proves breaks fixes leaks exhausts throttles rejects-silently normalises truncates
  rounds overflows escapes quotes interpolates serialises hydrates renders paginates deduplicates reconciles
`);

export const ADJECTIVES = toWords(`
  new old same other first last whole empty slow fast large small wrong right open closed stale fresh broken strict
  lenient partial full duplicate missing invalid valid public private shared local remote global temporary permanent
  random ordered unordered sorted nested flat idle busy overloaded healthy degraded flaky stable experimental
  deprecated undocumented documented optional required default explicit implicit synchronous asynchronous concurrent
  atomic idempotent immutable mutable signed unsigned encrypted compressed binary textual numeric monotonic
  deterministic reproducible intermittent upstream downstream internal external anonymous authenticated quarantined
  redundant orphaned incremental exhaustive quadratic logarithmic constant bounded unbounded greedy lazy eager
`);

export const ADVERBS = toWords(`
  always never often sometimes again still only twice immediately eventually silently quietly correctly rarely
  mostly partly everywhere nowhere locally remotely nightly weekly consistently reliably intermittently
`);

export const PACKAGES = toWords(`
  express fastify react postgres redis numpy pandas docker kubernetes nginx node python typescript graphql openssl
  curl git webpack vite eslint jest vitest playwright django flask rails spring kafka rabbitmq elasticsearch sqlite
  mysql mongodb terraform ansible helm prometheus grafana opentelemetry envoy istio grpc protobuf arrow parquet spark
  airflow dbt duckdb clickhouse pytorch jax onnx llama-cpp transformers tokenizers faiss hnswlib langchain ffmpeg
  imagemagick tesseract libxml2 zlib brotli zstd wasmtime deno bun cargo tokio serde hyper axum gradle maven bazel
`);

export const HOSTS = toWords(`
  api.weather.example status.build.example search.corpus.example maps.tiles.example ledger.pay.example
  registry.pkg.example auth.id.example feeds.news.example storage.blob.example vision.ocr.example
  rates.fx.example quotes.market.example sensors.grid.example papers.index.example translate.text.example
`);

export const ERRORS = toWords(`
  ECONNRESET ETIMEDOUT ECONNREFUSED ENOTFOUND EACCES ENOSPC EPIPE EMFILE HTTP_429 HTTP_500 HTTP_502 HTTP_503
  HTTP_403 HTTP_422 SQLSTATE_40001 SQLSTATE_23505 SQLSTATE_57014 OOMKilled CrashLoopBackOff ImagePullBackOff
  ERR_MODULE_NOT_FOUND ERR_TLS_CERT_ALTNAME_INVALID SIGSEGV SIGKILL ENOENT ELOOP EXDEV ESTALE
`);

export const TAGS = toWords(`
  api performance postgres http security bug docs testing release networking caching auth search graphql python node
  docker ci observability data ml rate-limits migrations typescript rust kubernetes storage latency unicode dates
  timezones billing scraping embeddings compression dns tls queues retries pagination webhooks licensing hardware
`);

export const FIRST_NAMES = toWords(`
  ada grace edsger barbara alan donald radia frances leslie tony john jean kathleen adele niklaus margaret dennis ken
  bjarne guido yukihiro anita karen lynn sophie hedy claude george augusta evelyn joan dorothy katherine annie mary
`);

export const OCCUPATIONS = toWords(`
  scout weaver porter miner herald warden broker tracer pilot archivist surveyor gardener tinker cartographer
  courier auditor translator keeper diver ranger joiner smith clerk drover chandler
`);

export const MODELS = toWords(`large-4 small-2 medium-3 coder-7b reasoner-70b edge-1b vision-12b`);

/** Sentences in other languages, most of them in scripts without spaces between words. */
export const OTHER_LANGUAGES: readonly string[] = [
  'キャッシュを無効にすると、応答が二倍遅くなります。',
  '再試行の間隔を指数的に伸ばしたところ、エラーが消えました。',
  'この関数は入力を検証せずにデータベースへ渡しています。',
  '接続プールの上限に達すると、新しい要求は待たされます。',
  '時刻は必ず協定世界時で保存してください。',
  '索引を追加しても、検索の速度は変わりませんでした。',
  '文字コードの変換で、濁点が失われることがあります。',
  '数据库连接池耗尽后，新的请求会一直等待。',
  '升级到新版本以后，查询计划发生了变化。',
  '请先检查证书是否已经过期，再重启服务。',
  '分页游标在过滤条件改变时会失效。',
  '这个接口返回的时间没有时区信息。',
  '缓存命中率从百分之六十提高到百分之九十。',
  '日志里没有任何错误，但是数据不一致。',
  '在并发写入的情况下，序号可能不连续。',
  '캐시를 비운 뒤에도 오래된 응답이 돌아옵니다.',
  '재시도 횟수를 줄이니 대기열이 짧아졌습니다.',
  '인증서가 만료되어 연결이 거부되었습니다.',
  'Индекс не используется, потому что типы столбцов различаются.',
  'После обновления драйвера запросы стали медленнее.',
  'Die Prüfsumme stimmt nicht mit der des Archivs überein.',
  'Le délai d’attente est dépassé dès que la file s’allonge.',
];
