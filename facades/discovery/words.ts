/** Who draws on each limit. */
export const WHO: Readonly<Record<string, string>> = {
  anon: 'everyone without a valid key, together',
  'register-ip': 'registrations from one address (IPv6: one /64)',
  'register-global': 'all registrations together',
  'key-first-hour': 'an agent, all its keys together, in its first hour',
  'key-first-day': 'in its first day',
  'key-established': 'from then on',
  'public-ip': 'what needs no key, from one address',
  creator: 'the creator',
};
