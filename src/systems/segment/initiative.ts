import { z } from 'zod';
import { formatNumber, formatSigned, joined, listed, phrase, ref, say, sentences, term } from '../../core/message.ts';
import type { Dice } from '../../dice/dice.ts';
import { effectSum } from '../../rules/effects.ts';
import { type EventOf, line, step } from '../../rules/event.ts';
import { createLimitCounter } from '../../rules/order-limits.ts';
import { rollAttributeDegree } from './attribute-checks.ts';
import { castingPlan, findCastableSpell } from './casting.ts';
import { withTakenWeapon } from './dropped-weapons.ts';
import { startMovement } from './movement.ts';
import {
  type ActionSlot,
  actionSlotSchema,
  type Combatant,
  canDeclareNow,
  type Declaration,
  degreeRollSchema,
  find,
  gmModifierParts,
  isRanged,
  type ListedAttack,
  movementProgressSchema,
  nonZeroParts,
  roundEvent,
  type State,
  type SumPart,
  sumOfParts,
  sumPart,
  sumPartSchema,
  update,
  weaponOf,
  withoutGmModifiers,
} from './state.ts';
import { stuckMissileModifier } from './tables.ts';
import { degreeRowsFor, formatLabel, isSumVisible } from './visibility.ts';

/** A combatant’s initiative was rolled, and its actions have their segments. SEG-INIT-7. */
export const initiativeRolled = roundEvent('initiative-rolled', {
  facts: {
    who: z.string(),
    slots: z.array(actionSlotSchema),
    parts: z.array(sumPartSchema),
    pick: degreeRollSchema.optional(),
    carries: z.strictObject({ spell: z.string().optional(), target: z.string().optional() }).optional(),
    aimCarried: z.boolean(),
    march: movementProgressSchema.optional(),
  },
  apply: (state, event) => {
    const weapon = (event.pick?.degree ?? 5) <= 4 ? find(state, event.who)?.declaration?.weapon : undefined;
    const next = update(withTakenWeapon(state, event.who, weapon), event.who, (before) => ({
      initiatives: event.slots,
      ...(event.pick && {
        pickDegree: event.pick.degree,
        ...(before.declaration && { declaration: { ...before.declaration, kept: event.pick.degree === 1 ? 1 : 0 } }),
      }),
      carried: event.carries,
      ...(event.march && { march: event.march }),
      ...(event.aimCarried && before.aiming && { aimCarried: { ...before.aiming, round: state.round } }),
    }));
    return withoutGmModifiers(next, event.who, 'initiative');
  },
  narrate: ({ who, slots, parts, pick, carries, aimCarried }, { after, reader }) => {
    const im = find(after, who)?.sheet.im ?? 0;
    const rows = isSumVisible(reader, who, 'initiative', parts)
      ? [
          ...degreeRowsFor(reader, who, 'SEG-PICK-2', term('DEX'), pick),
          ...slots.map(({ die, natural, modifier, segment, number }) => [
            step('SEG-INIT-1', phrase`${number}: ${die === undefined ? natural : `d${die} ${natural}`}`),
            ...(modifier === 0
              ? []
              : [
                  step(
                    'SEG-INIT-3',
                    say`${formatSigned(modifier)} (${joined([
                      say`IM ${formatSigned(im)}`,
                      ...parts.map((part) => say`${formatLabel(part)} ${formatSigned(part.value)}`),
                    ])})`,
                  ),
                ]),
            segment <= -6
              ? step('SEG-INIT-5', phrase`= segment ${segment}, lost`)
              : step('SEG-INIT-4', phrase`= segment ${segment}`),
          ]),
        ]
      : [];
    const segments = listed(
      slots.map(({ segment, status }) => (status === 'lost' ? phrase`${segment} (lost)` : formatNumber(segment))),
    );
    const acts =
      slots.length === 1
        ? say`${ref(who)} acts on segment ${segments}.`
        : say`${ref(who)} acts on segments ${segments}.`;
    const picks =
      pick?.degree === 5 ? say`${ref(who)} does not get hold of the weapon.` : say`${ref(who)} picks the weapon up.`;
    const holds =
      carries?.spell === undefined
        ? say`${ref(who)} holds for the next round.`
        : say`${ref(who)} holds ${term(carries.spell)} for the next round.`;
    const says = sentences(
      pick && picks,
      slots.length > 0 &&
        (slots.some(({ status }) => status === 'carried')
          ? say`${ref(who)} begins on segment 10 of the next round.`
          : acts),
      carries !== undefined && slots.length === 0 && holds,
      aimCarried && say`${ref(who)} aims; the aim carries over to the next round.`,
    );
    return says === '' ? undefined : line(says, 'quiet', rows);
  },
});

/** The modifiers from a declaration for every initiative roll, except IM. SEG-INIT-3, SEG-RUL-12. */
export const initiativeParts = (state: State, who: Combatant, { main, options }: Declaration): SumPart[] =>
  nonZeroParts(
    sumPart('SEG-NOMOVE-1', 'no movement', options.noMovement ? 3 : 0),
    sumPart('SEG-COMBO-3', 'move and attack', main === 'move-attack' ? -5 : 0),
    sumPart('SEG-CAST-11', 'move and cast', main === 'move-cast' ? -5 : 0),
    sumPart('SEG-COMBO-11', 'run and attack', main === 'run-attack' ? -7 : 0),
    ...options.draw.map(({ weapon }) => sumPart('SEG-DRAW-1', say`drawing ${term(weapon)}`, -5)),
    ...options.sheathe.map((weapon) => sumPart('SEG-DRAW-2', say`sheathing ${term(weapon)}`, -5)),
    sumPart('SEG-PICK-2', 'picking up', main === 'pick-up' ? -5 : 0),
    sumPart('SEG-PEN-3', 'stuck missiles', stuckMissileModifier(state, who, 'im')),
    ...gmModifierParts(state, who, 'initiative'),
    sumPart('SEG-GEN-7', 'effects', effectSum(state.effects, who.id, 'initiative')),
  );

/** Initiative of a carried or held action: segment 10, no modifiers. SEG-CAST-6, SEG-RUL-46, SEG-HOLD-2, SEG-RUL-53. */
const fixedInitiative = { die: undefined, natural: 10, segment: 10 };

const hasHeldAction = ({ carried }: Combatant): boolean => carried !== undefined && carried.spell === undefined;

/** Rolls the die of the nth attack, counted from 0. Attacks without a die have the result 1. SEG-INIT-2, SEG-RUL-8. */
const rollInitiativeDie = ({ settings }: State, nth: number, modifier: number, dice: Dice) => {
  const die = settings.initiativeDice[nth];
  const natural = die === undefined ? 1 : dice.roll(die, 'initiative');
  return { die, natural, segment: natural + modifier };
};

/** Gives each attack its own segment: as rolled, or the next free segment below. SEG-INIT-4, SEG-INIT-5. */
const spreadSegments = (segments: readonly number[]): readonly number[] => {
  const used = new Set<number>();
  const count = createLimitCounter('steps');
  return segments.map((wanted) => {
    let segment = wanted;
    while (used.has(segment)) {
      count('attacks');
      segment--;
    }
    used.add(segment);
    return segment;
  });
};

const statusOn = (segment: number) =>
  segment <= -6 ? { status: 'lost' as const, lost: 'late' } : { status: 'pending' as const };

/** Rolls the initiative of attacks; the first attack uses the first die. SEG-INIT-9, SEG-RUL-9. */
const attackSlots = (
  state: State,
  who: Combatant,
  attacks: readonly ListedAttack[],
  modifier: number,
  dice: Dice,
): ActionSlot[] => {
  const rolls = attacks.map((attack, n) => ({
    attack,
    ...(n === 0 && hasHeldAction(who) ? fixedInitiative : rollInitiativeDie(state, n, modifier, dice)),
  }));
  const segments = spreadSegments(rolls.map(({ segment }) => segment));
  return rolls.map(({ attack, die, natural, segment: wanted }, n) => {
    const segment = segments[n] ?? wanted;
    return {
      ...attack,
      number: n + 1,
      kind: 'attack',
      die,
      natural,
      modifier: wanted - natural,
      segment,
      ...statusOn(segment),
      settled: false,
    };
  });
};

/** Rolls the initiative of the only action: a spell, first aid or another action. */
const rollSingleAction = (
  state: State,
  who: Combatant,
  kind: 'cast' | 'first-aid' | 'other',
  modifier: number,
  dice: Dice,
): ActionSlot => {
  const declared = who.declaration;
  const isFixed = declared?.carried || hasHeldAction(who);
  const { die, natural, segment } = isFixed ? fixedInitiative : rollInitiativeDie(state, 0, modifier, dice);
  const base = {
    number: 1,
    kind,
    hand: 'main' as const,
    die,
    natural,
    modifier: segment - natural,
    target: declared?.target,
    settled: false,
  };
  const spell = kind === 'cast' ? findCastableSpell(who, declared?.spell ?? '') : undefined;
  if (spell === undefined) return { ...base, segment, ...statusOn(segment) };
  const plan = castingPlan(spell, segment, state.settings);
  return { ...base, segment: plan.begins, status: plan.carried ? 'carried' : 'pending' };
};

/** Rolls the initiative of one combatant when declarations close. SEG-INIT-7, SEG-RUL-5. */
export const rollInitiative = (state: State, who: Combatant, dice: Dice): EventOf<typeof initiativeRolled> => {
  const declared = who.declaration;
  const nothing = initiativeRolled({ who: who.id, slots: [], parts: [], aimCarried: false });
  if (declared === undefined || !canDeclareNow(state, who)) return nothing;
  const { main, attacks, kept } = declared;
  const parts = initiativeParts(state, who, declared);
  const modifier = who.sheet.im + sumOfParts(parts);
  const march = startMovement(state, who, declared);
  const moving = march === undefined ? {} : { march };
  const carries = {
    spell: declared.spell,
    target: declared.target,
  };
  switch (main) {
    case 'attack':
    case 'move-attack':
    case 'attack-move':
    case 'run-attack':
      return {
        ...nothing,
        slots: attackSlots(state, who, attacks.slice(0, kept), modifier, dice),
        parts,
        aimCarried: declared.options.aim && kept === 0 && state.settings.aimCarries,
        ...moving,
      };
    case 'cast':
    case 'move-cast': {
      const slot = rollSingleAction(state, who, 'cast', modifier, dice);
      return {
        ...nothing,
        slots: [slot],
        parts: declared.carried ? [] : parts,
        ...(slot.status === 'carried' && { carries }),
        ...moving,
      };
    }
    case 'first-aid':
    case 'other':
      return { ...nothing, slots: [rollSingleAction(state, who, main, modifier, dice)], parts };
    // The check is rolled now, because its best degree allows an attack. SEG-RUL-62.
    case 'pick-up': {
      const pick = rollAttributeDegree(state, who, 'dex', dice, 'pick up');
      const listed = pick.degree === 1 ? attacks.slice(0, 1) : [];
      return { ...nothing, pick, slots: attackSlots(state, who, listed, modifier, dice), parts };
    }
    // SEG-HOLD-1.
    case 'hold':
      return { ...nothing, carries };
    case 'move':
    case 'dodge':
    case 'withdraw':
    case 'full-defense':
      return { ...nothing, ...moving };
    case 'desperate-defense':
    case 'none':
      return nothing;
  }
};

/** The segment of free actions: the combatant’s highest segment, or 10 without initiative. SEG-FREE-2. */
export const freeActionSegment = ({ initiatives }: Combatant): number => {
  const segments = initiatives
    .filter(({ status, lost }) => status !== 'carried' && lost !== 'late')
    .map(({ segment }) => segment);
  return segments.length === 0 ? 10 : Math.max(...segments);
};

/** The ranged weapon to aim: declared, first listed or in hand. Undefined if no such weapon is ranged. */
export const aimedWeapon = (who: Combatant, declared: Pick<Declaration, 'attacks' | 'weapon'>): string | undefined => {
  const ranged = (name: string | undefined) =>
    who.sheet.weapons.find((weapon) => weapon.name === name && isRanged(weapon))?.name;
  const [first] = declared.attacks;
  return (
    ranged(declared.weapon) ??
    (first && weaponOf(who, first.weapon, first.use) && ranged(first.weapon)) ??
    ranged(who.hand)
  );
};
