import { compose, type Issuer, openDatabase, storesOn, twoDice } from './release-sources.ts';

// The release before this one runs this file too, beside its own sources: it uses nothing that one of the two has not, and takes
// what it uses from `release-sources.ts`, which each release has of its own.

/** Where a battle is fought that plays itself. */
export interface Field {
  readonly channel: string;
  readonly guild: string | undefined;
  readonly system: string;
}

/** The words for a battle that a newer release has brought forward: the older one leaves it alone. 1.0.0 had another. */
export const leftAlone: readonly string[] = ['newer-edition', 'other-version'];

const systems = ['skure', 'dskull', 'sword-world', 'straalara', 'segment'];

/** A battle of every rulebook in a server, and one outside servers. */
export const fieldsOf = (prefix: string): readonly Field[] => [
  ...systems.map((system) => ({ channel: `${prefix} ${system}`, guild: 'one server', system })),
  { channel: `${prefix} direct`, guild: undefined, system: 'skure' },
];

const sidesOf = (system: string): readonly string[] =>
  system === 'sword-world' ? ['allies', 'enemies'] : ['red', 'blue'];

/** The house on a database, with a GM who gives whatever order comes next. */
export const selfPlaying = async (databaseUrl: string) => {
  const database = await openDatabase({ databaseUrl, dataDir: undefined });
  const stores = storesOn(database);
  // The release before this one takes its stores and its clock one after the other.
  const house: ReturnType<typeof compose> = Reflect.apply(compose, undefined, [
    { ...stores, stores, now: Date.now },
    Date.now,
  ]);
  const {
    services: { battles, rulesets },
    dispatcher,
  } = house;

  const issuer = ({ channel, guild }: Field, orderId: string): Issuer => ({
    ...{ user: 'gm', name: 'Mo', guild, channel, orderId },
  });

  const begin = async (field: Field, orderId: string): Promise<string> => {
    const { system } = field;
    let step = 0;
    const next = () => issuer(field, `${orderId}/${++step}`);
    const created = await battles.create(issuer(field, orderId), { system, name: 'By itself' });
    if (!created.ok) return created.error.code;
    const sheets = Object.values(rulesets.find(({ id }) => id === system)?.presets ?? {}).map(({ sheet }) => sheet);
    const sides = sidesOf(system);
    const entrants = Array.from({ length: system === 'dskull' ? 2 : 4 }, (_, n) => ({
      ...{ id: `Fighter ${n}`, side: sides[n % sides.length], sheet: sheets[n % sheets.length] },
    }));
    await battles.addEntrants(next(), entrants);
    for (let n = 0; n < 60; n++) {
      const battle = await battles.open(field.channel);
      if (!battle.ok || battle.value.game.status !== 'setup') break;
      const due = battle.value.game.expectedActions().find(({ auto }) => auto !== undefined);
      const { verb, params } = due?.auto ?? { verb: 'deploy', params: {} };
      const done = await battles.order(next(), { verb, params, actor: due?.actor ?? 'gm' });
      if (!done.ok || due === undefined) await battles.start(next());
    }
    return 'kept';
  };

  return {
    database,
    begin,
    /** Gives an order in the battle of a field, a new one where that has ended: `kept`, or why not. */
    order: async (field: Field, orderId: string): Promise<string> => {
      const battle = await battles.open(field.channel);
      if (!battle.ok) return battle.error.code;
      const { saved, game } = battle.value;
      if (game.status !== 'active') return begin(field, orderId);
      if (saved.pending !== undefined) {
        const answered = await battles.answer(issuer(field, orderId), saved.pending.question.auto);
        if (answered.ok) return 'kept';
      }
      const due = game.expectedActions().find(({ auto }) => auto !== undefined);
      if (due?.auto !== undefined && saved.pending === undefined && saved.version % 3 > 0) {
        const { verb, params } = due.auto;
        if ((await battles.order(issuer(field, orderId), { verb, params, actor: due.actor })).ok) return 'kept';
      }
      const rolled = await battles.roll(issuer(field, orderId), twoDice, undefined);
      return rolled.ok ? 'kept' : rolled.error.code;
    },
    /** The same order once more, in the battle where it may be in the log by now. */
    again: async (field: Field, orderId: string): Promise<void> => {
      await battles.roll(issuer(field, orderId), twoDice, undefined);
    },
    /** Does a player find again, in direct messages, the character that is made or changed there? */
    character: async (user: string, name: string): Promise<string> => {
      const asker = { user, name: user, guild: undefined, channel: `direct ${user}`, orderId: name, manages: false };
      const preset = Object.keys(rulesets.find(({ id }) => id === 'skure')?.presets ?? {})[0];
      const made = await dispatcher.run(['character', 'create'], asker, { system: 'skure', name, preset });
      // An older release writes over one of the same name; this one changes it.
      const written =
        made.ok || made.error.code !== 'character-there'
          ? made
          : await dispatcher.run(['character', 'edit'], asker, { name, changes: 'hp=45' });
      if (!written.ok) return written.error.code;
      const shown = await dispatcher.run(['character', 'show'], asker, { name });
      return shown.ok ? 'kept' : shown.error.code;
    },
    close: () => database.close(),
  };
};
