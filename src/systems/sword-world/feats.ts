import { z } from 'zod';
import { memoizeOnObject } from '../../core/memoize.ts';
import { ref, say, term } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import { line, step } from '../../rules/event.ts';
import { effectSchema, type Feat, featSchema, type TimedEffect, type Weapon, type WeaponMode } from './sheet.ts';
import { event, type Turn, type Unit, unitOrThingId } from './state.ts';
import { update } from './units.ts';

const knownFeats: Readonly<Record<string, Partial<Feat>>> = {
  'power attack': { active: true, evaMod: -2, increase: { value: 4, type: 'physical' } },
  'lethal strike': { active: true, evaMod: -2, cMod: -1 },
  'aimed attack': { active: true, cMod: -1 },
  'taunting strike': { active: true, reduction: { value: 2, type: 'any' } },
  'weapon proficiency': { increase: { value: 1, type: 'any' } },
  'armor proficiency': { reduction: { value: 1, type: 'physical' } },
  'throw attack': { active: true },
  "lion's fury": { active: true },
  versatility: { active: true },
};

export const featName = (feat: string | { readonly id: string }): string => (typeof feat === 'string' ? feat : feat.id);

const key = (name: string): string => name.toLowerCase().replaceAll('’', "'").trim();

const kindOf = (name: string): string => key(name).split('/')[0] ?? '';

const figuresOf = (name: string): Partial<Feat> | undefined => ownValue(knownFeats, kindOf(name));

/** A feat with its stats: from the sheet or, if it has only a name, from the rulebook. SW-FEAT-2, SW-RUL-48. */
export const resolveFeat = (feat: string | Feat): Feat =>
  typeof feat === 'string' ? featSchema.parse({ id: feat, ...figuresOf(feat) }) : feat;

export const findFeat = (unit: Unit, name: string): Feat | undefined => {
  const found = unit.sheet.feats.find((feat) => key(featName(feat)) === key(name));
  return found === undefined ? undefined : resolveFeat(found);
};

/** True if the unit has the feat on its sheet. SW-FEAT-1. */
export const hasFeat = (unit: Unit, name: 'Precise Shot' | 'Guided Magic' | 'Hawk Eye'): boolean =>
  featNames(unit).some((feat) => key(feat) === key(name));

/** Sorts the feats on a sheet: all names, the passive feats, and the passive feats that reduce damage. */
const readFeats = memoizeOnObject((feats: Unit['sheet']['feats']) => {
  const passive = feats.flatMap((feat) => {
    const figures = typeof feat === 'string' && !figuresOf(feat) ? undefined : resolveFeat(feat);
    return figures && !figures.active ? [figures] : [];
  });
  return {
    names: feats.map(featName),
    passive,
    guarding: passive.filter(({ id, reduction }) => reduction !== undefined && kindOf(id) !== 'weapon proficiency'),
  };
});

export const featNames = (unit: Unit): readonly string[] => readFeats(unit.sheet.feats).names;

/** Active feats that the unit declared in this turn. SW-FEAT-3. */
const activeFeats = (unit: Unit): readonly Feat[] =>
  (unit.turn?.feats ?? []).map((name) => findFeat(unit, name) ?? resolveFeat(name));

/** Passive feats, which need no declaration. SW-FEAT-4. */
const passiveFeats = (unit: Unit): readonly Feat[] => readFeats(unit.sheet.feats).passive;

/** True if the unit may declare the feat in a turn: an active or unknown feat. SW-FEAT-3. */
export const isDeclarable = (feat: string | Feat): boolean =>
  typeof feat === 'string'
    ? (figuresOf(feat)?.active ?? !['precise shot', 'guided magic', 'hawk eye'].includes(key(feat))) &&
      !kindOf(feat).endsWith('proficiency')
    : feat.active;

interface AttackWith {
  readonly mode: WeaponMode;
  readonly weapon: Weapon | undefined;
}

/** True if the feat applies to the attack. Power Attack requires melee, a proficiency its own kind of weapon. */
const fits = (feat: Feat, attack: AttackWith): boolean => {
  const [kind, of] = key(feat.id).split('/');
  if (kind === 'power attack') return attack.mode === 'melee';
  if (kind === 'weapon proficiency' && of !== undefined && of !== '**')
    return attack.weapon !== undefined && key(attack.weapon.category) === of;
  return true;
};

/** The unit’s feats that apply to an attack. SW-FEAT-1. */
export const attackFeats = (unit: Unit, attack: AttackWith): readonly Feat[] =>
  [...activeFeats(unit), ...passiveFeats(unit).filter(({ id }) => kindOf(id) !== 'armor proficiency')].filter((feat) =>
    fits(feat, attack),
  );

/** The passive feats that reduce damage. SW-DMG-7. */
export const damageReductionFeats = ({ feats }: Pick<Unit['sheet'], 'feats'>): readonly Feat[] =>
  readFeats(feats).guarding;

/** The effects of a declared feat on its user, until the next turn. SW-FEAT-2. */
export const featEffects = (feat: Feat): TimedEffect[] =>
  feat.evaMod === undefined ? [] : [{ id: feat.id, until: 'nextTurn', evasion: feat.evaMod }];

/** True if the unit has a feat to command several sections of a mount, declared or not. SW-MOUNT-9. */
export const canCommandManySections = (unit: Unit): boolean =>
  [...featNames(unit), ...activeFeats(unit).map(({ id }) => id)].some((name) =>
    ["lion's fury", 'versatility'].includes(key(name)),
  );

/** True if the unit may declare no more feats in this turn. SW-RUL-49. */
export const isFeatLimitReached = (turn: Turn, most: number): boolean => turn.feats.length >= most;

/** A unit declares an active feat. SW-FEAT-3. */
export const featUsed = event('feat', {
  facts: { who: unitOrThingId, feat: unitOrThingId, effects: z.array(effectSchema) },
  apply: (state, { who, feat, effects: more }) =>
    update(state, who, ({ turn, effects }) => ({
      ...(turn && { turn: { ...turn, feats: [...turn.feats, feat] } }),
      effects: [...effects, ...more],
    })),
  narrate: ({ who, feat }) =>
    line(say`${ref(who)} uses ${term(feat)}.`, 'plain', [[step('SW-FEAT-3', 'an active feat')]]),
});
