import { z } from 'zod';
import { asName, isSameName, maskedRef, phrase, ref, say, sentences, term } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import { applyOwnEffect, inArea, rollOwnResistance, tellAbility } from '../../rules/abilities.ts';
import { type EventOf, line, step, tallyAttack } from '../../rules/event.ts';
import { rollPercent } from './attribute-checks.ts';
import { actionLost, findReplacementTarget } from './contingency/question.ts';
import {
  applyImpact,
  calculateImpact,
  createHealing,
  damageRows,
  describeHit,
  hitImpactSchema,
  isDamageTakenVisible,
  rollDamage,
  tallyDefeat,
} from './damage.ts';
import { distanceInFeet } from './engagement.ts';
import type { Settings } from './settings.ts';
import type { Spell } from './sheet.ts';
import {
  type ActionSlot,
  areHostile,
  type Combatant,
  type Draft,
  find,
  percentRollSchema,
  roundEvent,
  type State,
  stopMarch,
  sumPart,
  sumPartSchema,
  update,
  updateSlot,
  withoutGmModifiers,
} from './state.ts';
import { percentRowsFor, prefixSegment } from './visibility.ts';

/** A combatant began casting, which ends its movement. SEG-CAST-3, SEG-CAST-8, SEG-CAST-11, SEG-INT-4, SEG-RUL-52. */
export const castingBegan = roundEvent('casting-began', {
  facts: {
    who: z.string(),
    spell: z.string(),
    target: z.string().optional(),
    begins: z.int(),
    goesOff: z.int(),
    cost: z.int(),
    use: z.boolean(),
  },
  apply: (state, event) => {
    const { who, spell, target, begins, goesOff, cost, use } = event;
    const next = update(state, who, (before) => ({
      casting: { spell, target, begins, goesOff },
      energy: before.energy === undefined ? undefined : before.energy - cost,
      uses: use ? { ...before.uses, [spell]: (ownValue(before.uses, spell) ?? 1) - 1 } : before.uses,
      ...stopMarch(before),
    }));
    return updateSlot(next, who, 1, { status: 'done', at: begins });
  },
  narrate: ({ who, spell, begins, goesOff }) =>
    line(
      prefixSegment(begins, say`${ref(who)} begins ${term(spell)}; the spell goes off on segment ${goesOff}.`),
      'plain',
      [
        [
          step('SEG-CAST-3', phrase`${begins} − ${begins - goesOff} = ${goesOff}`),
          step('SEG-CAST-8', 'DEF without DEX, skill and shield until then'),
        ],
      ],
    ),
});

/** A spell took effect or failed. SEG-CAST-10. */
export const spellWentOff = roundEvent('spell-went-off', {
  facts: {
    who: z.string(),
    spell: z.string(),
    target: z.string().optional(),
    segment: z.int(),
    chance: percentRollSchema.optional(),
    success: z.boolean(),
    /** True if the target is only in the spell’s area. */
    spread: z.literal(true).optional(),
    rolled: z.int().optional(),
    damageParts: z.array(sumPartSchema),
    impact: hitImpactSchema.optional(),
  },
  apply: (state, event) => {
    const { who, target, impact } = event;
    const next = update(withoutGmModifiers(state, who, 'check'), who, () => ({ casting: undefined }));
    return impact === undefined || target === undefined
      ? next
      : update(next, target, (before) => applyImpact(before, impact));
  },
  actors: ({ who }) => [who],
  tallies: ({ who, target, impact }, before, after) =>
    target === undefined || impact === undefined
      ? []
      : [...tallyAttack(who, target, true, impact.taken), ...tallyDefeat(before, after, target, who)],
  narrate: (event, { reader, after }) => {
    const { who, spell, target, chance, impact, rolled, success, spread, segment, damageParts } = event;
    if (spread && target !== undefined && !reader.canSee(target)) return undefined;
    const rest = target !== undefined && impact && describeHit(after, target, impact, reader);
    if (!reader.canSee(who))
      return target === undefined || impact === undefined
        ? undefined
        : line(sentences(say`A spell hits ${ref(target)}.`, rest), 'plain');
    const foe = target === undefined ? undefined : maskedRef(target);
    const taken = target !== undefined && isDamageTakenVisible(reader, target) ? impact?.taken : undefined;
    const how = !success
      ? say`${term(spell)} of ${ref(who)} fails.`
      : foe === undefined
        ? say`${term(spell)} of ${ref(who)} goes off.`
        : taken === undefined
          ? say`${term(spell)} of ${ref(who)} goes off on ${foe}.`
          : say`${term(spell)} of ${ref(who)} goes off on ${foe}: ${taken} damage.`;
    return line(prefixSegment(segment, sentences(how, rest)), success ? 'good' : 'bad', [
      ...percentRowsFor(reader, who, 'SEG-CAST-10', chance),
      ...(impact && target !== undefined ? damageRows(reader, target, impact, rolled, damageParts) : []),
    ]);
  },
});

export const spellForgone = roundEvent('spell-forgone', {
  facts: { who: z.string(), spell: z.string() },
  apply: (state, event) => update({ ...state, pending: undefined }, event.who, () => ({ casting: undefined })),
  narrate: ({ who, spell }) => line(say`${ref(who)} gives up ${term(spell)}.`, 'quiet'),
});

/** Each row: maximum rank, segments for a GK spell, segments for an SK spell. SEG-CAST-4. */
const castingTimes = [
  [5, 6, 7],
  [10, 5, 6],
  [15, 4, 5],
  [20, 3, 4],
  [21, 2, 3],
] as const;

/** Segments from the start of casting until the spell goes off. SEG-CAST-4, SEG-CAST-7, SEG-RUL-47, SEG-RUL-48. */
export const castingTime = (
  { castingTime: own, rank = 0, knowledge = 'GK' }: Pick<Spell, 'castingTime' | 'rank' | 'knowledge'>,
  { roundSpellSegments }: Pick<Settings, 'roundSpellSegments'>,
): number => {
  if (own === 'round') return roundSpellSegments;
  if (own !== undefined) return own;
  const [, gk, sk] = castingTimes.find(([most]) => rank <= most) ?? [22, 1, 2];
  return knowledge === 'GK' ? gk : sk;
};

/** Finds a spell that the combatant can cast; a mage needs rank 1 or more. Undefined if unknown. */
export const findCastableSpell = ({ sheet }: Combatant, name: string): Spell | undefined =>
  sheet.spells.find(
    (spell) => isSameName(spell.name, name) && (spell.tradition === 'cleric' || (spell.rank ?? 0) >= 1),
  );

/** The spells that a combatant can cast and pay for. SEG-CAST-1. */
export const castableSpells = (who: Combatant): readonly Spell[] =>
  who.sheet.spells.filter((spell) => findCastableSpell(who, spell.name) && spellBudget(who, spell).enough);

/** The energy or prepared uses left for a spell, the cost, and whether it can be paid. SEG-CAST-1. */
export const spellBudget = ({ energy, uses }: Combatant, spell: Spell) => {
  const left = ownValue(uses, spell.name);
  if (left !== undefined && left < 1) return { enough: false, left, cost: 1 };
  return spell.cost > 0 && energy !== undefined
    ? { enough: energy >= spell.cost, left: energy, cost: spell.cost }
    : { enough: true, left: left ?? 0, cost: 0 };
};

/** Segments on which a spell begins and goes off. `carried`: in the next round. SEG-CAST-2, SEG-CAST-5. */
export const castingPlan = (spell: Spell, initiative: number, settings: Settings) => {
  const round = spell.castingTime === 'round';
  const begins = round && initiative >= 10 ? 10 : initiative;
  const goesOff = begins - castingTime(spell, settings);
  return { begins, goesOff, carried: goesOff <= -6 || (round && initiative < 10) };
};

/** Begins casting and pays for the spell, or loses the action if energy is short. SEG-CAST-9, SEG-RUL-45. */
export const beginCasting = (draft: Draft, who: string, slot: ActionSlot): void => {
  const state = draft.now();
  const caster = find(state, who);
  const spell = caster && findCastableSpell(caster, caster.declaration?.spell ?? '');
  if (caster === undefined || spell === undefined) return;
  if (!spellBudget(caster, spell).enough) {
    draft.emit(actionLost({ who, number: slot.number, segment: slot.segment, kind: 'cast', why: 'energy' }));
    return;
  }
  draft.emit(
    castingBegan({
      who,
      spell: spell.name,
      target: slot.target,
      begins: slot.segment,
      goesOff: slot.segment - castingTime(spell, state.settings),
      cost: caster.energy === undefined ? 0 : spell.cost,
      use: ownValue(caster.uses, spell.name) !== undefined,
    }),
  );
};

/** The spell that a combatant is casting. Undefined if it is casting no spell. */
const spellBeingCast = (state: State, who: string) => {
  const caster = find(state, who);
  const casting = caster?.casting;
  const spell = casting && findCastableSpell(caster, casting.spell);
  return spell && { caster, casting, spell };
};

/** Lets the spell go off. If its target is down, first finds or asks for another target. SEG-RUL-51, SEG-DECL-7. */
export const completeCasting = (draft: Draft, who: string): void => {
  const state = draft.now();
  const cast = spellBeingCast(state, who);
  if (cast === undefined) return;
  const { caster, casting, spell } = cast;
  const target = find(state, casting.target);
  const slot = caster.initiatives.find(({ kind }) => kind === 'cast');
  if (target !== undefined && target.life !== 'up' && slot !== undefined) {
    const outcome = findReplacementTarget(draft, caster, { ...slot, target: target.id }, casting.goesOff);
    if (outcome === 'lost') draft.emit(spellForgone({ who, spell: spell.name }));
    if (outcome !== 'turned') return;
  }
  releaseSpell(draft, who);
};

/** Rolls the cast chance. A spell that works affects its target and, on a map, its area. SEG-CAST-10, SEG-CAST-12. */
export const releaseSpell = (draft: Draft, who: string): void => {
  const state = draft.now();
  const cast = spellBeingCast(state, who);
  if (cast === undefined) return;
  const { caster, casting, spell } = cast;
  const { name } = spell;
  const chance =
    spell.castChance === undefined
      ? undefined
      : rollPercent(state, caster, sumPart('SEG-CAST-10', asName(name), spell.castChance), draft.dice, 'cast chance');
  const success = chance?.success ?? true;
  const target = find(state, casting.target);
  const facts = {
    who,
    spell: spell.name,
    target: casting.target,
    segment: casting.goesOff,
    chance,
    success,
  };
  if (!success || target === undefined) draft.emit(spellWentOff({ ...facts, damageParts: [] }));
  else {
    const others = state.combatants.filter(({ life }) => life === 'up');
    const isNear = (one: Combatant, squares: number) => (distanceInFeet(state, target, one) ?? Infinity) <= 5 * squares;
    for (const { id } of inArea(target, others, spell.area, isNear, (one) => areHostile(caster, one)))
      affectTarget(draft, spell, id === target.id ? facts : { ...facts, chance: undefined, target: id, spread: true });
  }
  if (success) tellAbility(draft, who, spell.name, spell.text);
};

type SpellFacts = Omit<EventOf<typeof spellWentOff>, 'type' | 'damageParts'>;

/** Lets a spell affect one target: resistance, damage, healing and effect. SEG-CAST-10, SEG-CAST-12. */
const affectTarget = (draft: Draft, spell: Spell, facts: SpellFacts): void => {
  const { who, target: id = '' } = facts;
  const share = rollOwnResistance(draft, who, id, spell);
  const state = draft.now();
  const target = find(state, id);
  if (share === 'none' || spell.damage === undefined || target === undefined)
    draft.emit(spellWentOff({ ...facts, damageParts: [] }));
  else {
    const { damage: whole, parts } = rollDamage(spell.damage, [], 'no', draft.dice);
    const damage = share === 'half' ? Math.floor(whole / 2) : whole;
    const hit = { damage, protects: !spell.ignoresProt, single: true, grievous: false, stuck: undefined };
    const impact = calculateImpact(state, target, hit, draft.dice);
    const resisted = share === 'half' ? [sumPart('SEG-CAST-12', 'resisted', damage - whole)] : [];
    draft.emit(spellWentOff({ ...facts, rolled: damage, damageParts: [...parts, ...resisted], impact }));
  }
  const victim = find(draft.now(), id);
  if (share !== 'all' || victim === undefined || victim.life === 'dead') return;
  if (spell.heals !== undefined) draft.emit(createHealing(victim, spell.heals));
  applyOwnEffect(draft, id, spell, { at: 'end' });
};
