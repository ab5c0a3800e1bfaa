import { createMemoryStores } from '../../src/wiring/memory-stores.ts';
import { picker } from '../chance.ts';
import { begun, gathered, systemCodes } from './played-battles.ts';
import { playedWildly, usual } from './random-orders.ts';
import { eventTypes } from './saved-shapes.ts';
import { type PlayTable, type Stage, stage } from './stage.ts';

/** Something that each kind of field takes in one rulebook or another. */
const fieldValues = [
  ...['5', '1', '2', '0', 'D2', 'B2', 'N', 'none', 'no', 'yes', 'front', 'low', 'stunned', 'stunned 2', 'prone', 'up'],
  ...[
    'conscious',
    'alive',
    'mixed',
    'good',
    'red',
    'allies',
    'Ada',
    'Ada, Bob',
    'Bob, Ada',
    'normal',
    'none 0',
    'hp 5',
  ],
  ...['free', 'melee', 'mild', 'ready', 'HIT 1', '1 1', '10', '3 m', 'resolution', 'declare', 'a word', 'fire', 'body'],
  ...['3F (+1) Ground', '10x8', 'dex 2', 'fixed', 'combat', '1 7', 'Ada, Bob, Grim', 'Grim, Bob, Ada', 'strength 3'],
];

interface Correction {
  readonly field: string;
  readonly who: string;
  readonly value: string;
}

const corrected = async ({ services: { battles } }: Stage, table: PlayTable, { field, who, value }: Correction) =>
  (await battles.correct(table.issuer('gwen'), field, [who], value, 'so it was')).ok;

/** Tries values for every field the game master can set, and gives those that were taken, a few turns apart. */
const corrections = async (house: Stage, table: PlayTable): Promise<readonly (Correction | 'usual')[]> => {
  const { ruleset } = await table.open();
  const taken: (Correction | 'usual')[] = [];
  for (const [at, field] of Object.keys(ruleset.corrections).entries()) {
    const { game } = await table.open();
    if (game.status === 'ended') break;
    const all = game.roster().flatMap(({ id, actor }) => [id, actor]);
    const whole = ruleset.corrections[field]?.scope === 'battle';
    const names = whole ? ['gm'] : [...new Set([all[0] ?? 'Ada', ...all])].slice(0, 6);
    const tries = fieldValues.flatMap((value) => names.map((who) => ({ field, who, value })));
    for (const each of tries)
      if (await corrected(house, table, each)) {
        taken.push(each);
        break;
      }
    if (at % 6 === 5 && (await usual(house, table))) taken.push('usual');
  }
  return taken;
};

/** A battle in which the game master sets everything that can be set. */
const playedCorrections = async (house: Stage, table: PlayTable, system: string): Promise<void> => {
  const prepared = async (on: Stage, at: PlayTable): Promise<void> => {
    await gathered(at, system, `${system} corrected`);
    await begun(on, at, system);
  };
  const trial = stage(createMemoryStores);
  const trialTable = trial.table(table.channel);
  await prepared(trial, trialTable);
  const taken = await corrections(trial, trialTable);
  await prepared(house, table);
  for (const each of taken) await (each === 'usual' ? usual(house, table) : corrected(house, table, each));
};

/** What a rulebook knows and hardly anybody plays. `~` gives so many orders as the rulebook would, or goes on until that is awaited. */
const rarities: Readonly<Record<string, readonly (readonly string[])[]>> = {
  skure: [
    [
      '/battle create system:skure name:skure rarities size:7x6',
      'as ada: /battle join preset:swordsman name:Ada side:red',
      'as bob: /battle join preset:longbowman name:Bob side:red',
      '/npc add preset:zombie name:Grim side:blue',
      '/npc add preset:cutthroat name:Gash side:blue',
      '/battle deploy',
      '/gm set field:agility who:Ada value:99',
      '/battle start',
      '/gm set field:condition who:Ada value:stunned 2',
      '/gm set field:condition who:Ada value:-stunned',
      '/gm set field:acted who:Bob value:yes',
      '/gm set field:points-spent value:1',
      '/gm set field:order value:Ada, Gash, Bob, Grim',
      '/gm set field:life who:Gash value:dead',
      '/skure revive target:Gash hp:20',
      '/gm set field:condition who:all value:asleep',
      '/gm set field:condition who:Ada, Bob, Grim, Gash value:asleep',
      '/end as:Ada',
      '~ 2',
      '/gm set field:life who:Ada, Bob, Grim, Gash value:unconscious',
      '/gm set field:condition who:Ada, Bob, Grim, Gash value:-asleep',
    ],
  ],
  dskull: [
    [
      '/battle create system:dskull name:dskull rarities',
      '/dskull scenario lantern-run',
      'as ada: /battle join preset:greyford-watch name:Ada',
      'as bob: /battle join preset:thornwake-raiders name:Bob',
      '/dskull set key:dice.dropPolicy value:auto',
      '/battle start',
      '/dskull set key:attack.shieldStep value:1',
      '~ 10',
      '/gm set field:at who:Tam value:E5',
      '/gm set field:at who:Odo value:D5',
      '/gm set field:skills who:Tam value:medicine=3',
      '/gm set field:current value:Ada',
      '/activate warrior:Tam as:Ada',
      '/gm set field:actions value:9',
      '/interact what:door E5 E6 as:Ada',
      '/interact what:lantern as:Ada',
      '/interact what:give Odo as:Ada',
      '/gm set field:conditions who:Odo value:wounded',
      '/interact what:medicine Odo wounded as:Ada',
      '/dskull harm target:Odo damage:1',
      '/dskull harm target:Odo damage:1',
      '/interact what:lantern as:Ada',
      '/gm set field:at who:Tam value:E1',
      '/end as:Ada',
      '/dskull trigger name:Mud does:cancel window:activation.start when:before uses:1',
      '~ 6',
    ],
    [
      '/battle create system:dskull name:dskull chest',
      '/dskull board 9x9; use chest F5 vp 2 test strength; zone 1 A1-I2; zone 2 A8-I9',
      'as ada: /battle join preset:greyford-watch name:Ada',
      'as bob: /battle join preset:thornwake-raiders name:Bob',
      '/battle start',
      '~ 10',
      '/gm set field:at who:Tam value:E5',
      '/gm set field:current value:Ada',
      '/activate warrior:Tam as:Ada',
      '/interact what:use chest as:Ada',
      '~ 2',
    ],
  ],
  straalara: [
    [
      '/battle create system:straalara name:straalara rarities settings:declarations=private',
      'as ada: /battle join preset:ysolde name:Ada side:watch',
      'as bob: /battle join preset:tobin name:Bob side:watch',
      '/npc add preset:karg name:Grim side:ruffians',
      '/npc add preset:pell name:Pell side:ruffians',
      '/battle start',
      '/initiative all:yes',
      ...Array.from({ length: 4 }, () =>
        ['Grim', 'Pell', 'Ada'].map((who) => `/declare stance:offense action:melee target:Bob as:${who}`),
      ).flat(),
      '/declare stance:defense action:none as:Bob',
      ...Array.from({ length: 3 }, () =>
        ['Grim', 'Pell', 'Ada'].map((who) => `/declare stance:offense action:melee target:Bob as:${who}`),
      ).flat(),
      '~ defense',
      '/straalara life target:Bob life:dead',
      '/straalara next',
      '~ 4',
    ],
  ],
  segment: [
    [
      '/battle create system:segment name:segment rarities size:12x8 settings:contingency=ask',
      'as ada: /battle join preset:Hedda Stane name:Ada side:wardens',
      'as bob: /battle join preset:Tamsin Quill name:Bob side:wardens',
      '/npc add preset:Orrin Vale name:Cid side:wardens',
      '/npc add preset:Grummoth name:Grim side:hollow',
      '/npc add preset:Grummoth name:Gash side:hollow',
      '/battle place Ada to:D4',
      '/battle place Grim to:E4',
      '/battle place Bob to:A7',
      '/battle place Cid to:D5',
      '/battle place Gash to:J2',
      '/gm set field:max-hp who:Grim, Ada value:90',
      '/gm set field:hp who:Grim, Ada value:90',
      '/battle start',
      '/declare attack target:Grim as:Ada',
      '/declare cast spell:Ember Lance target:Gash as:Bob',
      '/declare attack target:Grim weapon:shortsword as:Cid options:draw shortsword, sheathe longbow',
      '/declare desperate-defense as:Grim',
      '/declare none as:Gash',
      '/segment close',
      '/segment kill target:Gash',
      '/segment repair target:Ada',
      '~ choose-again',
      '/turn-away does:runs to the door as:Ada',
      '/turn-away does:runs to the door as:Cid',
      '~ declaration',
      '/declare attack target:Grim as:Ada',
      '/declare attack target:Grim as:Cid',
      '/declare none as:Bob',
      '/declare desperate-defense as:Grim',
      '/segment close',
      '~ push',
      '/push path:F4 as:Ada',
      '/push path:F4 as:Cid',
      '~ declaration',
      '/segment place target:Grim to:E4',
      '/declare attack target:Grim as:Ada',
      '/declare withdraw path:away Ada as:Grim',
      '/declare none as:Cid',
      '/declare none as:Bob',
      '/segment close',
      '~ free-attack',
      '/free-attack take:yes as:Ada',
      '/free-attack take:yes as:Cid',
      '~ 4',
    ],
  ],
};

/** So many orders as the rulebook would give them, or as many as it takes until something of that kind is awaited. */
const usually = async (house: Stage, table: PlayTable, until: string): Promise<void> => {
  for (let n = 0; n < (Number(until) || 30); n++) {
    const { game } = await table.open();
    if (game.expectedActions().some(({ kind }) => kind === until) || !(await usual(house, table))) return;
  }
};

/** Types the rarities; what a rulebook refuses is left out. */
const playedRarities = async (house: Stage, table: PlayTable, lines: readonly string[]): Promise<void> => {
  for (const line of lines) {
    const [, until] = /^~ (.+)$/.exec(line) ?? [];
    if (until !== undefined) await usually(house, table, until);
    else await table.tried(line);
  }
};

const typesIn = (log: readonly { readonly events: readonly unknown[] }[]): readonly string[] =>
  log.flatMap(({ events }) => events.map((event) => String(Object(event).type)));

const wildTable = (house: Stage, system: string, seed: number): PlayTable =>
  house.table(`28000000000000${systemCodes[system]}${String(seed).padStart(2, '0')}`);

interface Plan {
  readonly seed: number;
  readonly orders: number;
}

/** Tries out random battles in memory, short ones first: those in which something happens that has not happened yet. */
const planned = async (system: string, seen: Set<string>, seeds: number): Promise<readonly Plan[]> => {
  const plans: Plan[] = [];
  for (const orders of [30, 60, 120, 240])
    for (let seed = 1; seed <= seeds; seed++) {
      if (eventTypes(system).every((type) => seen.has(type))) return plans;
      if (plans.some((each) => each.seed === seed)) continue;
      const trial = stage(createMemoryStores);
      const table = wildTable(trial, system, seed);
      let needed = 0;
      let given = 0;
      const look = async (): Promise<boolean> => {
        given += 1;
        const fresh = typesIn((await table.log()).slice(-3)).filter((type) => !seen.has(type));
        for (const type of fresh) seen.add(type);
        if (fresh.length > 0) needed = given;
        return false;
      };
      await playedWildly(trial, table, system, { pick: picker(seed * 7919), orders, enough: look });
      if (needed > 0) plans.push({ seed, orders: needed });
    }
  return plans;
};

/** What was tried out once needs not be tried again for another database. */
const plansOf = new Map<string, readonly Plan[]>();

/** Whatever can happen in a rulebook and did not in its other battles. */
export const playedRest = async (house: Stage, seeds = 16): Promise<void> => {
  for (const [system, code] of Object.entries(systemCodes)) {
    for (const [at, lines] of (rarities[system] ?? []).entries())
      await playedRarities(house, house.table(`29000000000000${code}1${at}`), lines);
    await playedCorrections(house, house.table(`29000000000000${code}02`), system);
    const seen = new Set<string>();
    const { battles } = house.stores;
    for (const guild of [house.table('').issuer('gwen').guild, undefined])
      for (const each of (await battles.list(guild)).filter((battle) => battle.system === system))
        for (const type of typesIn(await battles.log(each))) seen.add(type);
    const plans = plansOf.get(system) ?? (await planned(system, seen, seeds));
    plansOf.set(system, plans);
    for (const { seed, orders } of plans) {
      let given = 0;
      const enough = async (): Promise<boolean> => ++given > orders;
      await playedWildly(house, wildTable(house, system, seed), system, {
        pick: picker(seed * 7919),
        orders: 240,
        enough,
      });
    }
  }
};
