import { type Pick, picker } from '../chance.ts';
import { sensible, usual } from './random-orders.ts';
import { type Stage, stage } from './stage.ts';

interface Cast {
  /** The presets of Ada, of Bob, of Grim, and of the hidden combatants. */
  readonly ada: string;
  readonly bob: string;
  readonly grim: string;
  readonly unseen: string;
  readonly sides: readonly [ada: string, bob: string, grim: string] | undefined;
  readonly size?: string;
  /** A setting that is changed before the start. */
  readonly setting: readonly [key: string, value: string];
  /** What the GM sets: a condition, a spell or a stance that continues. */
  readonly set: readonly string[];
  /** GM orders that place all combatants, if the rulebook needs them. */
  readonly placing: readonly string[];
  /** GM orders after which a question is likely. */
  readonly asking?: readonly string[];
}

export const casts: Readonly<Record<string, Cast>> = {
  skure: {
    ada: 'swordsman',
    bob: 'longbowman',
    grim: 'longbowman',
    unseen: 'cutthroat',
    sides: ['red', 'red', 'blue'],
    size: '8x6',
    setting: ['damage.rounding', 'down'],
    set: ['field:condition who:Ada value:gored', 'field:condition who:Grim value:stunned 2'],
    placing: ['/battle deploy'],
    asking: [
      ...['Ada to:C3', 'Bob to:B3', 'Grim to:F3'].map((what) => `/battle place ${what}`),
      '/gm set field:facing who:Bob value:E',
    ],
  },
  dskull: {
    ada: 'greyford-watch',
    bob: 'thornwake-raiders',
    grim: 'silverbough-wardens',
    unseen: 'cinderhold-oath',
    sides: undefined,
    setting: ['dice.dropPolicy', 'ask'],
    set: ['field:conditions who:Tam value:stunned', 'field:conditions who:Wren value:wounded'],
    placing: [],
  },
  'sword-world': {
    ada: 'wolf',
    bob: 'ilse',
    grim: 'goblin',
    unseen: 'bog-archer',
    sides: ['allies', 'allies', 'enemies'],
    setting: ['mode', 'standard'],
    set: ['field:statuses who:Ada value:prone', 'field:mp who:Bob value:3'],
    placing: [],
  },
  straalara: {
    ada: 'ysolde',
    bob: 'tobin',
    grim: 'karg',
    unseen: 'pell',
    sides: ['watch', 'watch', 'ruffians'],
    setting: ['death', 'gm'],
    set: ['field:dazed who:Ada value:yes', 'field:stance who:Grim value:offense'],
    placing: [],
  },
  segment: {
    ada: 'Hedda Stane',
    bob: 'Tamsin Quill',
    grim: 'Grummoth',
    unseen: 'The Cave Lasher',
    sides: ['wardens', 'wardens', 'hollow'],
    size: '12x8',
    setting: ['contingency', 'ask'],
    set: ['field:stunned who:Ada value:2', 'field:prone who:Grim value:yes'],
    placing: ['/battle place Ada to:C4', '/battle place Bob to:B5', '/battle place Grim to:E4'],
  },
};

const castOf = (system: string): Cast => {
  const cast = casts[system];
  if (cast === undefined) throw new Error(`Nobody is cast for ${system}.`);
  return cast;
};

const join = (name: string, preset: string, side: string | undefined): string =>
  `as ${name}: /battle join preset:${preset} name:${name.charAt(0).toUpperCase()}${name.slice(1)}${side === undefined ? '' : ` side:${side}`}`;

const npc = (preset: string, name: string, side: string | undefined, more = ''): string =>
  `/npc add preset:${preset} name:${name}${side === undefined ? '' : ` side:${side}`}${more}`;

/** A running battle with Ada, Bob, Grim and two hidden combatants. */
const begun = async (table: Stage, system: string, name: string): Promise<void> => {
  const { ada, bob, grim, unseen, sides, size, setting, placing } = castOf(system);
  await table.typed(`/battle create system:${system} name:${name}${size === undefined ? '' : ` size:${size}`}`);
  await table.typed(`/battle settings key:${setting[0]} value:${setting[1]}`);
  await table.typed(join('ada', ada, sides?.[0]));
  await table.typed(join('bob', bob, sides?.[1]));
  await table.typed(npc(grim, 'Grim', sides?.[2]));
  await table.typed(npc(unseen, 'Shade', sides?.[2], ' hidden:until-revealed'));
  // dSkull, whose seats are warbands, has at most four.
  if (sides !== undefined) await table.tried(npc(unseen, 'Gloom', sides[2], ' hidden:until-acts'));
  for (const line of placing) await table.typed(line);
  for (let n = 0; n < 40 && (await table.open()).game.status === 'setup'; n++)
    if (!(await usual(table))) await table.tried('/battle start');
  for (let n = 0; n < 40; n++) {
    const { game } = await table.open();
    const isPlacing = game.expectedActions().some(({ kind }) => kind === 'placement' || kind === 'initiative');
    if (game.status === 'active' && !isPlacing) return;
    if (!(await usual(table))) break;
  }
  if ((await table.open()).game.status !== 'active') throw new Error(`${name} does not begin.`);
};

const played = async (table: Stage, pick: Pick, orders: number): Promise<void> => {
  for (let n = 0; n < orders; n++) if (!(await sensible(table, pick))) return;
};

/** Kinds of expected actions between orders. */
const openKinds = ['defense', 'botch', 'contingency', 'choose-again', 'free-attack', 'push', 'push-landing'];

const isAsked = async (table: Stage): Promise<boolean> => {
  const { saved, game } = await table.open();
  return saved.pending !== undefined || game.expectedActions().some(({ kind }) => openKinds.includes(kind));
};
const isActive = async (table: Stage): Promise<boolean> => (await table.open()).saved.status === 'active';

/** Plays until no question is open, so that the GM can give commands. */
const quiet = async (table: Stage, pick: Pick): Promise<boolean> => {
  for (let n = 0; n < 30 && (await isAsked(table)); n++) await sensible(table, pick);
  return isActive(table);
};

/** Adds effects with rounds left, running conditions and GM approvals. */
const withEffects = async (table: Stage, system: string): Promise<void> => {
  const { ruleset, game } = await table.open();
  const [first = '', second = first] = Object.keys(ruleset.modifiers);
  const [ada, bob] = ['Ada', 'Bob'].map((seat) => game.roster().find(({ actor }) => actor === seat)?.id ?? seat);
  await table.typed(`/gm effect name:Hex who:${ada} modifiers:${first}=-1 rounds:90 ticks:end`);
  await table.typed(
    `/gm effect name:Blessing who:${ada}, ${bob} modifiers:${first}=2 ${second}=1 rounds:6 ticks:start of:${ada}`,
  );
  await table.typed(`/gm effect name:Luck who:${bob} modifiers:${second}=1`);
  await table.typed(`/gm exception who:${bob} what:He swings from the lamp. modifiers:${first}=1 until:battle`);
  for (const what of castOf(system).set) await table.tried(`/gm set ${what} reason:So it is.`);
  await table.tried(`/gm remove-effect name:Luck who:${bob}`);
};

/** Undoes entries, and redoes some. */
const withUndone = async (table: Stage): Promise<void> => {
  await table.typed('/undo reason:A slip.');
  await table.typed('/gm redo');
  await table.typed('/undo');
};

/**
 * Plays a battle with a hidden combatant, hidden rolls, effects and undone entries; `toQuestion`: until an order waits
 * for an answer. Undefined if chance prevents that.
 */
const attempt = async (system: string, name: string, toQuestion: boolean, seed: number): Promise<Stage | undefined> => {
  const table = stage(`2100000000000000${seed}`);
  const pick = picker(seed * 7919);
  await begun(table, system, name);
  await table.typed('/gm foe-info mode:exact');
  await table.typed('/gm rolls mode:private trace:no');
  await played(table, pick, 5);
  if (!(await quiet(table, pick))) return undefined;
  await withEffects(table, system);
  await table.typed('/roll 2d6+1 rolls:blind');
  await played(table, pick, 5);
  if (!(await quiet(table, pick))) return undefined;
  await withUndone(table);
  if (!toQuestion) await played(table, pick, 8);
  else for (const line of castOf(system).asking ?? []) await table.tried(line);
  for (let n = 0; toQuestion && n < 40 && !(await isAsked(table)); n++)
    if (!(await sensible(table, pick))) return undefined;
  return (await isActive(table)) && (await isAsked(table)) === toQuestion ? table : undefined;
};

/** The saved battles of a rulebook. */
export const playBattles = async (system: string): Promise<readonly Stage[]> =>
  Promise.all(
    [true, false].map(async (toQuestion) => {
      for (let seed = 1; seed <= 60; seed++) {
        const table = await attempt(system, `${system} ${toQuestion ? 'asked' : 'played'}`, toQuestion, seed);
        if (table !== undefined) return table;
      }
      throw new Error(`Nobody plays ${system} so that it stands as it is wanted.`);
    }),
  );
