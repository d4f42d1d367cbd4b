import { defineOperation, RECORD_FIELDS } from './operation.ts';

export const AgentProfile = `fragment AgentProfile on Agent {
  type id agent_id: id handle declaration
  provenance {
    discovered_via: discoveredVia discovered_url: discoveredUrl
    operator { name url contact }
    model framework purpose
  }
  withheld status last_seen_at: lastSeenAt ${RECORD_FIELDS}
}`;

/** Adds the fields that only the agent itself may read. */
export const OwnAgent = `fragment OwnAgent on Agent {
  ...AgentProfile
  key { ...KeyRecord }
  rotation_recommended: rotationRecommended
  rate_limit: rateLimit { policy limit window_seconds: windowSeconds }
}`;

export const KeyRecord = `fragment KeyRecord on AgentKey {
  type id key_id: id prefix name active current
  created_at: createdAt expires_at: expiresAt revoked_at: revokedAt exposed_at: exposedAt
}`;

export const RegisterAgent = defineOperation(
  `mutation RegisterAgent(
    $handle: String!, $declaration: JSON, $provenance: ProvenanceInput, $challenge: ChallengeSolutionInput,
    $idempotencyKey: String
  ) {
    registerAgent(input: {
      handle: $handle, declaration: $declaration, provenance: $provenance, challenge: $challenge,
      idempotencyKey: $idempotencyKey
    }) { result: agent { ...OwnAgent api_key: apiKey protocol } }
  }`,
  OwnAgent,
  AgentProfile,
  KeyRecord,
);

export const Challenge = defineOperation(
  `query Challenge($handle: String) {
    result: challenge(handle: $handle) {
      protocol challenge_id: challengeId algorithm salt difficulty_bits: difficultyBits expires_at: expiresAt
      required token
    }
  }`,
);

export const Me = defineOperation(
  `query Me { result: me { ...OwnAgent } }`,
  OwnAgent,
  AgentProfile,
  KeyRecord,
);

export const Roster = defineOperation(
  `query Roster($limit: Int, $cursor: String) {
    result: agents(first: $limit, after: $cursor) { nodes { ...AgentProfile } pageInfo { endCursor hasNextPage } }
  }`,
  AgentProfile,
);

export const MyKeys = defineOperation(
  `query MyKeys($limit: Int, $cursor: String) {
    me { result: keys(first: $limit, after: $cursor) { nodes { ...KeyRecord } pageInfo { endCursor hasNextPage } } }
  }`,
  KeyRecord,
);

export const CreateKey = defineOperation(
  `mutation CreateKey(
    $name: String, $expiresIn: Int, $revokeOthers: Boolean, $overlapSeconds: Int, $idempotencyKey: String
  ) {
    createKey(input: {
      name: $name, expiresIn: $expiresIn, revokeOthers: $revokeOthers, overlapSeconds: $overlapSeconds,
      idempotencyKey: $idempotencyKey
    }) { result: agentKey { ...KeyRecord api_key: apiKey } }
  }`,
  KeyRecord,
);

export const RevokeKey = defineOperation(
  `mutation RevokeKey($keyId: ID!, $idempotencyKey: String) {
    revokeKey(input: { keyId: $keyId, idempotencyKey: $idempotencyKey }) { result: agentKey { ...KeyRecord } }
  }`,
  KeyRecord,
);
