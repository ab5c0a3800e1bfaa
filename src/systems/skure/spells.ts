import { z } from 'zod';
import {
  isSameName,
  listed,
  maskedRef,
  ref,
  refuse,
  say,
  sentences,
  type Text,
  term,
  worded,
} from '../../core/message.ts';
import { applyOwnEffect, inArea, rollOwnResistance, tellAbility } from '../../rules/abilities.ts';
import { createTally, line, type SumStep, step } from '../../rules/event.ts';
import { combatantParam, doneVerdict, textParam } from '../../rules/verb.ts';
import { type AttackCircumstances, resolveAttack } from './attack/attack.ts';
import { rangedDistance } from './board.ts';
import {
  offerMagicTargets,
  offersForPlacedActor,
  orderInTurn,
  requireNotDead,
  requireOnBoard,
  requireRangedReach,
} from './checks.ts';
import { attemptRevival, conditionApplied, createCondition, hpGauge, lifeStateAt, requireCanRevive } from './death.ts';
import { askInterceptors } from './defending-ally.ts';
import type { Breath, Spell } from './sheet.ts';
import {
  type CheckResult,
  combatantId,
  type Draft,
  event,
  find,
  findPlaced,
  isAlive,
  isAttackable,
  isPlaced,
  type PlacedCombatant,
  type State,
  update,
} from './state.ts';

/** A combatant casts a spell. Its aim still counts for the spell’s hit roll. SK-SPELL-1, SK-SPELL-8, SK-AIM-7. */
export const spellCast = event('cast', {
  facts: {
    who: combatantId,
    spell: z.string(),
    target: combatantId,
    cost: z.int(),
    moved: z.boolean(),
    essence: z.int(),
    left: z.int(),
    failure: z.strictObject({ chance: z.int(), natural: z.int(), fails: z.boolean() }).optional(),
  },
  apply: (state, { who, left }) => update(state, who, () => ({ essence: left })),
  narrate: ({ who, spell, target, cost, moved, essence, left, failure }, { reader }) => {
    const row: SumStep<Text>[] = [];
    if (reader.isNumberVisible(who, 'essence'))
      row.push(
        step('SK-SPELL-2', moved ? say`cost ${cost}, 1 of it for moving` : say`cost ${cost}`),
        step('SK-SPELL-4', say`essence ${essence} → ${left}`),
      );
    if (failure) row.push(step('SK-SPELL-5', say`d100 ${failure.natural}, fails on ${failure.chance} or less`));
    const at = target === who ? say`itself` : maskedRef(target);
    const rows = row.length > 0 ? [row] : [];
    return failure?.fails
      ? line(say`${ref(who)} casts ${term(spell)} at ${at}, but it fails.`, 'bad', rows)
      : line(say`${ref(who)} casts ${term(spell)} at ${at}.`, 'plain', rows);
  },
  actors: ({ who }) => [who],
});

/** Essence that a spell costs: 1 more if the caster has moved. `moves`: true if it will move first. SK-SPELL-2. */
export const spellCost = ({ turn }: State, { cost }: Spell, moves = false): number =>
  cost + (turn?.moved || moves ? 1 : 0);

/** Pays for a spell. False if the spell fails, which stuns the caster. SK-SPELL-5, SK-SPELL-6, SK-RUL-31, SK-RUL-32. */
const payFor = ({ now, emit, dice }: Draft, who: string, spell: Spell, target: string): boolean => {
  const { settings, turn } = now();
  const { essence } = findPlaced(now(), who);
  const cost = spellCost(now(), spell);
  const short = essence < cost;
  const chance = Math.min(100, Math.max(0, cost - essence) * settings['essence.failPer']);
  const natural = short ? dice.roll(100, 'essence') : undefined;
  const fails = natural !== undefined && natural <= chance;
  const failure = natural === undefined ? undefined : { chance, natural, fails };
  const [moved, left] = [turn?.moved ?? false, short ? 0 : essence - cost];
  emit(spellCast({ who, spell: spell.name, target, cost, moved, essence, left, failure }));
  if (fails) emit(conditionApplied({ who, condition: createCondition('stunned', settings) }));
  return !fails;
};

/** A spell or breath heals a combatant. SK-SPELL-9. */
export const healed = event('healed', {
  facts: { who: combatantId, hp: z.int() },
  apply: (state, { who, hp }) => update(state, who, () => ({ hp, life: lifeStateAt(hp, state.settings) })),
  narrate: ({ who }, { after, reader }) => {
    const me = find(after, who);
    const gauge = me && hpGauge(reader, me, me.hp);
    return line(sentences(say`${ref(who)} is healed.`, gauge && say`HP: ${term(gauge.text)}.`), 'good');
  },
  tallies: ({ who, hp }, before) => [createTally(who, 'healed', hp - (find(before, who)?.hp ?? hp))],
});

/** Applies condition, healing and effect to a target that is not dead. SK-RUL-67, SK-SPELL-9. */
const applyToLiving = (draft: Draft, magic: Spell | Breath, target: string): void => {
  const { now, emit } = draft;
  const victim = findPlaced(now(), target);
  if (!isAlive(victim)) return;
  const inflicts = 'inflicts' in magic ? magic.inflicts : null;
  if (inflicts !== null) {
    const { condition: name, turns, disrupts } = inflicts;
    const condition = createCondition(name, now().settings, { turns: turns ?? undefined, disrupts });
    emit(conditionApplied({ who: target, condition }));
  }
  const hp = Math.max(victim.hp, Math.min(victim.sheet.maxHp, victim.hp + (magic.heals ?? 0)));
  if (hp > victim.hp) emit(healed({ who: target, hp }));
  // The turn in which the target itself uses the magic does not count.
  applyOwnEffect(draft, target, magic, { at: 'end', of: target }, now().turn?.who === target ? 1 : 0);
};

/** Resolves magic for its target and all others in its area. SK-SPELL-8, SK-SPELL-9, SK-RUL-55. */
const resolveMagic = (
  draft: Draft,
  how: 'spell' | 'breath',
  aimed: AttackCircumstances,
  magic: Spell | Breath,
): void => {
  const state = draft.now();
  const [me, main] = [findPlaced(state, aimed.attacker), findPlaced(state, aimed.target)];
  const revives = 'revives' in magic ? magic.revives : null;
  const near = ({ at }: PlacedCombatant, radius: number) => rangedDistance(main.at, at) <= radius;
  const others = revives === null ? state.combatants.filter(isPlaced).filter(isAttackable) : [];
  const struck = inArea(main, others, magic.area, near, ({ team }) => team !== me.team);
  tellAbility(draft, me.id, magic.name, magic.text);
  for (const { id } of struck) {
    const share = rollOwnResistance(draft, me.id, id, magic);
    if (share === 'none') continue;
    const one: AttackCircumstances = id === main.id ? aimed : { attacker: me.id, target: id, spread: true };
    const part = share === 'half' ? { ...magic, damage: Math.floor(magic.damage / 2) } : magic;
    const { hit } = resolveAttack(draft, how, one, part);
    if (!hit || share === 'half') continue;
    if (revives === null) applyToLiving(draft, magic, id);
    else attemptRevival(draft, id, revives === 0 ? state.settings['revive.hp'] : revives);
  }
};

/** Spells that the caster can cast. Empty without essence. SK-SPELL-3. */
const castableSpells = ({ essence, sheet }: PlacedCombatant): readonly Spell[] => (essence === 0 ? [] : sheet.spells);

export const offerSpells = offersForPlacedActor((state, me) =>
  castableSpells(me).map((spell) => ({
    value: spell.name,
    label: say`${term(spell.name)} · cost ${spellCost(state, spell)} of ${me.essence} essence`,
  })),
);

const spellTargets = offersForPlacedActor((state, me, { spell }) =>
  castableSpells(me)
    .filter((each) => spell === undefined || each.name === spell)
    .flatMap((each) =>
      offerMagicTargets(state, me, each, each.revives === null ? undefined : (body) => requireCanRevive(body).ok),
    ),
);

/** Finds the target of magic: the caster or a combatant in reach. Only revivals allow a dead target. */
const requireMagicTarget = (
  state: State,
  me: PlacedCombatant,
  wanted: string,
  { range, revives = null }: { readonly range: number; readonly revives?: number | null },
): CheckResult<PlacedCombatant> => {
  const found = requireOnBoard(state, wanted);
  const target = found.ok && revives === null ? requireNotDead(found.value) : found;
  if (!target.ok || target.value.id === me.id) return target;
  return requireRangedReach(state, me, target.value, range);
};

/** Casts a spell. SK-SPELL-1, SK-SPELL-3, SK-SPELL-7. */
export const cast = orderInTurn({
  summary: 'Cast a spell at a target you directly face, or on yourself; ends the turn',
  visibility: 'seen',
  params: z.strictObject({ spell: textParam('The spell', 60), target: combatantParam('Who to cast it on') }),
  offers: { spell: offerSpells, target: spellTargets },
  resolve: (draft, { me }, { spell: wanted, target: at }) => {
    const spell = me.sheet.spells.find((each) => isSameName(each.name, wanted));
    if (spell === undefined) {
      const known = listed(me.sheet.spells.map((each) => worded(each.name)));
      return refuse('UNKNOWN_SPELL', { actor: ref(me.id), spell: wanted, known });
    }
    if (me.essence === 0) return refuse('NO_ESSENCE', { actor: ref(me.id) });
    const target = requireMagicTarget(draft.now(), me, at, spell);
    if (!target.ok) return target;
    const body = spell.revives === null ? target : requireCanRevive(target.value);
    if (!body.ok) return body;
    const { id } = target.value;
    if (payFor(draft, me.id, spell, id)) resolveMagic(draft, 'spell', { attacker: me.id, target: id }, spell);
    return doneVerdict;
  },
});

export const offerBreaths = offersForPlacedActor((_, me) =>
  me.sheet.breaths.map((each) => ({ value: each.name, label: each.name })),
);

const breathTargets = offersForPlacedActor((state, me, { breath: chosen }) =>
  me.sheet.breaths
    .filter((each) => chosen === undefined || each.name === chosen)
    .flatMap((each) => offerMagicTargets(state, me, each)),
);

/** Uses a breath. An ally may take a physical breath for the target. SK-BREATH-1, SK-BREATH-2, SK-RUL-34. */
export const breath = orderInTurn({
  summary: 'Use a breath on a target you directly face; ends the turn',
  visibility: 'seen',
  params: z.strictObject({ breath: textParam('The breath', 60), target: combatantParam('Who to cast it on') }),
  offers: { breath: offerBreaths, target: breathTargets },
  resolve: function* (draft, { me }, { breath: wanted, target: at }) {
    const used = me.sheet.breaths.find((each) => isSameName(each.name, wanted));
    if (used === undefined) {
      const known = listed(me.sheet.breaths.map((each) => worded(each.name)));
      return refuse('UNKNOWN_BREATH', { actor: ref(me.id), breath: wanted, known });
    }
    const found = requireMagicTarget(draft.now(), me, at, used);
    if (!found.ok) return found;
    const target = found.value;
    const shield = yield* askInterceptors(draft, { how: 'breath', attacker: me, ally: target }, used);
    const circumstances = { attacker: me.id, target: shield ?? target.id, instead: shield && target.id };
    resolveMagic(draft, 'breath', circumstances, used);
    return doneVerdict;
  },
});
