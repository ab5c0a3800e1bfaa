import { z } from 'zod';
import { formatSigned, maskedRef, phrase, ref, say, sentences, type Text, term } from '../../core/message.ts';
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
import { distanceInFeet, friendThreshold, meleeMembers, rollShotIntoMelee, shotIntoMeleeSchema } from './engagement.ts';
import { withoutHeld } from './equipment.ts';
import { type Weapon, weaponUses } from './sheet.ts';
import {
  type Combatant,
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
  withoutCombatants,
  withoutGmModifiers,
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

/** An attack about to be rolled. Section 6 of RULES.md. */
export interface WeaponAttack extends Omit<AttackSetup, 'free'> {
  readonly segment: number;
  /** Number of the attack among the declared attacks. Undefined for a free attack on a combatant that withdraws. */
  readonly number: number | undefined;
}

interface RolledAttack {
  readonly facts: Omit<AttackedEvent, 'type' | 'impact'>;
  readonly weapon: Weapon;
  readonly damage: number;
}

const rollFriendlyFire = (state: State, { attacker, target, weapon }: WeaponAttack, dice: Dice) => {
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

/** Rolls PER for an attacker and a target that cannot see each other, the attacker first. SEG-MELEE-7, SEG-RUL-63. */
const rollSightChecks = (state: State, attacker: Combatant, target: Combatant, dice: Dice): readonly SightCheck[] => {
  if (state.settings.unseenCheck === 'gm') return [];
  return [[attacker, target] as const, [target, attacker] as const].flatMap(([who, foe]) => {
    if (!cannotSee(state, who, foe) || who.unseen[foe.id] !== undefined) return [];
    const roll = rollAttributeDegree(state, who, 'per', dice);
    return [{ who: who.id, foe: foe.id, roll, seen: sightDegreeOf(roll.degree) }];
  });
};

/** The combatant with the results of the PER checks that it made itself. */
const withSights = (combatant: Combatant, sights: readonly SightCheck[]): Combatant => {
  const own = sights.filter(({ who }) => who === combatant.id);
  if (own.length === 0) return combatant;
  const found = Object.fromEntries(own.map(({ foe, seen }) => [foe, seen]));
  return { ...combatant, unseen: { ...combatant.unseen, ...found } };
};

/** The battle without surprise if the shot goes into melee. An unseen attacker stays unseen. SEG-INTOMELEE-6. */
const withoutSurpriseInto = (melee: AttackedEvent['intoMelee'], state: State): State =>
  melee === undefined ? state : { ...state, surprises: state.surprises.filter(({ kind }) => kind === 'unseen') };

/** Calculates strike chance (SC), defense (DEF), and the roll needed to hit. */
export const calculateNeededRoll = (state: State, attack: AttackSetup) => {
  const { sc, parts: scParts } = strikeChance(state, attack);
  const { def, parts: defParts } = modifiedDefense(state, attack);
  return { sc, scParts: [...scParts], def, defParts: [...defParts], need: sc - def };
};

/** Rolls an attack, except dice that its damage causes. Steps 2 to 6 in section 6 of RULES.md. */
export const rollAttack = (state: State, attack: WeaponAttack, dice: Dice): RolledAttack => {
  const { weapon, hand, segment, number } = attack;
  const intoMelee = rollFriendlyFire(state, attack, dice);
  const friend = intoMelee?.friend ? intoMelee.friends[(intoMelee.index ?? 1) - 1] : undefined;
  const actual = find(state, friend) ?? attack.target;
  const sights = rollSightChecks(state, attack.attacker, actual, dice);
  const [attacker, target] = [withSights(attack.attacker, sights), withSights(actual, sights)];
  const setup = { attacker, target, weapon, hand, free: number === undefined };
  const chances = calculateNeededRoll(withoutSurpriseInto(intoMelee, state), setup);
  const roll = dice.roll(100, 'attack');
  const limits = criticalThresholds(chances.need);
  const outcome = readAttackRoll(roll, chances.need, limits);
  const doubles = outcome === 'critical' || outcome === 'grievous' ? state.settings.critDoubles : 'no';
  const hit = outcome === 'miss' ? undefined : rollDamage(weapon.damage, extraDamageParts(state, setup), doubles, dice);
  const facts = {
    attacker: attacker.id,
    number,
    target: target.id,
    weapon: weapon.name,
    use: weapon.use,
    hand,
    segment,
    intoMelee,
    sights: [...sights],
    ...chances,
    roll,
    ...limits,
    outcome,
    rolled: hit?.rolled,
    damageParts: [...(hit?.parts ?? [])],
  };
  return { facts, weapon, damage: hit?.damage ?? 0 };
};

/** Applies a rolled attack to its target in the current state. Steps 7 and 8 in section 6 of RULES.md. */
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

/** Rolls and applies one attack with all its dice. SEG-HIT-4. */
export const resolveAttack = (state: State, attack: WeaponAttack, dice: Dice): AttackedEvent =>
  resolveHit(state, rollAttack(state, attack, dice), dice);

/** The battle after an attack, without the GM’s modifiers that the attack used up. SEG-HIT-6, SEG-RUL-39. */
const applyAttack = (state: State, event: AttackedEvent): State => {
  const { attacker, number, target, segment, impact } = event;
  const sighted = event.sights.reduce(withSight, state);
  const resolved =
    number === undefined ? sighted : updateSlot(sighted, attacker, number, { status: 'done', at: segment, target });
  const hit = impact === undefined ? resolved : update(resolved, target, (before) => applyImpact(before, impact));
  const spent = {
    ...withoutGmModifiers(hit, attacker, 'attack', 'damage'),
    surprises: hit.surprises.filter((each) => each.attacker !== attacker || each.target !== target),
    covers: hit.covers.filter((each) => each.from !== attacker || each.target !== target),
  };
  if (event.use === 'melee') return withEngagement(spent, attacker, target);
  return event.use === 'missile' ? spent : update(spent, attacker, (who) => withoutHeld(who, event.weapon));
};

/** Records that two combatants are in melee, if there is no map. SEG-RUL-20. */
const withEngagement = (state: State, a: string, b: string): State => {
  const [one, other] = [find(state, a), find(state, b)];
  if (one === undefined || other === undefined || distanceInFeet(state, one, other) !== undefined) return state;
  const known = state.engagements.some((pair) => pair.includes(a) && pair.includes(b));
  return known ? state : { ...state, engagements: [...state.engagements, [a, b]] };
};

const hiddenPart = (value: number): SumPart => ({ rule: '', label: hiddenPartLabel, value });

/** The parts of SC, as far as the reader may see them. Hidden combatants become one part. SEG-RANGED-7, SEG-MELEE-2. */
const scPartsFor = (event: AttackedEvent, { reader, before }: EventContext<State>): readonly SumPart[] => {
  const [attacker, target] = [find(before, event.attacker), find(before, event.target)];
  const weapon = attacker && weaponOf(attacker, event.weapon, event.use);
  if (reader.unseen.length === 0 || attacker === undefined || target === undefined || weapon === undefined)
    return event.scParts;
  const state = withoutSurpriseInto(event.intoMelee, before);
  const { hand, sights } = event;
  const setup = {
    attacker: withSights(attacker, sights),
    target: withSights(target, sights),
    weapon,
    hand,
    free: event.number === undefined,
  };
  const others = reader.unseen.filter((id) => id !== event.attacker && id !== event.target);
  const known = withoutCombatants(state, others);
  const both = { asIs: strikeChance(state, setup).parts, asKnown: strikeChance(known, setup).parts };
  return redactParts(event.scParts, both, ({ rule }) => rule, hiddenPart);
};

/** The highest roll that hits a friend; for a reader, hidden combatants become one number. SEG-INTOMELEE-3. */
const friendStep = (
  { threshold, intended, attacker }: NonNullable<AttackedEvent['intoMelee']> & Pick<AttackedEvent, 'attacker'>,
  { reader, before }: EventContext<State>,
): SumStep => {
  const known = withoutCombatants(
    before,
    reader.unseen.filter((id) => id !== attacker && id !== intended),
  );
  const [shooter, target] = [find(known, attacker), find(known, intended)];
  const sizes = shooter && target && reader.unseen.length > 0 ? meleeMembers(known, shooter, target) : undefined;
  const usual = sizes && friendThreshold(sizes.friends.length, sizes.opponents.length, known.settings);
  if (sizes === undefined || usual === undefined || (usual === threshold && sizes.friends.length > 0))
    return step('SEG-INTOMELEE-3', phrase`target is a friend on ${threshold} or less`);
  return step(
    'SEG-INTOMELEE-3',
    sizes.friends.length === 0
      ? phrase`${term(hiddenPartLabel)} on ${threshold} or less`
      : phrase`target is a friend on ${usual} ${formatSigned(threshold - usual)} ${term(hiddenPartLabel)} = ${threshold} or less`,
  );
};

const rowsOf = (event: AttackedEvent, moment: EventContext<State>): readonly SumRow<Text>[] => {
  const { reader, before } = moment;
  const { attacker, target, intoMelee, impact } = event;
  const isScVisible = isSumVisible(reader, attacker, 'sc', event.scParts);
  const isDefVisible = isNumberVisible(reader, target, 'def');
  const shot = intoMelee && phrase`shot into melee: d100 ${intoMelee.natural} +${intoMelee.bonus} = ${intoMelee.total}`;
  const through =
    intoMelee && shot ? [[step('SEG-INTOMELEE-2', shot), friendStep({ ...intoMelee, attacker }, moment)]] : [];
  const looks = event.sights.flatMap(({ who, roll }) =>
    degreeRowsFor(reader, who, 'SEG-MELEE-7', say`PER of ${maskedRef(who)}`, roll),
  );
  const chances: readonly SumRow<Text>[] = [
    ...(isScVisible ? [sumRow('SEG-HIT-2', 'SC', event.sc, scPartsFor(event, moment))] : []),
    ...(isDefVisible ? [sumRow('SEG-HIT-3', 'DEF', event.def, event.defParts)] : []),
  ];
  const needed = [
    step('SEG-HIT-1', phrase`need ${event.sc} − ${event.def} = ${event.need}`),
    step('SEG-CRIT-1', phrase`grievous up to ${event.grievousMax}, critical up to ${event.criticalMax}`),
  ];
  const read = step('SEG-AUTO-5', phrase`d100 ${event.roll} → ${term(event.outcome)}`);
  const roll: SumRow = isScVisible && isDefVisible ? [...needed, read] : [read];
  const damage =
    impact && reader.canSee(attacker) ? damageRows(reader, target, impact, event.rolled, event.damageParts) : [];
  const held = percentRowsFor(reader, target, 'SEG-INT-2', impact?.concentration);
  return before.status === 'active' ? [...through, ...looks, ...chances, roll, ...damage, ...held] : [];
};

const describeOutcome = (outcome: AttackedEvent['outcome'], attacker: Text, target: Text): Text =>
  ({
    miss: say`${attacker} misses ${target}`,
    hit: say`${attacker} hits ${target}`,
    critical: say`${attacker} critically hits ${target}`,
    grievous: say`${attacker} grievously hits ${target}`,
  })[outcome];

const attackedFacts = {
  attacker: z.string(),
  /** Number of the attack among the declared attacks. Undefined for a free attack. */
  number: z.int().optional(),
  target: z.string(),
  weapon: z.string(),
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

/** A combatant made one attack; the event has all its dice. SEG-HIT-4. */
export const attacked = roundEvent('attacked', {
  facts: attackedFacts,
  apply: applyAttack,
  actors: ({ attacker }) => [attacker],
  tallies: ({ attacker, target, outcome, impact }, before, after) => [
    ...tallyAttack(attacker, target, outcome !== 'miss', impact?.taken ?? 0),
    ...tallyDefeat(before, after, target, attacker),
  ],
  narrate: (event, moment) => {
    const { reader, after } = moment;
    const { attacker, target, impact, intoMelee, number, outcome, segment } = event;
    if (!reader.canSee(attacker) && !reader.canSee(target)) return undefined;
    const plain = describeOutcome(outcome, maskedRef(attacker), maskedRef(target));
    const attack = reader.canSee(attacker) ? say`${plain} (${term(event.weapon)})` : plain;
    const harm =
      impact &&
      (isDamageTakenVisible(reader, target)
        ? say`${impact.taken} damage`
        : say`${impact.damage} damage before protection`);
    const free = number === undefined && term('It is a free attack.');
    const strays = intoMelee?.friend && say`The attack was meant for ${maskedRef(intoMelee.intended)}.`;
    const rest = impact && describeHit(after, target, impact, reader);
    return line(
      prefixSegment(segment, sentences(harm ? say`${attack}: ${harm}.` : say`${attack}.`, free, strays, rest)),
      outcome === 'miss' ? 'plain' : 'good',
      rowsOf(event, moment),
    );
  },
});

/** An attack waits, because its target is out of reach and attacker or target can still move. SEG-ROUND-5. */
export const attackDelayed = roundEvent('attack-delayed', {
  facts: { who: z.string(), number: z.int(), target: z.string(), segment: z.int() },
  apply: (state, event) => updateSlot(state, event.who, event.number, { status: 'waiting' }),
  narrate: ({ who, target, segment }) =>
    line(prefixSegment(segment, say`${ref(who)} waits until ${maskedRef(target)} is in reach.`), 'quiet', [
      [step('SEG-ROUND-5', 'out of reach, but movement left')],
    ]),
});
