import { err, ok, phrase, type Result } from '../../core/message.ts';

export const consequences = ['none', 'weapon-broken', 'hits-ally'] as const;
export type Consequence = (typeof consequences)[number];

interface Mishap {
  readonly consequence: Consequence;
  readonly says: string;
}

/** Examples of botch consequences by maneuver; `other` is for all other rolls. ST-RES-5, ST-RUL-49. */
const botchExamples = [
  'brawl: none stumbles past the foe; none bruises a fist on stone; hits-ally elbows the wrong one',
  'melee: weapon-broken the blade snaps; none the grip slips and the attack goes wide; hits-ally the swing finds a friend',
  'archery: weapon-broken the string snaps; none the arrow clatters to the ground; hits-ally the arrow finds a friend',
  'thrown: weapon-broken it shatters on a stone; none it sails out of sight; hits-ally it finds a friend',
  'spell: none the words fail and sparks fly; hits-ally the spell leaps to the wrong one',
  'block: none walks into the attack; none loses footing',
  'parry: weapon-broken the guard gives way; none the parry comes on the wrong side',
  'dodge: none slips and goes down on one knee; none dodges into the way of others',
  'other: none it goes wrong, and everyone sees it; none the effort is wasted',
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
