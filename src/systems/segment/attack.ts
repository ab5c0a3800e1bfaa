import { z } from 'zod';
import { formatSigned, maskedRef, phrase, ref, say, type Text } from '../../core/message.ts';
import type { Dice } from '../../dice/dice.ts';
import {
  type EventContext,
  hiddenPartLabel,
  line,
  redactParts,
  type SumRow,
  type SumStep,
  step,
  tallyAttack,
} from '../../rules/event.ts';
import {
  rollAttributeDegree,
  type SightCheck,
  sightCheckSchema,
  sightDegreeOf,
  withSight,
} from './attribute-checks.ts';
import {
  applyImpact,
  calculateImpact,
  damageRows,
  describeHit,
  extraDamageParts,
  hitImpactSchema,
  isDamageTakenVisible,
  rollDamage,
  stuckMissile,
  tallyDefeat,
} from './damage.ts';
import {
  distanceInFeet,
  friendThreshold,
  meleeMembers,
  rollShotIntoMelee,
  type ShotIntoMelee,
  shotIntoMeleeSchema,
} from './engagement.ts';
import { type Weapon, weaponUses } from './sheet.ts';
import {
  type Combatant,
  combatantId,
  find,
  hands,
  isRanged,
  roundEvent,
  type State,
  type SumPart,
  sumPartSchema,
  update,
  updateSlot,
  weaponOf,
  withoutAdHocs,
  withoutCombatants,
} from './state.ts';
import {
  type AttackSetup,
  cannotSee,
  criticalThresholds,
  hitOutcomes,
  modifiedDefense,
  readAttackRoll,
  strikeChance,
} from './strike-chance.ts';
import { degreeRowsFor, isNumberVisible, isSumVisible, percentRowsFor, prefixSegment, sumRow } from './visibility.ts';

/** An attack about to be rolled. Section 6. */
export interface WeaponAttack extends Omit<AttackSetup, 'free'> {
  readonly segment: number;
  /** Place in the list. Undefined for a free attack on a withdrawer. */
  readonly number: number | undefined;
}

interface RolledAttack {
  readonly facts: Omit<AttackedEvent, 'type' | 'impact'>;
  readonly weapon: Weapon;
  readonly damage: number;
}

const rollStray = (state: State, { attacker, target, weapon }: WeaponAttack, dice: Dice): ShotIntoMelee | undefined => {
  if (!isRanged(weapon) || target.team === attacker.team) return undefined;
  const { friends, opponents } = meleeMembers(state, attacker, target);
  return friends.length === 0
    ? undefined
    : rollShotIntoMelee(
        { rank: weapon.rank, masterBowman: attacker.sheet.masterBowman, specialization: weapon.specialization },
        friends.map(({ id }) => id),
        opponents.length,
        target.id,
        state.settings,
        dice,
      );
};

/** Rolls PER for combatants that cannot see each other, the attacker first. SEG-MELEE-7, SEG-RUL-63. */
const rollSightChecks = (state: State, attacker: Combatant, target: Combatant, dice: Dice): readonly SightCheck[] => {
  if (state.settings.unseenCheck === 'gm') return [];
  return [[attacker, target] as const, [target, attacker] as const].flatMap(([who, foe]) => {
    if (!cannotSee(who, foe) || who.unseen[foe.id] !== undefined) return [];
    const roll = rollAttributeDegree(state, who, 'per', dice);
    return [{ who: who.id, foe: foe.id, roll, seen: sightDegreeOf(roll.degree) }];
  });
};

/** The combatant with its own results of these PER checks. */
const withSights = (combatant: Combatant, sights: readonly SightCheck[]): Combatant => {
  const own = sights.filter(({ who }) => who === combatant.id);
  const found = Object.fromEntries(own.map(({ foe, seen }) => [foe, seen]));
  return { ...combatant, unseen: { ...combatant.unseen, ...found } };
};

/** Calculates SC, DEF and the number needed, for an attack or for `odds`. */
export const calculateNeededRoll = (state: State, blow: AttackSetup) => {
  const { sc, parts: scParts } = strikeChance(state, blow);
  const { def, parts: defParts } = modifiedDefense(state, blow);
  return { sc, scParts: [...scParts], def, defParts: [...defParts], need: sc - def };
};

/** Rolls all dice of an attack except those that its damage causes. Section 6, steps 2 to 6. */
export const rollAttack = (state: State, strike: WeaponAttack, dice: Dice): RolledAttack => {
  const { weapon, hand, segment, number } = strike;
  const intoMelee = rollStray(state, strike, dice);
  const friend = intoMelee?.friend ? intoMelee.friends[(intoMelee.index ?? 1) - 1] : undefined;
  const struck = find(state, friend) ?? strike.target;
  const sights = rollSightChecks(state, strike.attacker, struck, dice);
  const [attacker, target] = [withSights(strike.attacker, sights), withSights(struck, sights)];
  const blow = { attacker, target, weapon, hand, free: number === undefined };
  // No surprise bonus for a shot into melee. SEG-INTOMELEE-6.
  const chances = calculateNeededRoll(intoMelee === undefined ? state : { ...state, surprises: [] }, blow);
  const roll = dice.roll(100, 'attack');
  const limits = criticalThresholds(chances.need);
  const outcome = readAttackRoll(roll, chances.need, limits);
  const doubles = outcome === 'critical' || outcome === 'grievous' ? state.settings.critDoubles : 'no';
  const hurt = outcome === 'miss' ? undefined : rollDamage(weapon.damage, extraDamageParts(state, blow), doubles, dice);
  const facts = {
    who: attacker.id,
    ...(number !== undefined && { number }),
    target: target.id,
    weapon: weapon.name,
    use: weapon.use,
    hand,
    segment,
    ...(intoMelee && { intoMelee }),
    sights: [...sights],
    ...chances,
    roll,
    ...limits,
    outcome,
    ...(hurt && { rolled: hurt.rolled }),
    damageParts: [...(hurt?.parts ?? [])],
  };
  return { facts, weapon, damage: hurt?.damage ?? 0 };
};

/** Applies a rolled attack to its target as it is now. Section 6, steps 7 and 8. */
export const resolveHit = (state: State, { facts, weapon, damage }: RolledAttack, dice: Dice): AttackedEvent => {
  const { outcome } = facts;
  const target = find(state, facts.target);
  if (outcome === 'miss' || target === undefined) return attacked(facts);
  const hit = {
    damage,
    protects: outcome === 'hit',
    single: true,
    grievous: outcome === 'grievous',
    stuck: stuckMissile(weapon, outcome, state.round),
  };
  return attacked({ ...facts, impact: calculateImpact(state, target, hit, dice) });
};

/** Resolves one attack from its first die to its last. SEG-HIT-4. */
export const resolveAttack = (state: State, strike: WeaponAttack, dice: Dice): AttackedEvent =>
  resolveHit(state, rollAttack(state, strike, dice), dice);

/** Applies an attack, and removes the GM's modifiers that it used up. SEG-HIT-6, SEG-RUL-39. */
const attackedState = (state: State, event: AttackedEvent): State => {
  const { who, number, target, segment, impact } = event;
  const sighted = event.sights.reduce(withSight, state);
  const struck =
    number === undefined ? sighted : updateSlot(sighted, who, number, { status: 'done', at: segment, target });
  const hit = impact === undefined ? struck : update(struck, target, (before) => applyImpact(before, impact));
  const spent = {
    ...withoutAdHocs(hit, who, 'attack', 'damage'),
    surprises: hit.surprises.filter((each) => each.attacker !== who || each.target !== target),
    covers: hit.covers.filter((each) => each.from !== who || each.target !== target),
  };
  return event.use === 'melee' ? inMelee(spent, who, target) : spent;
};

/** Records that two combatants are in melee, if there is no map. SEG-RUL-20. */
const inMelee = (state: State, a: string, b: string): State => {
  const [one, other] = [find(state, a), find(state, b)];
  if (one === undefined || other === undefined || distanceInFeet(state, one, other) !== undefined) return state;
  const known = state.engagements.some((pair) => pair.includes(a) && pair.includes(b));
  return known ? state : { ...state, engagements: [...state.engagements, [a, b]] };
};

const unseenPart = (value: number): SumPart => ({ rule: '', label: hiddenPartLabel, value });

/** The parts of SC. Parts that hidden combatants cause become one number. SEG-RANGED-7, SEG-MELEE-2. */
const scPartsFor = (event: AttackedEvent, { reader, before }: EventContext<State>): readonly SumPart[] => {
  const [attacker, target] = [find(before, event.who), find(before, event.target)];
  const weapon = attacker && weaponOf(attacker, event.weapon, event.use);
  if (reader.unseen.length === 0 || attacker === undefined || target === undefined || weapon === undefined)
    return event.scParts;
  const state = event.intoMelee === undefined ? before : { ...before, surprises: [] };
  const { hand, sights } = event;
  const blow = {
    attacker: withSights(attacker, sights),
    target: withSights(target, sights),
    weapon,
    hand,
    free: event.number === undefined,
  };
  const others = reader.unseen.filter((id) => id !== event.who && id !== event.target);
  const known = withoutCombatants(state, others);
  const both = { asIs: strikeChance(state, blow).parts, asKnown: strikeChance(known, blow).parts };
  return redactParts(event.scParts, both, ({ rule }) => rule, unseenPart);
};

/** Shows the total that hits a friend. What hidden combatants change is one number. SEG-INTOMELEE-3. */
const friendStep = (
  { threshold, intended, who }: NonNullable<AttackedEvent['intoMelee']> & Pick<AttackedEvent, 'who'>,
  { reader, before }: EventContext<State>,
): SumStep => {
  const known = withoutCombatants(
    before,
    reader.unseen.filter((id) => id !== who && id !== intended),
  );
  const [shooter, target] = [find(known, who), find(known, intended)];
  const sizes = shooter && target && reader.unseen.length > 0 ? meleeMembers(known, shooter, target) : undefined;
  const usual = sizes && friendThreshold(sizes.friends.length, sizes.opponents.length, known.settings);
  if (sizes === undefined || usual === undefined || (usual === threshold && sizes.friends.length > 0))
    return step('SEG-INTOMELEE-3', phrase`target is a friend on ${threshold} or less`);
  return step(
    'SEG-INTOMELEE-3',
    sizes.friends.length === 0
      ? phrase`${hiddenPartLabel} on ${threshold} or less`
      : phrase`target is a friend on ${usual} ${formatSigned(threshold - usual)} ${hiddenPartLabel} = ${threshold} or less`,
  );
};

const rowsOf = (event: AttackedEvent, moment: EventContext<State>): readonly SumRow<Text>[] => {
  const { reader, before } = moment;
  const attackerTold = isSumVisible(reader, event.who, 'sc', event.scParts);
  const targetTold = isNumberVisible(reader, event.target, 'def');
  const { intoMelee, impact } = event;
  const shot = intoMelee && phrase`shot into melee: d100 ${intoMelee.natural} +${intoMelee.bonus} = ${intoMelee.total}`;
  const through =
    intoMelee && shot ? [[step('SEG-INTOMELEE-2', shot), friendStep({ ...intoMelee, who: event.who }, moment)]] : [];
  const looks = event.sights.flatMap(({ who, roll }) =>
    degreeRowsFor(reader, who, 'SEG-MELEE-7', say`PER of ${maskedRef(who)}`, roll),
  );
  const chances: readonly SumRow<Text>[] = [
    ...(attackerTold ? [sumRow('SEG-HIT-2', 'SC', event.sc, scPartsFor(event, moment))] : []),
    ...(targetTold ? [sumRow('SEG-HIT-3', 'DEF', event.def, event.defParts)] : []),
  ];
  const needed = [
    step('SEG-HIT-1', phrase`need ${event.sc} − ${event.def} = ${event.need}`),
    step('SEG-CRIT-1', phrase`grievous up to ${event.grievousMax}, critical up to ${event.criticalMax}`),
  ];
  const fell = step('SEG-AUTO-5', phrase`d100 ${event.roll} → ${event.outcome}`);
  const roll: SumRow = attackerTold && targetTold ? [...needed, fell] : [fell];
  const harm =
    impact && reader.canSee(event.who) ? damageRows(reader, event.target, impact, event.rolled, event.damageParts) : [];
  const held = percentRowsFor(reader, event.target, 'SEG-INT-2', impact?.concentration);
  return before.status === 'active' ? [...through, ...looks, ...chances, roll, ...harm, ...held] : [];
};

const strikes = { miss: 'misses', hit: 'hits', critical: 'critically hits', grievous: 'grievously hits' } as const;

const attackedFacts = {
  who: combatantId,
  /** Place in the list. Undefined for a free attack. */
  number: z.int().optional(),
  target: combatantId,
  weapon: combatantId,
  use: z.enum(weaponUses),
  hand: z.enum(hands),
  segment: z.int(),
  intoMelee: shotIntoMeleeSchema.optional(),
  sights: z.array(sightCheckSchema),
  sc: z.int(),
  scParts: z.array(sumPartSchema),
  def: z.int(),
  defParts: z.array(sumPartSchema),
  need: z.int(),
  roll: z.int(),
  grievousMax: z.int(),
  criticalMax: z.int(),
  outcome: z.enum(hitOutcomes),
  rolled: z.int().optional(),
  damageParts: z.array(sumPartSchema),
  impact: hitImpactSchema.optional(),
};

export type AttackedEvent = z.output<
  z.ZodObject<{ type: z.ZodLiteral<'attacked'> } & typeof attackedFacts, z.core.$strict>
>;

/** One attack with all its dice. SEG-HIT-4. */
export const attacked = roundEvent('attacked', attackedFacts, {
  apply: attackedState,
  actors: ({ who }) => [who],
  tallies: ({ who, target, outcome, impact }, before, after) => [
    ...tallyAttack(who, target, outcome !== 'miss', impact?.taken ?? 0),
    ...tallyDefeat(before, after, target, who),
  ],
  narrate: (blow, moment) => {
    const { reader, after } = moment;
    const { who, target, impact, intoMelee, number, outcome, segment } = blow;
    if (!reader.canSee(who) && !reader.canSee(target)) return undefined;
    const free = number === undefined ? ' with a free attack' : '';
    const weapon = reader.canSee(who) ? phrase`, ${blow.weapon}` : '';
    const strays = intoMelee?.friend === true ? say` (meant for ${maskedRef(intoMelee.intended)})` : '';
    const how =
      impact === undefined
        ? ''
        : isDamageTakenVisible(reader, target)
          ? phrase` for ${impact.taken}`
          : phrase` for ${impact.damage} before protection`;
    const rest = impact === undefined ? '' : describeHit(after, target, impact, reader);
    const tone = outcome === 'miss' ? 'plain' : reader.isControlled(target) && !reader.gm ? 'bad' : 'good';
    return line(
      prefixSegment(
        segment,
        say`${maskedRef(who)} ${strikes[outcome]} ${maskedRef(target)}${strays}${free}${how}${weapon}.${rest}`,
      ),
      tone,
      rowsOf(blow, moment),
    );
  },
});

/** The attack waits, because the target is out of reach and movement is left. SEG-ROUND-5. */
export const attackDelayed = roundEvent(
  'attack-waits',
  { who: combatantId, number: z.int(), target: combatantId, segment: z.int() },
  {
    apply: (state, event) => updateSlot(state, event.who, event.number, { status: 'waiting' }),
    narrate: ({ who, target, segment }) =>
      line(prefixSegment(segment, say`${ref(who)} waits until ${maskedRef(target)} is in reach.`), 'quiet', [
        [step('SEG-ROUND-5', 'out of reach, but movement left')],
      ]),
  },
);
