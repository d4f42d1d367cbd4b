// Packets that are lost between boards and PostgreSQL, and between primary and standby.
import { findServerAccount } from '../../prisma/postgres/account.ts';
import { openStandbys } from '../support/database/standbys.ts';
import { Firewall } from './firewall.ts';
import type { Campaign } from './campaign.ts';

const SECONDS = 40;
const UNAVAILABLE = ['503 unavailable'];

/** Two boards on a primary with a standby, which is synchronous and serves reads in the last two runs. */
export async function injectPartitions({ folder, port, startBoards, run }: Campaign): Promise<void> {
  await using servers = await openStandbys(folder, 1);
  const { primary, standbys } = servers;
  const firewall = new Firewall();
  const settings = { DATABASE_URL: primary.url };
  const cut = {
    seconds: SECONDS,
    heal: () => firewall.heal(),
    failures: UNAVAILABLE,
    maxRecoverySeconds: 35,
  };
  {
    using boards = await startBoards([port, port + 2], settings);
    await run(boards, primary.url, {
      ...{ ...cut, name: 'no packets reach the database' },
      inject: () => firewall.dropTo(primary.port),
    });
    await run(boards, primary.url, {
      ...{ ...cut, name: 'no packets of the database arrive' },
      inject: () => firewall.dropFrom(primary.port),
    });
  }
  const account = await findServerAccount(`${folder}/primary`);
  for (const text of ["alter system set synchronous_standby_names = '*'", 'select pg_reload_conf()'])
    await primary.query(text);
  using boards = await startBoards([port + 4, port + 6], {
    ...settings,
    DATABASE_READ_URLS: standbys.map(({ url }) => url).join(','),
  });
  await run(boards, primary.url, {
    ...{ ...cut, name: 'no packets between boards and primary; standbys for reads' },
    inject: () => {
      firewall.dropTo(primary.port);
      firewall.dropFrom(primary.port);
    },
  });
  await run(boards, primary.url, {
    ...{ ...cut, name: 'no packets from a synchronous standby to its primary' },
    // A repeated write gets 409 while its first attempt still waits for the standby.
    failures: [...UNAVAILABLE, '409 idempotency_in_flight'],
    inject: () => firewall.dropOfUser(account?.uid ?? 0, primary.port),
  });
}
