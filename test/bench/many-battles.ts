import pg from 'pg';
import type { FakeDiscord } from '../discord/fake/discord.ts';
import type { Person } from '../discord/fake/person.ts';

interface Place {
  readonly id: string;
}

/** A battle that goes on in a channel: its two fighters have names of their own, so that each has pictures of its own. */
export interface GoingOn {
  readonly channel: Place;
  readonly fighters: readonly [string, string];
}

/** Names that occur nowhere else in saved data. */
const [first, second] = ['Aquilox', 'Bortrix'];

/** The tables of a battle, and their JSON columns that name fighters. */
const tables = {
  log_entries: { columns: 'n, order_id', json: ['entry'] },
  seats: { columns: 'user_id, role', json: [] },
  named_people: { columns: 'user_id', json: [] },
  awaited: {
    columns: 'kind, user_id, what, since, at, begun, spent, told, told_by, state, deputy, deputy_until, edition',
    json: ['actor'],
  },
} as const;

const battleColumns =
  'system, rules_version, house_edition, dice_edition, version, seed, pending, rewritten, created_at, updated_at';
const battleJson = ['"table"', 'game', 'changes'];

const renamed = (column: string, cast: string): string =>
  `replace(replace(${column}::text, '${first}', '${first}' || x.n), '${second}', '${second}' || x.n)::${cast}`;

/**
 * A database with many battles: one is played, and the others are copies with other keys. In each channel one is
 * running and the others are over.
 */
export const manyBattles = async (
  url: string,
  discord: FakeDiscord,
  gm: Person,
  places: readonly { readonly guild: Place; readonly channel: Place }[],
  count: number,
): Promise<readonly GoingOn[]> => {
  for (const line of [
    '/battle create system:skure',
    `/npc add preset:Swordsman name:${first} side:red`,
    `/npc add preset:Swordsman name:${second} side:blue`,
    '/battle deploy',
    '/battle start',
  ])
    await gm.slash(line, discord.channel);
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query('CREATE TABLE copies (n int PRIMARY KEY, guild text, channel text, status text)');
    await client.query(
      `INSERT INTO copies SELECT n, guild, channel, 'active' FROM unnest($1::int[], $2::text[], $3::text[]) AS given (n, guild, channel)`,
      [places.map((_, n) => n), places.map(({ guild }) => guild.id), places.map(({ channel }) => channel.id)],
    );
    await client.query(
      `INSERT INTO copies SELECT more.n, c.guild, 'gone ' || more.n, 'ended'
       FROM generate_series($1::int, $2::int) AS more (n) JOIN copies c ON c.n = more.n % $1::int`,
      [places.length, count - 1],
    );
    await client.query(
      `INSERT INTO battles (guild, id, channel, status, ${battleColumns}, ${battleJson.join(', ')})
       SELECT x.guild, 'copy ' || x.n, x.channel, x.status, ${battleColumns
         .split(', ')
         .map((each) => `b.${each}`)
         .join(', ')},
              ${battleJson.map((each) => renamed(`b.${each}`, 'json')).join(', ')}
       FROM battles b, copies x WHERE b.channel = $1`,
      [discord.channel.id],
    );
    for (const [table, { columns, json }] of Object.entries(tables))
      await client.query(
        `INSERT INTO ${table} (guild, battle_id, ${[columns, ...json].join(', ')})
         SELECT x.guild, 'copy ' || x.n, ${[...columns.split(', ').map((each) => `t.${each}`), ...json.map((each) => renamed(`t.${each}`, each === 'entry' ? 'json' : 'text'))].join(', ')}
         FROM ${table} t JOIN battles b ON b.guild = t.guild AND b.id = t.battle_id, copies x
         WHERE b.channel = $1 ${table === 'awaited' ? "AND x.status = 'active'" : ''}`,
        [discord.channel.id],
      );
    await client.query('ANALYZE');
  } finally {
    await client.end();
  }
  return places.map(({ channel }, n) => ({ channel, fighters: [`${first}${n}`, `${second}${n}`] }));
};
