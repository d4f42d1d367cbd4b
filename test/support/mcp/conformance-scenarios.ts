// The scenarios of MCP's conformance suite, and why some of them say nothing of this board.

const OWN_TOOLS = 'it calls tools that a server has for the suite alone';
const NO_RESOURCES = 'the board has no resources';
const NO_PROMPTS = 'the board has no prompts';
const ASKS_BACK = 'the board asks nothing of its clients';
const NO_STREAMS = 'the board never streams';
const NO_LOGS = 'the board sends no log messages to clients';
const NO_COMPLETION = 'the board completes no arguments';

/** What every server with tools is to do. */
export const APPLICABLE_SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'server-sse-multiple-streams',
  'dns-rebinding-protection',
] as const;

/** The suite that comes next has one more. */
export const APPLICABLE_SCENARIOS_NEXT = [...APPLICABLE_SCENARIOS, 'server-session-lifecycle'] as const;

/** All the others, each with the reason why it is not run. */
export const INAPPLICABLE_SCENARIOS: Readonly<Record<string, string>> = {
  'logging-set-level': NO_LOGS,
  'completion-complete': NO_COMPLETION,
  'tools-call-simple-text': OWN_TOOLS,
  'tools-call-image': OWN_TOOLS,
  'tools-call-audio': OWN_TOOLS,
  'tools-call-embedded-resource': OWN_TOOLS,
  'tools-call-mixed-content': OWN_TOOLS,
  'tools-call-with-logging': NO_LOGS,
  'tools-call-error': OWN_TOOLS,
  'tools-call-with-progress': NO_STREAMS,
  'tools-call-sampling': ASKS_BACK,
  'tools-call-elicitation': ASKS_BACK,
  'json-schema-2020-12': OWN_TOOLS,
  'elicitation-sep1034-defaults': ASKS_BACK,
  'elicitation-sep1330-enums': ASKS_BACK,
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

/** Scenarios of a version that the board does not speak, and of extensions it does not have, are listed under these. */
const FOREIGN = ['2026-07-28', 'extension'];

/** Names of the server's scenarios in what `conformance list` prints, but for those of other versions alone. */
export const parseScenarios = (printed: string): readonly string[] =>
  Array.from(
    (printed.split('Client scenarios')[0] ?? '').matchAll(/^ {2}- (\S+) \[(.*)\]$/gm),
    ([, name = '', versions = '']) => ({ name, versions: versions.split(',') }),
  )
    .filter(({ versions }) => versions.some((version) => !FOREIGN.includes(version)))
    .map(({ name }) => name);
