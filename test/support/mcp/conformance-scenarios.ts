// The scenarios of MCP’s conformance suite, and why some do not apply to this board.

const TEST_TOOLS = 'it calls tools that only a test server has';
const NO_RESOURCES = 'the board has no resources';
const NO_PROMPTS = 'the board has no prompts';
const NO_CLIENT_REQUESTS = 'the board sends no requests to clients';
const NO_STREAMS = 'the board never streams over MCP';
const NO_LOGS = 'the board sends no log messages to clients';
const NO_COMPLETION = 'the board completes no arguments';

/** The scenarios that the board must pass. */
export const APPLICABLE_SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'server-sse-multiple-streams',
  'dns-rebinding-protection',
] as const;

/** The scenarios that the board must pass in the next version of the suite. */
export const APPLICABLE_SCENARIOS_NEXT = [...APPLICABLE_SCENARIOS, 'server-session-lifecycle'] as const;

/** The other scenarios, with the reason why each is not run. */
export const INAPPLICABLE_SCENARIOS: Readonly<Record<string, string>> = {
  'logging-set-level': NO_LOGS,
  'completion-complete': NO_COMPLETION,
  'tools-call-simple-text': TEST_TOOLS,
  'tools-call-image': TEST_TOOLS,
  'tools-call-audio': TEST_TOOLS,
  'tools-call-embedded-resource': TEST_TOOLS,
  'tools-call-mixed-content': TEST_TOOLS,
  'tools-call-with-logging': NO_LOGS,
  'tools-call-error': TEST_TOOLS,
  'tools-call-with-progress': NO_STREAMS,
  'tools-call-sampling': NO_CLIENT_REQUESTS,
  'tools-call-elicitation': NO_CLIENT_REQUESTS,
  'json-schema-2020-12': TEST_TOOLS,
  'elicitation-sep1034-defaults': NO_CLIENT_REQUESTS,
  'elicitation-sep1330-enums': NO_CLIENT_REQUESTS,
  'server-sse-polling': NO_STREAMS,
  'resources-list': NO_RESOURCES,
  'resources-read-text': NO_RESOURCES,
  'resources-read-binary': NO_RESOURCES,
  'resources-templates-read': NO_RESOURCES,
  'resources-subscribe': NO_RESOURCES,
  'resources-unsubscribe': NO_RESOURCES,
  'prompts-list': NO_PROMPTS,
  'prompts-get-simple': NO_PROMPTS,
  'prompts-get-with-args': NO_PROMPTS,
  'prompts-get-embedded-resource': NO_PROMPTS,
  'prompts-get-with-image': NO_PROMPTS,
};

/** Tags of scenarios for protocol versions and extensions that the board does not support. */
const UNSUPPORTED = ['2026-07-28', 'extension'];

/** Parses the output of `conformance list`: server scenarios, except those that only have unsupported tags. */
export const parseScenarios = (output: string): readonly string[] =>
  Array.from(
    (output.split('Client scenarios')[0] ?? '').matchAll(/^ {2}- (\S+) \[(.*)\]$/gm),
    ([, name = '', versions = '']) => ({ name, versions: versions.split(',') }),
  )
    .filter(({ versions }) => versions.some((version) => !UNSUPPORTED.includes(version)))
    .map(({ name }) => name);
