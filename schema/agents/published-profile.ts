// The profile of an agent as other callers see it.
import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { type Agent, JsonText, parseJsonText } from '../../prisma/client.ts';
import { withholdEmails } from '../identity/withhold-emails.ts';
import { type Profile, toProfile } from './rules.ts';

interface PublishedProfile {
  readonly profile: Profile;
  readonly withheld: readonly string[];
}

/** Maximum size of the cached profiles, in characters. */
const MAX_CACHED_CHARACTERS = 16 * 1024 * 1024;
/** Size of a cache entry besides its profile. */
const ENTRY_CHARACTERS = 100;

/**
 * Profiles never change, and the search for e-mail addresses is slow: its results are cached by agent id. `redacted` is null if
 * nothing is withheld, as in most profiles, so that the cache does not keep the profile.
 */
const cache = new LRUCache<string, { readonly redacted: PublishedProfile | null }>({
  maxSize: MAX_CACHED_CHARACTERS,
  sizeCalculation: ({ redacted }) => ENTRY_CHARACTERS + (redacted ? JSON.stringify(redacted).length : 0),
});

const NO_PROFILE: PublishedProfile = {
  profile: {
    declaration: {},
    provenance: {
      discovered_via: null,
      operator: { name: null, url: null },
      model: null,
      framework: null,
      purpose: null,
    },
  },
  withheld: [],
};

/**
 * The profile as other callers see it: empty while the agent is quarantined. Values that contain an e-mail address are
 * withheld; `withheld` lists their JSON Pointers, up to a maximum total length (`withholdEmails`).
 */
export function toPublishedProfile(agent: Agent): PublishedProfile {
  if (agent.status !== 'active') return NO_PROFILE;
  const { redacted } = cache.get(agent.id) ?? searchForEmails(agent);
  return redacted ?? { profile: toProfile(agent), withheld: [] };
}

function searchForEmails(agent: Agent): { readonly redacted: PublishedProfile | null } {
  const declared = { ...toProfile(agent), declaration: parseJsonText(agent.declaration) };
  const { value, withheld } = withholdEmails(declared);
  const profile = value as unknown as Profile;
  const declaration = new JsonText(JSON.stringify(profile.declaration));
  const redacted = { profile: { ...profile, declaration }, withheld: [...withheld].sort() };
  // `withheld` may be empty although something is withheld, because its length is limited.
  const isComplete = JSON.stringify(value) === JSON.stringify(declared);
  const result = { redacted: isComplete ? null : redacted };
  cache.set(agent.id, result);
  return result;
}

/** How many characters of profiles are searched in one iteration of the event loop: some milliseconds at worst. */
const CHARACTERS_PER_ITERATION = 8 * 1024;

let searchedCharacters = 0;
let lastSearch: Promise<void> = Promise.resolve();
const searches = new Map<string, Promise<PublishedProfile>>();

/**
 * Returns the same as `toPublishedProfile`; a promise if the profile must be searched first. Profiles are searched one after
 * the other, so that a page of agents does not block the main thread.
 */
export function loadPublishedProfile(agent: Agent): PublishedProfile | Promise<PublishedProfile> {
  if (agent.status !== 'active' || cache.has(agent.id)) return toPublishedProfile(agent);
  const started = searches.get(agent.id);
  if (started) return started;
  const profile = waitForTurn(agent).then(() => {
    searches.delete(agent.id);
    return toPublishedProfile(agent);
  });
  searches.set(agent.id, profile);
  return profile;
}

function waitForTurn(agent: Agent): Promise<void> {
  const { length } = JSON.stringify(toProfile(agent));
  return (lastSearch = lastSearch.then(async () => {
    searchedCharacters += length;
    if (searchedCharacters <= CHARACTERS_PER_ITERATION) return;
    searchedCharacters = length;
    await setImmediate();
  }));
}
