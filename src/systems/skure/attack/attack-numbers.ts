import { z } from 'zod';
import { say } from '../../../core/message.ts';
import { effectSum } from '../../../rules/effects.ts';
import { type FacingZone, facingZones, findFacingZone, positionBonuses } from '../board.ts';
import type { Settings } from '../settings.ts';
import { type Element, elementSchema, elements, type Sheet } from '../sheet.ts';
import {
  aimBonus,
  canBeCountered,
  countAimTurns,
  defendedDamagePercent,
  defendPenalty,
  isDefendingSelf,
} from '../stances.ts';
import { type Combatant, effectiveRating, hasTrait, isAbleToAct, listSchema, type State } from '../state.ts';
import { type Attack, isPhysicalAttack, isReactionAttack, speedEdge } from './attack-kinds.ts';

const termNames = ['speed', 'position', 'aim', 'defend', 'counter', 'shift', 'effects', 'bm'] as const;

/** A hit roll: the natural die, its modifiers and the stage that results. SK-ATK-8, SK-ATK-9. */
const rollSchema = z.strictObject({
  natural: z.int(),
  forced: z.boolean(),
  terms: listSchema(z.strictObject({ term: z.enum(termNames), value: z.int() })),
  modified: z.int(),
  cap: z.int(),
  stage: z.int(),
});
export type Roll = z.output<typeof rollSchema>;
export type RollTerm = Roll['terms'][number];

/** Stages of a hit, each with its highest modified roll and its percentage of damage. SK-ATK-10, SK-RUL-14. */
const stages = [
  { stage: 1, name: say`Miss or Block`, to: 10, percent: 0 },
  { stage: 2, name: say`Partial Block`, to: 20, percent: 50 },
  { stage: 3, name: say`Standard Hit`, to: 69, percent: 100 },
  { stage: 4, name: say`Accurate Hit`, to: 89, percent: 100 },
  { stage: 5, name: say`Critical Hit`, to: 99, percent: 200 },
  { stage: 6, name: say`Mortal Wound`, to: 119, percent: 300 },
  { stage: 7, name: say`Kill Shot`, to: Number.POSITIVE_INFINITY, percent: 500 },
] as const;
type StageRow = (typeof stages)[number];

/** The stage of a modified roll, before any cap. SK-ATK-10, SK-RUL-18. */
export const findStage = (modified: number): number => stages.find(({ to }) => modified <= to)?.stage ?? 7;
export const findStageRow = (stage: number): StageRow => stages[stage - 1] ?? stages[0];

/** Highest stage that this attack may reach. SK-ATK-11, SK-POS-9, SK-RUL-10, SK-RUL-11, SK-RUL-12, SK-CTR-5. */
const stageCap = ({ how }: Attack, zone: FacingZone, aimTurns: number, settings: Settings): number => {
  if (how === 'counter' && aimTurns === 0) return 5;
  const aimed = aimTurns >= 3 ? 7 : settings['aim.cap'];
  if (settings['stage.capStack'] === 'lowest') {
    if (aimTurns > 0) return zone === 'front' ? aimed : Math.min(7, aimed);
    return zone === 'front' ? settings['stage.frontCap'] : 7;
  }
  return zone === 'front' ? Math.max(settings['stage.frontCap'], aimTurns > 0 ? aimed : 0) : 7;
};

/** Speeds of attacker and target. If `helpless.speedZero` is on, a helpless target has speed 0. SK-RUL-58. */
const findComparedSpeeds = (state: State, { attacker, target }: Attack): readonly [number, number] => [
  effectiveRating(state, attacker, 'speed'),
  state.settings['helpless.speedZero'] === 'yes' && !isAbleToAct(target) ? 0 : effectiveRating(state, target, 'speed'),
];

/** Modifiers of a hit roll by name. Section 6; SK-ATK-9, SK-RUL-13, SK-CTR-5, SK-AOO-3, SK-RUL-44. */
const listRollTerms = (state: State, attack: Attack, zone: FacingZone, aimTurns: number): readonly RollTerm[] => {
  const { settings } = state;
  const { how, attacker, target } = attack;
  const [mine, theirs] = findComparedSpeeds(state, attack);
  const speed =
    how === 'counter' && settings['counter.speed'] === 'difference'
      ? mine - theirs
      : speedEdge(mine, theirs, settings['speed.ratio']).modifier;
  const effects = effectSum(state.effects, attacker.id, 'hit') + effectSum(state.effects, target.id, 'dodge');
  return [
    { term: 'speed', value: speed },
    { term: 'position', value: positionBonuses[zone].hit },
    { term: 'aim', value: aimBonus(aimTurns) },
    { term: 'defend', value: isDefendingSelf(attack, zone, settings) ? defendPenalty(target) : 0 },
    { term: 'counter', value: canBeCountered(attack, zone) ? -15 : 0 },
    { term: 'shift', value: isReactionAttack(how) ? settings['reaction.shift'] : 0 },
    { term: 'effects', value: effects },
    { term: 'bm', value: attacker.next.hit ?? 0 },
  ];
};

/** Adds the modifiers to a natural hit roll and finds its stage. Section 6, steps 4 to 10. */
const buildRoll = (state: State, attack: Attack, zone: FacingZone, aimTurns: number, natural: number): Roll => {
  const terms = listRollTerms(state, attack, zone, aimTurns).filter(({ value }) => value !== 0);
  const modified = terms.reduce((sum, { value }) => sum + value, natural);
  const cap = stageCap(attack, zone, aimTurns, state.settings);
  const forced = attack.attacker.next.roll !== undefined;
  return { natural, forced, terms, modified, cap, stage: Math.min(findStage(modified), cap) };
};

const damageFactorSchema = z.strictObject({ factor: z.string(), percent: z.int() });
type Factor = z.output<typeof damageFactorSchema>;

const roundings: Readonly<Record<Settings['damage.rounding'], (over: number, under: number) => number>> = {
  up: (over, under) => Math.ceil(over / under),
  nearest: (over, under) => Math.floor((2 * over + under) / (2 * under)),
  down: (over, under) => Math.floor(over / under),
};

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/** The base damage with all percentages as a fraction, before rounding. SK-ATK-12, SK-RUL-15. */
export const scaleDamage = (
  base: number,
  factors: readonly Factor[],
  settings: Pick<Settings, 'damage.percent'>,
): readonly [over: number, under: number] => {
  if (settings['damage.percent'] === 'add') {
    const stage = factors.find(({ factor }) => factor === 'stage')?.percent ?? 100;
    const sum = factors.reduce((all, { factor, percent }) => all + (factor === 'stage' ? 0 : percent - 100), 100);
    return [base * stage * Math.max(0, sum), 10_000];
  }
  let over = base;
  let under = 1;
  for (const { percent } of factors) {
    const common = divisor(over * percent, under * 100) || 1;
    [over, under] = [(over * percent) / common, (under * 100) / common];
  }
  return [over, under];
};

/** True if the damage is reduced because the target guards an ally. SK-ALLY-5, SK-RUL-69. */
const isCutByGuard = ({ how, target, shield }: Attack, zone: FacingZone, settings: Settings): boolean => {
  if (shield) return true;
  if (target.stance !== 'defend-ally') return false;
  if (settings['ally.ownCut'] === 'all') return true;
  return settings['ally.ownCut'] === 'front' && zone === 'front' && isPhysicalAttack(how, settings);
};

/** Percentages that change the base damage, by name, without percentages of 100. SK-ATK-12. */
const listFactors = (state: State, attack: Attack, zone: FacingZone, stage: number | undefined): readonly Factor[] => {
  const { settings } = state;
  const { how, attacker, target } = attack;
  const place = positionBonuses[zone];
  const guards = isCutByGuard(attack, zone, settings);
  const effects = effectSum(state.effects, attacker.id, 'damage') + effectSum(state.effects, target.id, 'damage-taken');
  const hit = stage === undefined || stage >= settings['stage.hitFrom'];
  const factors: readonly Factor[] = [
    { factor: 'stage', percent: stage === undefined ? 100 : findStageRow(stage).percent },
    {
      factor: 'position',
      percent: stage === undefined ? 100 : hasTrait(attacker, 'BACKSTABBER') ? place.backstab : place.damage,
    },
    // SK-CHARGE-10, SK-CHARGE-11, SK-CTR-6, SK-AOO-4
    { factor: 'charge', percent: how === 'charge' && hit ? 150 : 100 },
    { factor: 'counter', percent: how === 'counter' ? 75 : 100 },
    { factor: 'opportunity', percent: how === 'opportunity' ? 50 : 100 },
    {
      factor: guards ? 'guard' : 'defend',
      percent: guards || isDefendingSelf(attack, zone, settings) ? defendedDamagePercent(target) : 100,
    },
    { factor: 'effects', percent: Math.max(0, 100 + effects) },
    { factor: 'bm', percent: Math.max(0, 100 + (attacker.next.damage ?? 0)) },
  ];
  return factors.filter(({ percent }) => percent !== 100);
};

/** Attack, defense and base damage, from both sheets or from the spell or breath. SK-ATK-7. */
const findRates = (state: State, { attacker, target, magic }: Attack) => {
  if (magic !== undefined) return { attack: magic.damage, defense: 0, base: magic.damage };
  const attack = effectiveRating(state, attacker, 'attack');
  const defense = effectiveRating(state, target, 'defense');
  return { attack, defense, base: Math.max(1, attack - defense) };
};

/** Damage before elements apply. `stage`: undefined without a hit roll. SK-ATK-7, SK-ATK-12, SK-ATK-13, SK-RUL-17. */
const calculateDamage = (state: State, attack: Attack, zone: FacingZone, stage: number | undefined) => {
  const { settings } = state;
  const rates = findRates(state, attack);
  const factors = listFactors(state, attack, zone, stage);
  const least = rates.base > 0 && stage !== 1 ? settings['damage.hitMinimum'] : 0;
  const rounded = roundings[settings['damage.rounding']](...scaleDamage(rates.base, factors, settings));
  return { ...rates, factors, whole: stage === 1 ? 0 : Math.max(least, rounded) };
};

type Parts = Pick<AttackNumbers, 'physical' | 'portions' | 'damage'>;

/** `whole × percent / 100`, rounded up. SK-ELEM-3. */
const calculateShare = (whole: number, percent: number): number => Math.ceil((whole * percent) / 100);

/** Total damage, after the target’s affinity has changed each element’s part. SK-ELEM-4, SK-ELEM-5, SK-RUL-51. */
export const scaleByAffinity = (physical: number, raw: ReadonlyMap<Element, number>, target: Combatant): Parts => {
  const portions = elements.flatMap((element) => {
    const portion = raw.get(element) ?? 0;
    if (portion === 0) return [];
    const affinity = target.sheet.affinities[element] ?? 0;
    return [{ element, raw: portion, affinity, damage: calculateShare(portion, Math.max(0, 100 + affinity)) }];
  });
  return { physical, portions, damage: portions.reduce((sum, { damage }) => sum + damage, physical) };
};

/** Splits damage into elements by conversions and add-ons. SK-ELEM-1, SK-ELEM-2, SK-ELEM-3, SK-RUL-50. */
const convertDamage = (
  whole: number,
  { conversions, addOns }: Pick<Sheet, 'conversions' | 'addOns'>,
  target: Combatant,
): Parts => {
  const raw = new Map<Element, number>();
  const add = (element: Element, amount: number) => raw.set(element, (raw.get(element) ?? 0) + amount);
  let physical = whole;
  for (const { element, percent } of conversions) {
    const amount = Math.min(physical, calculateShare(whole, percent));
    physical -= amount;
    add(element, amount);
  }
  for (const { element, percent } of addOns) add(element, calculateShare(whole, percent));
  return scaleByAffinity(physical, raw, target);
};

/** Numbers that lead to an attack’s damage, as saved in the log. Section 6. */
export const savedNumbersSchema = z.strictObject({
  zone: z.enum(facingZones).optional(),
  /** Undefined if the attack needs no hit roll. */
  roll: rollSchema.optional(),
  speeds: z.tuple([z.int(), z.int()]),
  aimTurns: z.int(),
  attack: z.int(),
  defense: z.int(),
  base: z.int(),
  factors: listSchema(damageFactorSchema),
  whole: z.int(),
  physical: z.int(),
  portions: listSchema(z.strictObject({ element: elementSchema, raw: z.int(), affinity: z.int(), damage: z.int() })),
  hit: z.boolean(),
});
export type SavedNumbers = z.output<typeof savedNumbersSchema>;
/** Numbers of an attack with its final damage. */
export type AttackNumbers = SavedNumbers & { readonly damage: number };

/** Zone of the target that is hit. Front for counter-attacks and guards. SK-POS-1, SK-RUL-41, SK-RUL-49. */
const findAttackZone = ({ how, attacker, target, shield }: Attack, settings: Settings): FacingZone =>
  how === 'counter' || shield || (how === 'opportunity' && settings['aoo.positioning'] === 'no')
    ? 'front'
    : findFacingZone(target, attacker.at, settings);

/** Calculates an attack (section 6, steps 3 to 15). `natural`: the hit roll, if one is needed. SK-ATK-15, SK-RUL-19. */
export const calculateAttack = (state: State, attack: Attack, natural: number | undefined): AttackNumbers => {
  const { settings } = state;
  const zone = findAttackZone(attack, settings);
  const aimTurns = countAimTurns(attack, settings);
  const roll = natural === undefined ? undefined : buildRoll(state, attack, zone, aimTurns, natural);
  const damage = calculateDamage(state, attack, zone, roll?.stage);
  // Magic has its own element or none, never the attacker’s conversions. SK-ELEM-6.
  const { magic } = attack;
  const ofMagic = { conversions: magic?.element ? [{ element: magic.element, percent: 100 }] : [], addOns: [] };
  const parts = convertDamage(damage.whole, magic ? ofMagic : attack.attacker.sheet, attack.target);
  return {
    ...(attack.attacker.id !== attack.target.id && { zone }),
    ...(roll !== undefined && { roll }),
    speeds: [...findComparedSpeeds(state, attack)],
    aimTurns,
    ...damage,
    ...parts,
    hit: roll === undefined || roll.stage >= settings['stage.hitFrom'],
  };
};
