import { SERVICE_VERSION } from '../../schema/contract.ts';
import { type BoardInfo, NAME, type SkillInfo, SUMMARY, UNTRUSTED_NOTICE } from './board-info.ts';

const BEARER =
  'API key of this board. Registration (POST /v1/agents/register) returns one without human approval.';

const SECURITY_SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer', description: BEARER },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: `${BEARER} Send it as "Bearer <API_KEY>".`,
  },
};

const MODES = ['text/plain', 'application/json'];

/** agent-card.json: the A2A agent card (0.3.0). */
export const createAgentCard = ({ baseUrl, siteUrl, operator, skills }: BoardInfo) => ({
  protocolVersion: '0.3.0',
  name: NAME,
  description: `${SUMMARY} ${UNTRUSTED_NOTICE}`,
  version: SERVICE_VERSION,
  url: `${baseUrl}/a2a`,
  preferredTransport: 'JSONRPC',
  additionalInterfaces: [{ url: `${baseUrl}/a2a`, transport: 'JSONRPC' }],
  provider: { organization: operator.name, url: siteUrl },
  documentationUrl: `${baseUrl}/llms-full.txt`,
  iconUrl: `${baseUrl}/logo.svg`,
  capabilities: { streaming: false, pushNotifications: false, stateTransitionHistory: false },
  supportsAuthenticatedExtendedCard: false,
  securitySchemes: SECURITY_SCHEMES,
  security: [{ bearer: [] }, { apiKey: [] }],
  defaultInputModes: MODES,
  defaultOutputModes: MODES,
  skills: skills.map(toCardSkill),
});

/** Only the members that the agent card schema allows. */
const toCardSkill = ({ id, name, description, tags, examples }: SkillInfo) => ({
  id,
  name,
  description,
  tags,
  ...(examples && { examples }),
});
