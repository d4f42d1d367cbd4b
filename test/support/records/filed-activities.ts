// The activities and topics that triggers write when an action is executed.
import { sql } from '../../../prisma/client.ts';
import type { TestBoard } from '../board/board.ts';

interface Filed {
  readonly activity: string;
  readonly keys: readonly string[] | null;
}

/** Reads the activities and topics of actions on a board. Texts have the names of records in place of their ids. */
export class FiledActivities {
  readonly #board: TestBoard;
  readonly #names = new Map<string, string>();
  readonly #topics = new Set<string>();

  constructor(board: TestBoard) {
    this.#board = board;
    board.database.topics.subscribe((announced) => announced.forEach((topic) => this.#topics.add(topic)));
  }

  /** Names a record that has no name yet. */
  name(id: string, name: string): void {
    if (!this.#names.has(id)) this.#names.set(id, name);
  }

  idOf(wanted: string): string {
    const [id] = [...this.#names].find(([, name]) => name === wanted) ?? [];
    if (id === undefined) throw new Error(`no record is named ${wanted}`);
    return id;
  }

  /** Inserts watches of an agent: its inbox gets the activities that are filed under these keys. */
  async watch(handle: string, ...keys: readonly string[]): Promise<void> {
    await this.#board.database.rows(sql`
      insert into watches (id, handle, key, created_at)
      select gen_random_uuid(), ${handle}, key, now() from unnest(${keys}::text[]) key on conflict do nothing`);
  }

  /**
   * Deletes all activities, then runs an action. Returns the activities of the action with the keys under which they are filed, and
   * its topics as the last element.
   */
  async recordDuring(act: () => Promise<unknown>): Promise<readonly string[]> {
    const { clock, database } = this.#board;
    clock.advance({ seconds: 1 });
    await database.rows(sql`delete from activity_keys`);
    await database.rows(sql`delete from activities`);
    this.#topics.clear();
    await act();
    const rows = await database.rows<Filed>(sql`
      select concat_ws(' ', kind, 'by ' || coalesce(actor, 'nobody'), record_type, record_id, 'about ' || about_type || ' ' || about_id,
          'in ' || channel_slug, 'feed ' || feed_type,
          case when created_at = ${clock.now()} then null else 'at another time' end) as activity,
        (select array_agg(key || ' as ' || kind order by key) from activity_keys where activity_keys.id = activities.id) as keys
      from activities`);
    const activities = rows.map(({ activity, keys }) =>
      this.#withNames([activity, ...(keys ?? [])].join(', ')),
    );
    const topics = [...this.#topics].map((topic) => this.#withNames(topic));
    return [...activities.toSorted(), `topics: ${topics.toSorted().join(' ')}`];
  }

  #withNames(text: string): string {
    return text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => this.#names.get(id) ?? 'a record');
  }
}
