import { z } from 'zod';
import { count, phrase, present, ref, say, type Text, term } from '../../../core/message.ts';
import { effectSum } from '../../../rules/effects.ts';
import { type LineTone, type SumRow, step } from '../../../rules/event.ts';
import { gainCondition, removeWarrior } from '../conditions.ts';
import {
  addChances,
  buildSumSteps,
  type Chance,
  calculatePoolOdds,
  certainChance,
  countFaces,
  impossibleChance,
  multiplyChances,
  type NamedSteps,
  type RollSubject,
  rollDice,
  rollRow,
  rollSchema,
  type SkullRoll,
  sumParts,
  withoutZeros,
} from '../dice/roll.ts';
import type { Draft, PartialRuling, State, Warrior, Weapon } from '../state.ts';
import { toughnessSteps } from '../traits.ts';
import { runWithTriggers } from '../triggers/triggers.ts';

export const harmResults = ['none', 'stunned', 'wounded', 'incapacitated', 'killed'] as const;
export type HarmResult = (typeof harmResults)[number];

/** Damage with its armour roll, injury roll and result. DS-ATK-7 (8 to 12). */
export const harmSchema = z.strictObject({
  damage: z.int(),
  armour: rollSchema.extend({ negated: z.int(), steps: z.record(z.string(), z.int()).default({}) }).optional(),
  injury: rollSchema.extend({ count: z.int() }).optional(),
  /** Parts of the injury roll’s dice step, by name. */
  steps: z.record(z.string(), z.int()),
  final: z.int(),
  result: z.enum(harmResults),
});
export type Harm = z.output<typeof harmSchema>;

/** Damage dealt to a warrior, before armour. */
interface DamageSource {
  readonly target: Warrior;
  readonly damage: number;
  /** Who the rolls affect, which decides who removes dice. DS-ARM-3, DS-INJ-4, DS-AOE-8. */
  readonly concern: RollSubject;
  /** Dice step on armour and injury rolls from an ADV that the attacker spent: 0, −1 or −2. DS-TRAIT-4. */
  readonly spent?: number;
  readonly weapon?: Weapon;
  /** Id of the attacking warrior. Undefined for hazards. */
  readonly by?: string;
  /** Armour dice from cover against a blast. DS-AOE-9. */
  readonly coverDice?: number;
  readonly coverStep?: number;
  /** False if the source ignores armour. DS-INJ-10. */
  readonly armour?: boolean;
}

/** Number of dice of a warrior’s armour, and of its cover from a blast. DS-DATA-5, DS-AOE-9. */
const armourDice = ({ target: { armour }, coverDice = 0 }: DamageSource): number =>
  (armour === 'none' ? 0 : armour === 'light' ? 1 : 2) + coverDice;

/** −1 if the weapon is sharp against light armour or impact against heavy armour, otherwise 0. DS-MELEE-7. */
const weakness = ({ armour }: Warrior, weapon: Weapon | undefined, on: boolean): number =>
  on &&
  ((armour === 'light' && weapon?.tags.includes('sharp')) || (armour === 'heavy' && weapon?.tags.includes('impact')))
    ? -1
    : 0;

/** Result of the final damage: 1 stuns, 2 wounds, 3 incapacitates, more kills. DS-INJ-6. */
const resultForDamage = (final: number): HarmResult =>
  final <= 0 ? 'none' : final === 1 ? 'stunned' : final === 2 ? 'wounded' : final === 3 ? 'incapacitated' : 'killed';

/** Parts of an armour roll's dice step. DS-ARM-2. */
const armourSteps = (
  { settings, effects }: Pick<State, 'settings' | 'effects'>,
  { target, weapon, spent = 0, coverStep = 0 }: DamageSource,
): Record<string, number> => ({
  strength: spent,
  weakness: weakness(target, weapon, settings.attack.armourWeakness),
  cover: coverStep,
  scenario: effectSum(effects, target.id, 'armour'),
});

/** Rolls for a warrior that was hit. `what`: the name of the roll in the question. */
const rollAgainst = (
  draft: Draft,
  { target, concern, by }: DamageSource,
  { name, what, base, damage, steps }: { name: string; what: string; base: number; damage: number; steps: NamedSteps },
): PartialRuling<SkullRoll> =>
  rollDice(draft, {
    ...{ name, roller: target.owner, base, step: sumParts(steps), concern },
    question: () => ({
      roller: say`${term(what)} roll of ${ref(target.id)} against ${damage} damage`,
      opponent:
        by === undefined
          ? say`${term(what)} roll against ${damage} damage`
          : say`${term(what)} roll against ${damage} damage by ${ref(by)}`,
    }),
  });

/** Rolls a warrior’s armour. DS-ARM-1, DS-ARM-3, DS-ARM-4. */
function* rollArmour(draft: Draft, source: DamageSource, more: number): PartialRuling<Harm['armour']> {
  const steps = withoutZeros({ ...armourSteps(draft.now(), source), effects: more });
  const roll = yield* rollAgainst(draft, source, {
    name: 'armour',
    what: 'Armour',
    base: armourDice(source),
    damage: source.damage,
    steps,
  });
  return { ...roll, negated: countFaces(roll.kept, 'armour'), steps };
}

/** Parts of an injury roll's dice step. DS-INJ-1, DS-INJ-2, DS-INJ-3. */
const injurySteps = (
  { settings, effects }: Pick<State, 'settings' | 'effects'>,
  { target, spent = 0 }: DamageSource,
  damage: number,
): Record<string, number> =>
  withoutZeros({
    injury: settings.injury.baseStep,
    ...toughnessSteps(target, settings),
    strength: spent,
    heavy: -Math.max(0, damage - settings.injury.cap),
    scenario: effectSum(effects, target.id, 'injury'),
  });

/** Rolls for injury after armour. DS-INJ-1, DS-INJ-4, DS-INJ-5. */
function* injuryRoll(draft: Draft, source: DamageSource, damage: number, more: number) {
  const steps = withoutZeros({ ...injurySteps(draft.now(), source, damage), effects: more });
  const roll = yield* rollAgainst(draft, source, { name: 'injury', what: 'Injury', base: 1, damage, steps });
  return { roll: { ...roll, count: countFaces(roll.kept, 'default') }, steps };
}

/** Damage that the armour roll leaves, before the injury roll. DS-ATK-7. */
function* dealDamage(draft: Draft, source: DamageSource, more: number): PartialRuling<Harm> {
  const damage = Math.max(0, source.damage + more);
  const hit = { ...source, damage };
  const rolls = damage > 0 && source.armour !== false && armourDice(source) > 0;
  const armour = rolls
    ? yield* runWithTriggers(draft, 'armour', source.target.id, (dice) => rollArmour(draft, hit, dice))
    : undefined;
  return { ...unharmed, damage, armour };
}

const unharmed: Harm = { damage: 0, steps: {}, final: 0, result: 'none' };

/** Rolls armour and injury, and finds the result. DS-ATK-7 (8 to 12), DS-ARM-5, RULING-5, RULING-64, RULING-65. */
export function* resolveHarm(draft: Draft, source: DamageSource): PartialRuling<Harm> {
  const { id } = source.target;
  const hit = (yield* runWithTriggers(draft, 'damage', id, (more) => dealDamage(draft, source, more))) ?? unharmed;
  const through = hit.damage - (hit.armour?.negated ?? 0);
  if (through <= 0) return hit;
  const injured = yield* runWithTriggers(draft, 'injury', id, (more) => injuryRoll(draft, source, through, more));
  if (injured === undefined) return hit;
  const final = Math.max(0, Math.min(through, draft.now().settings.injury.cap) - injured.roll.count);
  return { ...hit, injury: injured.roll, steps: injured.steps, final, result: resultForDamage(final) };
}

/** Gives the warrior the condition that the damage causes, or removes the warrior. DS-INJ-6, DS-INJ-7, DS-INJ-8. */
export function* applyHarm(
  draft: Draft,
  target: Warrior,
  result: HarmResult,
  credit: string | undefined,
): PartialRuling {
  switch (result) {
    case 'none':
      return;
    case 'stunned':
    case 'wounded':
      return yield* gainCondition(draft, target.id, result, true);
    case 'incapacitated':
    case 'killed':
      return yield* removeWarrior(draft, target.id, result, credit);
  }
}

export type HarmOdds = Readonly<Partial<Record<HarmResult, Chance>>>;

const merge = (into: Partial<Record<HarmResult, Chance>>, from: HarmOdds, by: Chance): void => {
  for (const [result, chance] of Object.entries(from) as [HarmResult, Chance][])
    into[result] = addChances(into[result] ?? impossibleChance, multiplyChances(chance, by));
};

/** Exact chance of each result of some damage. DS-ARM-4, DS-INJ-5, DS-INJ-6. */
export const harmOdds = (state: Pick<State, 'settings' | 'effects'>, source: DamageSource): HarmOdds => {
  const { settings } = state;
  const odds: Partial<Record<HarmResult, Chance>> = {};
  const dice = armourDice(source);
  const stopped =
    dice === 0
      ? new Map([[0, certainChance]])
      : calculatePoolOdds(settings, dice, sumParts(armourSteps(state, source)), 'armour');
  for (const [negated, chance] of stopped) {
    const through = source.damage - negated;
    if (through <= 0) merge(odds, { none: certainChance }, chance);
    else {
      const step = sumParts(injurySteps(state, source, through));
      for (const [count, each] of calculatePoolOdds(settings, 1, step, 'default')) {
        const final = Math.min(through, settings.injury.cap) - count;
        merge(odds, { [resultForDamage(final)]: certainChance }, multiplyChances(chance, each));
      }
    }
  }
  return odds;
};

/** Describes the result of damage. `armoured`: true if the reader may see armour rolls. */
export const describeHarm = ({ damage, armour, result }: Harm, armoured: boolean): string => {
  if (result !== 'none') return result;
  return armoured && armour !== undefined && armour.negated >= damage ? 'armour stops all damage' : 'unharmed';
};

export const toneOfHarm = (harm: Harm | undefined): LineTone =>
  harm === undefined || harm.result === 'none'
    ? 'plain'
    : harm.result === 'killed' || harm.result === 'incapacitated'
      ? 'bad'
      : 'good';

export const formatHits = (hits: number): Text => count(hits, 'hit');

/** Rows of armour and injury rolls. `open`, `armoured`: the reader sees dice steps, armour rolls. DS-ATK-7. */
export const harmRows = (harm: Harm | undefined, open: boolean, armoured: boolean): readonly SumRow<Text>[] => {
  if (harm === undefined) return [];
  const { armour, injury, damage, final, result } = harm;
  const through = damage - (armour?.negated ?? 0);
  return present([
    armour &&
      armoured &&
      rollRow(term('armour'), armour, open ? buildSumSteps(armour.steps, { cover: 'DS-AOE-9' }) : [], [
        step('DS-ARM-4', phrase`${damage} damage − ${armour.negated} = ${Math.max(0, through)}`),
      ]),
    injury &&
      rollRow(
        term('injury'),
        injury,
        open ? buildSumSteps(harm.steps) : [],
        present([
          armoured &&
            step(
              'DS-INJ-5',
              injury.count < 0
                ? phrase`${final + injury.count} damage + ${-injury.count} = ${final}`
                : phrase`${final + injury.count} damage − ${injury.count} = ${final}`,
            ),
          step('DS-INJ-6', result),
        ]),
      ),
  ]);
};
