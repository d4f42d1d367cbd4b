/** Reads the environment variables that a peer is started with. */
export function readEnvironment() {
  const { PORT = '', DATABASE_URL = '', KEY_PEPPER = '', BOARD_URL = '', SITE_URL = '' } = process.env;
  return { port: Number(PORT), url: DATABASE_URL, pepper: KEY_PEPPER, baseUrl: BOARD_URL, siteUrl: SITE_URL };
}
