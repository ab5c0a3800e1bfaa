import { z } from 'zod';
import { refuse } from '../../core/refusal.ts';
import { ok } from '../../core/result.ts';
import { sameName } from '../../core/text.ts';
import type { Decision } from '../../rules/asking.ts';
import { squareFrom, squareName } from '../../rules/grid/square.ts';
import { correctionsOf } from '../../rules/verb.ts';
import { called, weaponCalled } from './battle.ts';
import { castable } from './casting.ts';
import { present } from './checks.ts';
import { lifeAt, sticks } from './damage.ts';
import { defenseBonus, defenseRank } from './defense.ts';
import type { Event } from './events.ts';
import { type Combatant, lights, paces, type Sheet, type State } from './model.ts';
import type { Code } from './refusals.ts';
import { missiles } from './sheet.ts';

const correction = correctionsOf<State, Event, Code>();

/** The new values of some fields; undefined clears. */
type Patch = Partial<Combatant>;

const whole = z
  .string()
  .regex(/^\s*[+-]?\d{1,6}\s*$/, 'a whole number is wanted')
  .transform(Number);
const truth = z
  .string()
  .regex(/^\s*(yes|no|true|false|on|off)\s*$/i, 'yes or no is wanted')
  .transform((text) => /yes|true|on/i.test(text));
const words = z.string().max(300);
const oneOf = <const Word extends readonly [string, ...string[]]>(list: Word) =>
  z
    .string()
    .transform((text) => text.trim().toLowerCase())
    .pipe(z.enum(list));
const nothing = /^\s*(none|nothing|-|)\s*$/i;

const shown = (value: unknown): string => {
  if (value === undefined || value === '') return 'none';
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return String(value);
};

/** SEG-GEN-1: the value before and after stands in the log. */
const corrected = (
  who: Combatant,
  field: string,
  patch: Patch,
  before: unknown,
  after: unknown,
): Decision<Event, Code> => {
  const entries = Object.entries(patch);
  return ok([
    {
      type: 'corrected',
      who: who.id,
      field,
      before: shown(before),
      after: shown(after),
      combatant: Object.fromEntries(entries.filter(([, value]) => value !== undefined)),
      clears: entries.filter(([, value]) => value === undefined).map(([key]) => key),
    },
  ]);
};

const bad = (problem: string): Decision<Event, Code> => refuse('BAD_ACTION', { problem });

/** A field of one combatant. */
const own = <Value>(
  field: string,
  says: string,
  value: z.ZodType<Value, string>,
  set: (who: Combatant, value: Value, state: State) => Patch | string,
  read: (who: Combatant) => unknown,
) =>
  correction({
    says,
    of: 'combatant',
    value,
    resolve: (state, name, wanted) => {
      const found = present(state, name);
      if (!found.ok) return found;
      const patch = set(found.value, wanted, state);
      if (typeof patch === 'string') return bad(patch);
      return corrected(found.value, field, patch, read(found.value), read({ ...found.value, ...patch }));
    },
  });

type SheetNumber = { [Key in keyof Sheet]-?: Sheet[Key] extends number ? Key : never }[keyof Sheet];
const minima: Partial<Record<SheetNumber, number>> = { maxHp: 1, dex: 1, per: 1, con: 1, attacks: 1, im: -99 };

const onSheet = (field: string, key: SheetNumber) =>
  own(
    field,
    `The ${field.replaceAll('-', ' ')} on the sheet`,
    whole,
    ({ sheet }, value) => {
      const least = minima[key] ?? 0;
      return value < least ? `${field} must be at least ${least}` : { sheet: { ...sheet, [key]: value } };
    },
    ({ sheet }) => sheet[key],
  );

const defPart = (key: keyof Sheet['def']) =>
  own(
    `def-${key}`,
    `The ${key} part of DEF`,
    whole,
    ({ sheet }, value) => ({ sheet: { ...sheet, def: { ...sheet.def, [key]: value } } }),
    ({ sheet }) => sheet.def[key],
  );

const protPart = (key: keyof Sheet['prot']) =>
  own(
    `prot-${key}`,
    `The ${key} part of PROT`,
    whole,
    ({ sheet }, value) =>
      value < 0 ? 'PROT must be at least 0' : { sheet: { ...sheet, prot: { ...sheet.prot, [key]: value } } },
    ({ sheet }) => sheet.prot[key],
  );

type Truth = { [Key in keyof Combatant]-?: Combatant[Key] extends boolean ? Key : never }[keyof Combatant];

const truthOf = (field: string, key: Truth) =>
  own(
    field,
    `${field.replaceAll('-', ' ')}: yes or no`,
    truth,
    (_who, value) => ({ [key]: value }),
    (who) => who[key],
  );

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && !nothing.test(each));

const hand = (field: 'hand' | 'off-hand', key: 'hand' | 'offHand') =>
  own(
    field,
    'The weapon it holds, or none',
    words,
    (who, text) => {
      if (nothing.test(text)) return { [key]: undefined };
      const weapon = weaponCalled(who, text);
      return weapon === undefined ? `${who.id} has no ${text}` : { [key]: weapon.name };
    },
    (who) => who[key],
  );

const defending = (who: Combatant, text: string): Patch | string => {
  if (nothing.test(text)) return { defending: undefined };
  const rank = defenseRank(who);
  const kind = /full/i.test(text) ? 'full' : /desperate/i.test(text) ? 'desperate' : 'partial';
  const scLoss = kind === 'partial' ? Number(text) : 0;
  return Number.isInteger(scLoss) && scLoss >= 0
    ? { defending: { kind, scLoss, defBonus: defenseBonus(kind, scLoss, rank) } }
    : 'write full, desperate, none or the SC given up';
};

/** `1 7`: attack 1 on segment 7. `1 lost`: it is lost. */
const initiative = (who: Combatant, text: string): Patch | string => {
  const [, nth, where] = /^\s*(\d{1,2})\s+(-?\d{1,2}|lost)\s*$/i.exec(text) ?? [];
  const slot = who.initiatives.find(({ number }) => number === Number(nth));
  if (slot === undefined || where === undefined)
    return 'write the number of the attack and its segment, like 1 7, or 1 lost';
  const lost = /lost/i.test(where);
  return {
    initiatives: who.initiatives.map((each) =>
      each !== slot
        ? each
        : lost
          ? { ...each, status: 'lost' as const, lost: 'GM' }
          : { ...each, segment: Number(where), status: 'pending' as const },
    ),
  };
};

const stuck = (_who: Combatant, text: string, { round }: State): Patch | string => {
  const kinds = listOf(text).map((word) => missiles.find((each) => sameName(each, word)));
  const all = kinds.flatMap((kind) =>
    kind === undefined ? [] : (sticks({ use: 'missile', penetrating: kind }, 'critical', round) ?? []),
  );
  return all.length === kinds.length ? { stuck: all } : `write some of ${missiles.join(', ')}, or none`;
};

const weaponSc = (who: Combatant, text: string): Patch | string => {
  const [, name = '', sc = ''] = /^\s*(.+?)\s+(-?\d{1,4})\s*$/.exec(text) ?? [];
  const weapon = weaponCalled(who, name);
  return weapon === undefined
    ? 'write a weapon and its SC, like longsword 90'
    : {
        sheet: {
          ...who.sheet,
          weapons: who.sheet.weapons.map((each) => (each === weapon ? { ...each, sc: Number(sc) } : each)),
        },
      };
};

const uses = (who: Combatant, text: string): Patch | string => {
  const [, name = '', left = ''] = /^\s*(.+?)\s+(\d{1,3})\s*$/.exec(text) ?? [];
  const spell = castable(who, name);
  return spell === undefined
    ? 'write a spell and the uses left, like Hush 2'
    : { uses: { ...who.uses, [spell.name]: Number(left) } };
};

const unseen = (who: Combatant, text: string, state: State): Patch | string => {
  const [, name = '', degree = ''] = /^\s*(.+?)\s+(1x|2x|fail)\s*$/i.exec(text) ?? [];
  const foe = called(state, name);
  const seen = (['1x', '2x', 'fail'] as const).find((each) => each === degree.toLowerCase());
  return foe === undefined || seen === undefined
    ? 'write a foe and 1x, 2x or fail'
    : { unseen: { ...who.unseen, [foe.id]: seen } };
};

/** Something of the battle itself. */
const ofBattle = <Value>(
  field: string,
  says: string,
  value: z.ZodType<Value, string>,
  set: (state: State, value: Value) => Partial<State> | string,
  read: (state: State) => unknown,
) =>
  correction({
    says,
    of: 'battle',
    value,
    resolve: (state, _who, wanted) => {
      const battle = set(state, wanted);
      if (typeof battle === 'string') return bad(battle);
      const entries = Object.entries(battle);
      return ok([
        {
          type: 'corrected',
          field,
          before: shown(read(state)),
          after: shown(read({ ...state, ...battle })),
          battle: Object.fromEntries(entries.filter(([, each]) => each !== undefined)),
          clears: entries.filter(([, each]) => each === undefined).map(([key]) => key),
        },
      ]);
    },
  });

const pairOf = (state: State, text: string): [string, string] | string => {
  const [a, b] = text.split(/[,+]/).map((name) => called(state, name.trim()));
  return a === undefined || b === undefined ? 'write two names with a comma between them' : [a.id, b.id];
};

const isPair = (pair: readonly string[], [a, b]: readonly [string, string]): boolean =>
  pair.includes(a) && pair.includes(b);

/** SEG-GEN-1: what the GM may put right by hand. */
export const corrections = {
  hp: own(
    'hp',
    'Hit points',
    whole,
    (who, hp, state) => ({ hp, life: lifeAt(state, hp, who.life === 'dead' && hp > 0 ? 'up' : who.life) }),
    ({ hp }) => hp,
  ),
  life: own(
    'life',
    'up, down or dead',
    oneOf(['up', 'down', 'dead']),
    (_who, life) => ({ life }),
    ({ life }) => life,
  ),
  'armor-loss': own(
    'armor-loss',
    'Points of armour lost to grievous hits',
    whole,
    (_who, armorLoss) => (armorLoss < 0 ? 'it cannot be negative' : { armorLoss }),
    ({ armorLoss }) => armorLoss,
  ),
  energy: own(
    'energy',
    'Spell energy',
    whole,
    (_who, energy) => ({ energy }),
    ({ energy }) => energy,
  ),
  uses: own('uses', 'Prepared uses of a spell, like Hush 2', words, uses, (who) => who.uses),
  position: own(
    'position',
    'A square like D4, or none',
    words,
    (_who, text) => {
      if (nothing.test(text)) return { pos: undefined };
      const pos = squareFrom(text);
      return pos === undefined ? 'a square is written like D4' : { pos };
    },
    ({ pos }) => pos && squareName(pos),
  ),
  team: own(
    'team',
    'The side it is on',
    words,
    (_who, team) => (team.trim() === '' ? 'a name is wanted' : { team: team.trim() }),
    ({ team }) => team,
  ),
  hand: hand('hand', 'hand'),
  'off-hand': hand('off-hand', 'offHand'),
  'at-feet': own(
    'at-feet',
    'Weapons at its feet, with commas',
    words,
    (_who, text) => ({ atFeet: listOf(text) }),
    ({ atFeet }) => atFeet.join(', '),
  ),
  potions: own(
    'potions',
    'Potions at hand, with commas',
    words,
    (_who, text) => ({ potions: listOf(text) }),
    ({ potions }) => potions.join(', '),
  ),
  shield: truthOf('shield', 'shieldReady'),
  stunned: truthOf('stunned', 'stunned'),
  prone: truthOf('prone', 'prone'),
  invisible: truthOf('invisible', 'invisible'),
  encumbered: truthOf('encumbered', 'encumbered'),
  mounted: truthOf('mounted', 'mountedMoving'),
  alert: truthOf('alert', 'alert'),
  'no-movement': truthOf('no-movement', 'noMovement'),
  dodging: truthOf('dodging', 'dodging'),
  'picking-up': truthOf('picking-up', 'picking'),
  'free-move-used': truthOf('free-move-used', 'freeMoveUsed'),
  pace: own(
    'pace',
    `One of ${paces.join(', ')}`,
    oneOf(paces),
    (_who, pace) => ({ pace }),
    ({ pace }) => pace,
  ),
  defending: own(
    'defending',
    'full, desperate, none, or the SC given up',
    words,
    defending,
    (who) => who.defending?.kind,
  ),
  aiming: own(
    'aiming',
    'A weapon > a target, or none',
    words,
    (who, text, state) => {
      if (nothing.test(text)) return { aiming: undefined };
      const [weapon, target] = text.split('>').map((each) => each.trim());
      const held = weapon === undefined ? undefined : weaponCalled(who, weapon);
      const foe = target === undefined ? undefined : called(state, target);
      return held === undefined || foe === undefined
        ? 'write longbow > Grim, or none'
        : { aiming: { weapon: held.name, target: foe.id } };
    },
    ({ aiming }) => aiming && `${aiming.weapon} > ${aiming.target}`,
  ),
  casting: own(
    'casting',
    'none: the spell being cast is broken off',
    words,
    (_who, text) => (nothing.test(text) ? { casting: undefined } : 'only none can be set'),
    ({ casting }) => casting?.spell,
  ),
  carried: own(
    'carried',
    'A spell to begin on segment 10 of the next round, or none',
    words,
    (who, text) => {
      if (nothing.test(text)) return { carried: undefined };
      const spell = castable(who, text);
      return spell === undefined ? `${who.id} has no spell ${text}` : { carried: { spell: spell.name } };
    },
    ({ carried }) => carried?.spell,
  ),
  declaration: own(
    'declaration',
    'none: it has not declared',
    words,
    (_who, text) => (nothing.test(text) ? { declaration: undefined } : 'only none can be set; declare for it instead'),
    ({ declaration }) => declaration?.main,
  ),
  initiative: own(
    'initiative',
    'An attack and its segment, like 1 7, or 1 lost',
    words,
    initiative,
    ({ initiatives }) =>
      initiatives.map(({ number, segment, status }) => `${number} ${status === 'lost' ? 'lost' : segment}`).join(', '),
  ),
  actions: own(
    'actions',
    'lost: the rest of its round is gone; none: it is not',
    words,
    (_who, text) => ({ actionsLost: nothing.test(text) ? undefined : 'moved' }),
    ({ actionsLost }) => actionsLost,
  ),
  stuck: own('stuck', `Missiles in it: ${missiles.join(', ')}, with commas, or none`, words, stuck, (who) =>
    who.stuck.map(({ kind }) => kind).join(', '),
  ),
  'ambush-level': own(
    'ambush-level',
    '1 to 5, or 0 for none',
    whole,
    (_who, level) =>
      level < 0 || level > 5 ? 'a level is 1 to 5, or 0' : { ambushLevel: level === 0 ? undefined : level },
    ({ ambushLevel }) => ambushLevel,
  ),
  unseen: own('unseen', 'How well it locates an unseen foe, like Grim 2x', words, unseen, (who) => who.unseen),
  wound: own(
    'wound',
    'A grievous wound in your words, or none if there is none after all',
    words,
    ({ wounds }, text) => ({ grievousPending: false, wounds: nothing.test(text) ? wounds : [...wounds, text.trim()] }),
    ({ wounds }) => wounds.join(', '),
  ),
  wounds: own(
    'wounds',
    'All its recorded wounds, with commas, or none',
    words,
    (_who, text) => ({ wounds: listOf(text) }),
    ({ wounds }) => wounds.join(', '),
  ),
  'weapon-sc': own('weapon-sc', 'A weapon and its SC, like longsword 90', words, weaponSc, ({ sheet }) =>
    sheet.weapons.map(({ name, sc }) => `${name} ${sc}`).join(', '),
  ),
  im: onSheet('im', 'im'),
  dex: onSheet('dex', 'dex'),
  per: onSheet('per', 'per'),
  con: onSheet('con', 'con'),
  luck: onSheet('luck', 'luck'),
  'max-hp': onSheet('max-hp', 'maxHp'),
  tmr: onSheet('tmr', 'tmr'),
  attacks: onSheet('attacks', 'attacks'),
  'range-of-field': onSheet('range-of-field', 'rangeOfField'),
  'master-bowman': onSheet('master-bowman', 'masterBowman'),
  'first-aid': onSheet('first-aid', 'firstAid'),
  tentacles: onSheet('tentacles', 'tentacles'),
  'def-base': defPart('base'),
  'def-dex': defPart('dex'),
  'def-skill': defPart('skill'),
  'def-shield': defPart('shield'),
  'def-magic': defPart('magic'),
  'prot-armor': protPart('armor'),
  'prot-other': protPart('other'),
  round: ofBattle(
    'round',
    'The number of the round',
    whole,
    (_state, round) => (round < 1 ? 'rounds count from 1' : { round }),
    ({ round }) => round,
  ),
  segment: ofBattle(
    'segment',
    'The segment the round is in',
    whole,
    ({ phase }, segment) => (phase === 'resolve' ? { clock: { segment, moved: false } } : 'no round is running'),
    ({ clock }) => clock?.segment,
  ),
  lighting: ofBattle(
    'lighting',
    `One of ${lights.join(', ')}`,
    oneOf(lights),
    (_state, lighting) => ({ lighting }),
    ({ lighting }) => lighting,
  ),
  'ambush-round': ofBattle(
    'ambush-round',
    'Is this an ambush round?',
    truth,
    (_state, ambushRound) => ({ ambushRound }),
    ({ ambushRound }) => ambushRound,
  ),
  ambushers: ofBattle(
    'ambushers',
    'Who springs the ambush, with commas',
    words,
    (state, text) => {
      const found = listOf(text).map((name) => called(state, name)?.id);
      return found.every((each) => each !== undefined) ? { ambushers: found } : 'one of them is not in the battle';
    },
    ({ ambushers }) => ambushers.join(', '),
  ),
  engaged: ofBattle(
    'engaged',
    'Two who are in melee, where no map says so',
    words,
    (state, text) => {
      const pair = pairOf(state, text);
      return typeof pair === 'string'
        ? pair
        : { engagements: [...state.engagements.filter((each) => !isPair(each, pair)), pair] };
    },
    ({ engagements }) => engagements.map((pair) => pair.join('+')).join(', '),
  ),
  parted: ofBattle(
    'parted',
    'Two who are in melee no more, where no map says so',
    words,
    (state, text) => {
      const pair = pairOf(state, text);
      return typeof pair === 'string' ? pair : { engagements: state.engagements.filter((each) => !isPair(each, pair)) };
    },
    ({ engagements }) => engagements.map((pair) => pair.join('+')).join(', '),
  ),
  question: ofBattle(
    'question',
    'none: the open question is dropped',
    words,
    (_state, text) => (nothing.test(text) ? { pending: undefined } : 'only none can be set'),
    ({ pending }) => pending?.kind,
  ),
} as const;
