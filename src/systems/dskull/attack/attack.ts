import { z } from 'zod';
import { phrase } from '../../../core/language.ts';
import { masked, ref, say } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { line, step } from '../../../rules/lines.ts';
import { combatant, oneOf, text } from '../../../rules/params.ts';
import { blowTallies } from '../../../rules/tally.ts';
import { done } from '../../../rules/verb.ts';
import { placeOf } from '../board/board.ts';
import { hostileTarget, inActivation } from '../checks.ts';
import { countOf, rollDice, rollSchema, sum } from '../dice/roll.ts';
import { rollRow, stepParts } from '../dice/roll-rows.ts';
import { type Terrain, terrainOf } from '../engagement.ts';
import { applyHarm, type Harm, harmSchema, resolveHarm, results } from '../harm/harm.ts';
import { harmRows, harmText, hitsText, toneOf } from '../harm/harm-rows.ts';
import { type Corner, corners } from '../line-of-sight.ts';
import {
  actingIn,
  copiesOf,
  type Draft,
  event,
  find,
  isFigure,
  order,
  type Part,
  stepsSchema,
  warriorOrSeatId,
} from '../state.ts';
import { advWorth } from '../traits.ts';
import { fire, phase } from '../triggers/triggers.ts';
import { tellsSteps } from '../visibility.ts';
import { payAttack, type Wielded, wielded } from './declaration.ts';
import { gripped, withGrip } from './melee.ts';
import { shotAt, shotFacts, shotFactsSchema, sightRow } from './ranged.ts';
import { attackKnown } from './redaction.ts';
import { aimed, attackSteps, hitsCounted, withEffectSteps } from './steps.ts';
import { activeWeapons, targets } from './targets.ts';

/** DS-ATK-7, DS-ATK-8. */
export const attacked = event(
  'attacked',
  {
    warrior: warriorOrSeatId,
    target: warriorOrSeatId,
    weapon: warriorOrSeatId,
    mode: z.enum(['melee', 'ranged']),
    modifiers: stepsSchema,
    sight: shotFactsSchema.optional(),
    roll: rollSchema,
    grip: z.boolean(),
    hits: z.int(),
    advSpent: z.int(),
    harm: harmSchema.optional(),
    result: z.enum(['miss', ...results]),
    surprised: z.boolean(),
    flanked: z.boolean(),
  },
  {
    apply: (state, { warrior, target }) => ({
      ...state,
      strokes: [
        {
          kind: 'attack',
          who: [warrior, target],
          points: [warrior, target].flatMap((id) => placeOf(state, id)),
        },
      ],
    }),
    tell: (struck, { before, reader }) => {
      const { warrior, target, weapon, mode, roll, grip, hits, advSpent, harm, surprised } = struck;
      const seen = reader.sees(warrior);
      const { modifiers, sight, flanked } = attackKnown(struck, before, reader);
      const statuses = [...(flanked ? ['flanked'] : []), ...(surprised && reader.sees(target) ? ['surprised'] : [])];
      const shown = tellsSteps(reader, target) && tellsSteps(reader, warrior);
      const armoured = reader.tells(target, 'armour');
      return line(
        say`${masked(warrior)} attacks ${masked(target)}${seen ? phrase` with ${weapon}` : ''}${
          statuses.length > 0 ? phrase` (${statuses.join(', ')})` : ''
        }: ${harm === undefined ? 'a miss' : phrase`${hitsText(hits)}, ${harmText(harm, armoured)}`}.`,
        toneOf(harm),
        [
          ...(shown ? sightRow(sight) : []),
          rollRow('attack', roll, shown ? stepParts(modifiers) : [], [
            ...(grip ? [step('DS-MELEE-5', 'two-handed grip leaves out one SKL')] : []),
            step(mode === 'melee' ? 'DS-MELEE-4' : 'DS-RNG-5', phrase`= ${hitsText(hits)}`),
            ...(advSpent === 0 ? [] : [step('DS-TRAIT-4', phrase`an ADV spent: ${advSpent} on armour and injury`)]),
          ]),
          ...harmRows(harm, tellsSteps(reader, target), armoured),
        ],
      );
    },
    counts: ({ warrior, target, result, harm }) => blowTallies(warrior, target, result !== 'miss', harm?.final ?? 0),
    actedBy: ({ warrior }) => [warrior],
    draws: 'attack',
  },
);

/** How an ADV is spent: by the best option, by Strong’s, or not (DS-TRAIT-4). */
type Spending = 'best' | 'strong' | 'no';

/** DS-ATK-7, DS-ATK-8. A melee or ranged attack, its preconditions met. */
function* makeAttack(
  draft: Draft,
  wielding: Wielded,
  targetId: string,
  corner: Corner | undefined,
  spending: Spending,
  seen: Terrain,
): Part {
  const declared = yield* payAttack(draft, wielding);
  if (declared === undefined) return;
  yield* strike(draft, wielding, targetId, corner, spending, seen);
  yield* fire(draft, 'after', 'attack.declare', declared);
}

/** DS-ATK-7 (3 to 12), DS-MELEE-6. */
function* strike(
  draft: Draft,
  wielding: Wielded,
  targetId: string,
  corner: Corner | undefined,
  spending: Spending,
  seen: Terrain,
): Part {
  const state = draft.now();
  const acting = actingIn(state);
  const target = find(state, targetId);
  const terrain = terrainOf(state, undefined, seen);
  if (!acting || !target || !isFigure(target) || !terrain) return;
  const { weapon } = wielding;
  const { activation, warrior } = acting;
  const shot = weapon.type === 'ranged' ? shotAt(terrain, warrior, weapon, target.at, corner) : undefined;
  const found = attackSteps(terrain, acting, target, shot);
  const modifiers = yield* withEffectSteps(draft, warrior.id, found.steps);
  const roll = yield* phase(draft, 'dice.rolled', warrior.id, () =>
    rollDice(draft, {
      name: 'attack',
      roller: warrior.owner,
      base: weapon.dice,
      step: sum(modifiers),
      concern: { kind: 'player', player: target.owner },
      says: () => ({ roller: say`Attack of ${ref(warrior.id)}`, opponent: say`Attack on ${ref(target.id)}` }),
    }),
  );
  if (roll === undefined) return;
  const grip = gripped(state.settings, warrior, activation, weapon);
  const counting = withGrip(roll.kept, grip);
  const hits = yield* hitsCounted(draft, warrior.id, countOf(counting, weapon.type === 'melee' ? 'melee' : 'default'));
  const spends = hits >= 1 && weapon.type === 'melee' && state.settings.attack.spendAdv && roll.kept.includes('ADV');
  const advSpent = spends && spending !== 'no' ? advWorth(warrior, spending) : 0;
  let came: Harm | undefined;
  if (hits >= 1)
    came = yield* resolveHarm(draft, {
      target,
      damage: hits,
      weapon,
      by: warrior.id,
      spent: advSpent,
      concern: { kind: 'player', player: warrior.owner },
    });
  draft.emit({
    type: 'attacked',
    warrior: warrior.id,
    target: target.id,
    weapon: weapon.id,
    mode: weapon.type,
    modifiers,
    sight: shot && shotFacts(shot, corner),
    roll,
    grip: counting.length < roll.kept.length,
    hits,
    advSpent,
    harm: came,
    result: came?.result ?? 'miss',
    surprised: found.surprised,
    flanked: found.flanked,
  });
  if (came !== undefined) yield* applyHarm(draft, target, came.result, warrior.owner);
}

/** DS-CMD-9, DS-ATK-6, DS-TRAIT-9, RULING-48. */
export const attack = order({
  summary: 'Attack a foe with a weapon you have selected',
  role: 'player',
  seen: 'seen',
  params: z.strictObject({
    target: combatant('Whom to attack'),
    weapon: text('With which weapon; by default the first with an attack left', 100).optional(),
    corner: oneOf('From which corner of your space you look; by default the best', corners).optional(),
    spendAdv: oneOf('How a Strong warrior spends an ADV', ['best', 'strong', 'no']).default('best'),
  }),
  offers: { target: targets, weapon: activeWeapons(false) },
  asks: () => ['weapon'],
  resolve: function* (draft, call, params) {
    const state = draft.now();
    const acting = inActivation(state, call);
    if (!acting.ok) return acting;
    const wielding = wielded(state.settings, acting.value, params.weapon, false);
    if (!wielding.ok) return wielding;
    const { warrior, activation } = acting.value;
    const target = hostileTarget(state, warrior, params.target);
    if (!target.ok) return target;
    const { id } = target.value;
    if (copiesOf(target.value, 'awe-inspiring') > 0 && activation.dared[id] !== 'passed')
      return refuse('E_AWE', { target: ref(id) });
    const terrain = terrainOf(state);
    if (terrain === undefined) return refuse('no-board');
    const aim = aimed(terrain, warrior, target.value, wielding.value.weapon, params.corner);
    if (!aim.ok) return aim;
    yield* makeAttack(draft, wielding.value, id, params.corner, params.spendAdv, terrain);
    return done;
  },
});
