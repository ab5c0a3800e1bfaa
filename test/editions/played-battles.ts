import type { LogEntry } from '../../src/battle/saved/log-entry.ts';
import type { OpenBattle } from '../../src/battle/saved/open-battle.ts';
import { expectedActionsForViewer } from '../../src/battle/views/expected-actions.ts';
import { createMemoryStores } from '../../src/wiring/memory-stores.ts';
import { type Pick, picker } from '../chance.ts';
import { playedWildly, sensible, usual } from './random-orders.ts';
import { type PlayTable, people, type Stage, stage } from './stage.ts';

interface Cast {
  /** The presets of Ada, of Bob, and of the game master’s Grim and of those who come unseen. */
  readonly ada: string;
  readonly bob: string;
  readonly grim: string;
  readonly unseen: string;
  readonly sides: readonly [ada: string, bob: string, grim: string] | undefined;
  readonly size?: string;
  /** A setting that is changed before the battle begins. */
  readonly setting: readonly [key: string, value: string];
  /** What the game master sets, on whom: a condition, a spell or a stance that runs on. */
  readonly set: readonly string[];
  /** Places everybody on the board, where the rulebook leaves that to the game master. */
  readonly placing: readonly string[];
}

export const casts: Readonly<Record<string, Cast>> = {
  skure: {
    ada: 'swordsman',
    bob: 'longbowman',
    grim: 'zombie',
    unseen: 'cutthroat',
    sides: ['red', 'red', 'blue'],
    size: '8x6',
    setting: ['damage.rounding', 'down'],
    set: ['field:condition who:Ada value:gored', 'field:condition who:Grim value:stunned 2'],
    placing: ['/battle deploy'],
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
    setting: ['skirmishOutbreak', 'any'],
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

/** A battle with Ada, Bob and Grim in it, before it begins. */
const gathered = async (
  table: PlayTable,
  system: string,
  name: string,
  { settings = '' }: { readonly settings?: string } = {},
): Promise<void> => {
  const { ada, bob, grim, sides, size } = castOf(system);
  const options = `${size === undefined ? '' : ` size:${size}`}${settings === '' ? '' : ` settings:${settings}`}`;
  await table.typed(`/battle create system:${system} name:${name}${options}`);
  await table.typed(join('ada', ada, sides?.[0]));
  await table.typed(join('bob', bob, sides?.[1]));
  await table.typed(npc(grim, 'Grim', sides?.[2]));
};

/** Everybody where they begin, and the battle begun. */
const begun = async (house: Stage, table: PlayTable, system: string): Promise<void> => {
  for (const line of castOf(system).placing) await table.typed(line);
  for (let n = 0; n < 40 && (await table.open()).game.status === 'setup'; n++)
    if (!(await usual(house, table))) await table.tried('/battle start');
  for (let n = 0; n < 40; n++) {
    const { game } = await table.open();
    if (
      game.status === 'active' &&
      !game.expectedActions().some(({ kind }) => kind === 'placement' || kind === 'initiative')
    )
      return;
    if (!(await usual(house, table))) break;
  }
  if ((await table.open()).game.status !== 'active') throw new Error(`${table.channel} does not begin.`);
};

const played = async (house: Stage, table: PlayTable, pick: Pick, orders: number): Promise<void> => {
  for (let n = 0; n < orders; n++) if (!(await sensible(house, table, pick))) return;
};

/** Plays until no question is open: what the game master types next would have to wait for the answer. */
const quiet = async (house: Stage, table: PlayTable, pick: Pick): Promise<void> => {
  for (let n = 0; n < 30 && (await table.open()).saved.pending !== undefined; n++) await sensible(house, table, pick);
};

type Wanted = (battle: OpenBattle, log: readonly LogEntry[]) => boolean;

/** Plays until the battle stands as it is wanted; false where it never does. */
const playedUntil = async (
  house: Stage,
  table: PlayTable,
  pick: Pick,
  wanted: Wanted,
  orders: number,
): Promise<boolean> => {
  for (let n = 0; n < orders; n++) {
    if (wanted(await table.open(), await table.log())) return true;
    if (!(await sensible(house, table, pick))) return false;
  }
  return wanted(await table.open(), await table.log());
};

/** True where the battle stands as it is wanted. */
type Play = (house: Stage, table: PlayTable, system: string, pick: Pick) => Promise<boolean>;

/** The first seed with which it can be played so: tried out in memory, then played for good. */
const found = async (house: Stage, table: PlayTable, system: string, play: Play): Promise<void> => {
  for (let seed = 1; seed <= 60; seed++) {
    const trial = stage(createMemoryStores);
    if (!(await play(trial, trial.table(table.channel, table.apart), system, picker(seed * 7919)))) continue;
    if (await play(house, table, system, picker(seed * 7919))) return;
    throw new Error(`${table.channel} was not played as it was tried.`);
  }
  throw new Error(`Nobody plays ${table.channel} so that it stands as it is wanted.`);
};

const isActive = async (table: PlayTable): Promise<boolean> => (await table.open()).saved.status === 'active';

/** What else than an order a rulebook asks for between orders. */
const openKinds = ['defense', 'botch', 'contingency', 'stunt', 'ruling'];

const isAsked: Wanted = ({ saved, game }) =>
  saved.pending !== undefined || game.expectedActions().some(({ kind }) => openKinds.includes(kind));

const acted = ({ request, events }: LogEntry): string | undefined =>
  request.kind === 'order' && events.length > 0 ? request.actor : undefined;

/** Declarations half given, or somebody in the middle of a turn, not in the first moments. */
const isHalfDone: Wanted = ({ saved, game }, log) => {
  const [last] = log.slice(-1);
  const who = last && acted(last);
  if (saved.pending !== undefined || saved.status !== 'active' || log.length < 12 || who === undefined) return false;
  const awaited = game.expectedActions();
  return awaited[0]?.kind === 'declaration'
    ? awaited.filter(({ kind }) => kind === 'declaration').length === 2 && awaited.every(({ actor }) => actor !== who)
    : awaited.some(({ actor, kind }) => actor === who && kind === 'turn');
};

/** Ada would strike at Bob past Eve, who is asked whether she takes the blow. */
const guarded = [
  '/battle create system:skure name:skure asked size:6x6',
  'as ada: /battle join preset:swordsman name:Ada side:red',
  'as bob: /battle join preset:swordsman name:Bob side:blue',
  'as cid: /battle join preset:swordsman name:Cid side:blue',
  '/battle place Ada to:C2 facing:S',
  '/battle place Bob to:C4 facing:N',
  '/battle place Cid to:C3 facing:N',
  '/gm set field:agility who:Ada value:99 reason:she is first',
  '/battle start',
  '/gm set field:melee-range who:Ada value:2 reason:a long blade',
  'as ada: /attack Bob',
];

/** An order stopped at an open question, or something else is asked before the battle goes on. */
const asked: Play = async (house, table, system, pick) => {
  if (system === 'skure') {
    for (const line of guarded) await table.tried(line);
    return playedUntil(house, table, pick, isAsked, 40);
  }
  const enough = async (): Promise<boolean> => isAsked(await table.open(), []);
  await playedWildly(house, table, system, { pick, orders: 200, enough });
  return enough();
};

/** Two digits of the channels in which a rulebook is played. */
const systemCodes: Readonly<Record<string, string>> = {
  skure: '01',
  dskull: '02',
  'sword-world': '03',
  straalara: '04',
  segment: '05',
};

/** Battles of one rulebook in every phase, each in its own channel. */
const phases: Readonly<Record<string, { readonly says: string; readonly play: Play }>> = {
  setup: {
    says: 'not begun; a setting is changed, some are placed',
    play: async (house, table, system) => {
      await gathered(table, system, `${system} setup`);
      const [key, value] = castOf(system).setting;
      await table.typed(`/battle settings key:${key} value:${value}`);
      await table.tried(
        castOf(system).placing[0]?.replace(/^\/battle deploy$/, '/battle place Ada to:B2 facing:E') ?? '/gm skip',
      );
      const opened = await table.open();
      if (opened.game.expectedActions().length > 1 && opened.saved.status === 'setup') await usual(house, table);
      return (await table.open()).saved.status === 'setup';
    },
  },
  asked: {
    says: 'an order waits for an answer',
    play: asked,
  },
  declaring: {
    says: 'declarations half given, or in the middle of a turn',
    play: async (house, table, system, pick) => {
      await gathered(table, system, `${system} declaring`);
      await begun(house, table, system);
      return playedUntil(house, table, pick, isHalfDone, 60);
    },
  },
  hidden: {
    says: 'somebody unseen acted, hidden rolls, foes told exactly',
    play: async (house, table, system, pick) => {
      const { unseen, sides } = castOf(system);
      await gathered(table, system, `${system} hidden`);
      await table.typed(npc(unseen, 'Shade', sides?.[2], ' hidden:until-revealed'));
      await table.typed(npc(unseen, 'Gloom', sides?.[2], ' hidden:until-acts')).catch(() => undefined);
      if (system === 'segment') {
        await table.typed('/battle place Shade to:F6');
        await table.typed('/battle place Gloom to:G7');
      }
      await begun(house, table, system);
      await table.typed('/gm telling mode:exact');
      await table.typed('/gm telling words:whole 100, worn 60, broken 1');
      await table.typed('/gm rolls mode:private trace:no');
      await played(house, table, pick, 10);
      await table.typed('/roll 2d6+1 rolls:blind');
      await table.typed('as ada: /roll 3d6 rolls:self');
      await table.typed('/gm rolls mode:blind trace:yes');
      await played(house, table, pick, 7);
      return isActive(table);
    },
  },
  effects: {
    says: 'effects with rounds left, conditions and stances that run',
    play: async (house, table, system, pick) => {
      await gathered(table, system, `${system} effects`);
      await begun(house, table, system);
      await played(house, table, pick, 6);
      await quiet(house, table, pick);
      if (!(await isActive(table))) return false;
      const { ruleset, game } = await table.open();
      const [first = '', second = first] = Object.keys(ruleset.modifiers);
      const [ada = 'Ada', bob = 'Bob'] = ['Ada', 'Bob'].map(
        (seat) => game.roster().find(({ actor }) => actor === seat)?.id ?? seat,
      );
      await table.typed(`/gm effect name:Hex who:${ada} modifiers:${first}=-1 rounds:9 ticks:end`);
      await table.typed(
        `/gm effect name:Blessing who:${ada}, ${bob} modifiers:${first}=2 ${second}=1 rounds:6 ticks:start of:${ada}`,
      );
      await table.typed(`/gm effect name:Luck who:${bob} modifiers:${second}=1`);
      await table.typed(`/gm grant who:${bob} what:He swings from the lamp. modifiers:${first}=1 until:battle`);
      for (const what of castOf(system).set) await table.tried(`/gm set ${what} reason:So it is.`);
      await played(house, table, pick, 10);
      await quiet(house, table, pick);
      if (!(await isActive(table))) return false;
      await table.tried(`/gm lift name:Luck who:${bob}`);
      await played(house, table, pick, 3);
      return (
        (await isActive(table)) && (await table.open()).game.effects().some(({ remaining }) => remaining !== undefined)
      );
    },
  },
  undone: {
    says: 'entries taken back, some given again, then played on',
    play: async (house, table, system, pick) => {
      await gathered(table, system, `${system} undone`);
      await begun(house, table, system);
      await played(house, table, pick, 12);
      await quiet(house, table, pick);
      if (!(await isActive(table))) return false;
      await table.typed('/undo reason:A slip.');
      await table.typed('/redo');
      await played(house, table, pick, 3);
      await table.typed(`/undo to:${(await table.log()).length - 2}`);
      await table.typed('/undo');
      await played(house, table, pick, 4);
      await table.typed('/undo');
      await table.typed('/undo');
      await table.typed('/redo');
      await played(house, table, pick, 5);
      return isActive(table);
    },
  },
  ended: {
    says: 'over after several rounds',
    play: async (house, table, system, pick) => {
      await gathered(table, system, `${system} ended`);
      await begun(house, table, system);
      await played(house, table, pick, 30);
      if ((await table.open()).saved.status !== 'ended')
        await table.typed(`/battle end winner:${castOf(system).sides?.[0] ?? 'Ada'} reason:It is late.`);
      await table.typed('as ada: /verify');
      await table.typed('as ada: /stats battle');
      return true;
    },
  },
  absent: {
    says: 'a clock with reminders, standing orders, a deputy, somebody away',
    play: async (house, table, system, pick) => {
      await gathered(table, system, `${system} absent`);
      await begun(house, table, system);
      await played(house, table, pick, 4);
      await quiet(house, table, pick);
      if (!(await isActive(table))) return false;
      await table.typed('/clock set time:24h reminders:50, 80, 95 ready:yes end:deputy');
      const [due] = expectedActionsForViewer(await table.open(), people.gwen);
      await table.typed(`as ada: /orders kind:${due?.kind ?? 'turn'} answer:auto away:yes`);
      await table.typed('as bob: /orders kind:drop-dice answer:auto').catch(() => undefined);
      await table.typed(`as bob: /orders kind:${due?.kind ?? 'turn'} answer:ask`);
      await played(house, table, pick, 3);
      house.pass(13 * hour);
      await rung(house, table, 'reminder');
      await played(house, table, pick, 1);
      house.pass(25 * hour);
      await rung(house, table, 'end');
      house.pass(13 * hour);
      await rung(house, table, 'reminder');
      return isActive(table);
    },
  },
};

const hour = 3_600_000;

/** Rings for everybody who is awaited at this table, as their clock does. */
export const rung = async (house: Stage, table: PlayTable, step: 'reminder' | 'end' | 'on-deck'): Promise<void> => {
  const { saved } = await table.open();
  for (const { battle, actor, kind, since } of await house.stores.waits.forBattle(saved.id))
    await house.keeper.ring(
      { battle, actor, kind, since, step, due: house.now(), tries: 0 },
      `${battle}-${since}`,
      false,
    );
  await house.idle();
};

/** Battles of every rulebook in every phase, each in its own channel. */
export const playedPhases = async (house: Stage): Promise<void> => {
  for (const [at, { play }] of Object.values(phases).entries())
    for (const [system, code] of Object.entries(systemCodes))
      await found(house, house.table(`210000000000000${code}${at + 1}`), system, play);
};

/** What a phase is, for those who read the list of battles. */
export const phaseSays = (name: string): string | undefined =>
  Object.entries(phases).find(([phase]) => name.endsWith(` ${phase}`))?.[1].says;
export { begun, gathered, systemCodes };
