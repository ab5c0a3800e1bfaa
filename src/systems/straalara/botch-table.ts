import { err, ok, phrase, type Result } from '../../core/message.ts';

export const consequences = ['none', 'weapon-broken', 'hits-ally'] as const;
export type Consequence = (typeof consequences)[number];

interface Mishap {
  readonly consequence: Consequence;
  readonly says: string;
}

/** Examples of botch consequences by maneuver; `other` is for all other rolls. ST-RES-5, ST-RUL-49. */
const botchExamples = [
  `brawl: none ${phrase`stumbles past the foe`}; none ${phrase`bruises a fist on stone`}; hits-ally ${phrase`elbows the wrong one`}`,
  `melee: weapon-broken ${phrase`the blade snaps`}; none ${phrase`the grip slips and the attack goes wide`}; hits-ally ${phrase`the swing finds a friend`}`,
  `archery: weapon-broken ${phrase`the string snaps`}; none ${phrase`the arrow clatters to the ground`}; hits-ally ${phrase`the arrow finds a friend`}`,
  `thrown: weapon-broken ${phrase`it shatters on a stone`}; none ${phrase`it sails out of sight`}; hits-ally ${phrase`it finds a friend`}`,
  `spell: none ${phrase`the words fail and sparks fly`}; hits-ally ${phrase`the spell leaps to the wrong one`}`,
  `block: none ${phrase`walks into the attack`}; none ${phrase`loses footing`}`,
  `parry: weapon-broken ${phrase`the guard gives way`}; none ${phrase`the parry comes on the wrong side`}`,
  `dodge: none ${phrase`slips and goes down on one knee`}; none ${phrase`dodges into the way of others`}`,
  `other: none ${phrase`it goes wrong, and everyone sees it`}; none ${phrase`the effort is wasted`}`,
].join(' | ');

const parseMishap = (written: string): Mishap | undefined => {
  const [, word, says] = /^(\S+)\s+(.+)$/s.exec(written.trim()) ?? [];
  const consequence = consequences.find((each) => each === word?.toLowerCase());
  return consequence === undefined || says === undefined ? undefined : { consequence, says };
};

/** Parses tables of botches; without any, these are our examples. Refuses an entry without a consequence and words. */
export const parseBotchTable = (written: string): Result<ReadonlyMap<string, readonly Mishap[]>, string> => {
  const tables = new Map<string, readonly Mishap[]>();
  for (const table of (written.trim() || botchExamples).split('|')) {
    const [, maneuver = '', entries = ''] = /^\s*([\w ]+?)\s*:(.+)$/s.exec(table) ?? [];
    const mishaps = entries.split(';').map(parseMishap);
    if (mishaps.includes(undefined))
      return err(
        phrase`“${table.trim().slice(0, 40)}” is not a table; write one like melee: none the grip slips; weapon-broken the blade snaps`,
      );
    tables.set(
      maneuver.toLowerCase(),
      mishaps.filter((each) => each !== undefined),
    );
  }
  return ok(tables);
};
