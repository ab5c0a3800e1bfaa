import { z } from 'zod';
import { memoizeOnObject } from '../../core/memoize.ts';
import { ref, say } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import { line, step } from '../../rules/event.ts';
import { effectSchema, type Feat, featSchema, type TimedEffect, type Weapon } from './sheet.ts';
import { event, type Turn, type Unit, unitOrThingId } from './state.ts';
import { update } from './units.ts';

const shipped: Readonly<Record<string, Partial<Feat>>> = {
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

const nameOf = (feat: string | { readonly id: string }): string => (typeof feat === 'string' ? feat : feat.id);

const key = (name: string): string => name.toLowerCase().replaceAll('’', "'").trim();

const kindOf = (name: string): string => key(name).split('/')[0] ?? '';

const figuresOf = (name: string): Partial<Feat> | undefined => ownValue(shipped, kindOf(name));

/** SW-FEAT-2, SW-RUL-48. A feat as the sheet has it; a bare name takes the shipped figures. */
export const resolveFeat = (feat: string | Feat): Feat =>
  typeof feat === 'string' ? featSchema.parse({ id: feat, ...figuresOf(feat) }) : feat;

export const featOf = (unit: Unit, name: string): Feat | undefined => {
  const found = unit.sheet.feats.find((feat) => key(nameOf(feat)) === key(name));
  return found === undefined ? undefined : resolveFeat(found);
};

/** SW-FEAT-1. The feats that the rules themselves look for. */
export const hasFeat = (feats: readonly string[], name: 'Precise Shot' | 'Guided Magic' | 'Hawk Eye'): boolean =>
  feats.some((feat) => key(feat) === key(name));

/** The names of feats, and those that need no declaration, of them those that reduce damage. */
const readFeats = memoizeOnObject((feats: Unit['sheet']['feats']) => {
  const passive = feats.flatMap((feat) => {
    const figures = typeof feat === 'string' && !figuresOf(feat) ? undefined : resolveFeat(feat);
    return figures && !figures.active ? [figures] : [];
  });
  return {
    names: feats.map(nameOf),
    passive,
    guarding: passive.filter(({ id, reduction }) => reduction !== undefined && kindOf(id) !== 'weapon proficiency'),
  };
});

export const featNames = (unit: Unit): readonly string[] => readFeats(unit.sheet.feats).names;

/** SW-FEAT-3. The active feats declared in this turn. */
const activeFeats = (unit: Unit): readonly Feat[] =>
  (unit.turn?.feats ?? []).map((name) => featOf(unit, name) ?? resolveFeat(name));

/** SW-FEAT-4. Feats that need no declaration. */
const passiveFeats = (unit: Unit): readonly Feat[] => readFeats(unit.sheet.feats).passive;

/** SW-FEAT-3. Is it declared? A feat that nobody gave figures may be; the passive ones never are. */
export const isDeclarable = (feat: string | Feat): boolean =>
  typeof feat === 'string'
    ? (figuresOf(feat)?.active ?? !['precise shot', 'guided magic', 'hawk eye'].includes(key(feat))) &&
      !kindOf(feat).endsWith('proficiency')
    : feat.active;

/** What a feat asks of the attack: Power Attack a melee, a proficiency its kind of weapon. */
const fits = (feat: Feat, attack: { readonly melee: boolean; readonly weapon: Weapon | undefined }): boolean => {
  const [kind, of] = key(feat.id).split('/');
  if (kind === 'power attack') return attack.melee;
  if (kind === 'weapon proficiency' && of !== undefined && of !== '**')
    return attack.weapon !== undefined && key(attack.weapon.category) === of;
  return true;
};

/** SW-FEAT-1. The feats that count for one attack of this unit. */
export const attackFeats = (
  unit: Unit,
  attack: { readonly melee: boolean; readonly weapon: Weapon | undefined },
): readonly Feat[] =>
  [...activeFeats(unit), ...passiveFeats(unit).filter(({ id }) => kindOf(id) !== 'armor proficiency')].filter((feat) =>
    fits(feat, attack),
  );

/** SW-DMG-7. The reductions that a unit's own passive feats give it. */
export const damageReductionFeats = ({ feats }: Pick<Unit['sheet'], 'feats'>): readonly Feat[] =>
  readFeats(feats).guarding;

/** SW-FEAT-2. What declaring a feat leaves on its owner until the next turn. */
export const featEffects = (feat: Feat): TimedEffect[] =>
  feat.evaMod === undefined ? [] : [{ id: feat.id, until: 'nextTurn', evasion: feat.evaMod }];

/** SW-MOUNT-9. The stunts that let a rider command several sections; a stunt once learnt needs no declaration. */
export const canCommandManySections = (unit: Unit): boolean =>
  [...featNames(unit), ...activeFeats(unit).map(({ id }) => id)].some((name) =>
    ["lion's fury", 'versatility'].includes(key(name)),
  );

/** SW-RUL-49. */
export const isFeatLimitReached = (turn: Turn, most: number): boolean => turn.feats.length >= most;

/** SW-FEAT-3. */
export const featUsed = event(
  'feat',
  { unit: unitOrThingId, feat: unitOrThingId, effects: z.array(effectSchema) },
  {
    apply: (state, { unit, feat, effects: more }) =>
      update(state, unit, ({ turn, effects }) => ({
        ...(turn && { turn: { ...turn, feats: [...turn.feats, feat] } }),
        effects: [...effects, ...more],
      })),
    narrate: ({ unit, feat }) =>
      line(say`${ref(unit)} uses ${feat}.`, 'plain', [[step('SW-FEAT-3', 'an active feat')]]),
  },
);
