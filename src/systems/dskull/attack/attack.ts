import { z } from 'zod';
import { formatSigned, joined, maskedRef, phrase, present, ref, refuse, say, term } from '../../../core/message.ts';
import { line, step, tallyAttack } from '../../../rules/event.ts';
import { askSurprise } from '../../../rules/surprise.ts';
import { combatantParam, doneVerdict, oneOfParam, textParam } from '../../../rules/verb.ts';
import { warriorCenters } from '../board/board.ts';
import { requireActivation, requireHostileTarget } from '../checks.ts';
import { buildSumSteps, countFaces, rollRow, rollSchema } from '../dice/roll.ts';
import { createTerrain } from '../engagement.ts';
import {
  applyHarm,
  describeHarm,
  formatHits,
  harmResults,
  harmRows,
  harmSchema,
  resolveHarm,
  toneOfHarm,
} from '../harm/harm.ts';
import { type Corner, corners } from '../line-of-sight.ts';
import {
  type Draft,
  event,
  find,
  findActingWarrior,
  isFigure,
  order,
  type PartialRuling,
  stepsSchema,
  traitCopies,
  type Weapon,
} from '../state.ts';
import { advEffect } from '../traits.ts';
import { areStepsVisible, redactAttack } from '../visibility.ts';
import { declareAttack, offerActiveWeapons, offerTargets, requireWieldedWeapon } from './declaration.ts';
import {
  applyTwoHandedGrip,
  attackSteps,
  calculateShot,
  countHitsAfterEffects,
  hasTwoHandedGrip,
  requireTargetInReach,
  rollAttack,
  shotFacts,
  shotFactsSchema,
  sightRow,
  surprisedStep,
} from './steps.ts';

/** An attack with its rolls and result. DS-ATK-7, DS-ATK-8. */
export const attacked = event('attacked', {
  facts: {
    attacker: z.string(),
    target: z.string(),
    weapon: z.string(),
    mode: z.enum(['melee', 'ranged']),
    modifiers: stepsSchema,
    sight: shotFactsSchema.optional(),
    roll: rollSchema,
    grip: z.boolean(),
    hits: z.int(),
    advSpent: z.int(),
    harm: harmSchema.optional(),
    result: z.enum(['miss', ...harmResults]),
    surprised: z.boolean(),
    flanked: z.boolean(),
  },
  apply: (state, { attacker, target }) => ({
    ...state,
    strokes: [
      {
        kind: 'attack',
        who: [attacker, target],
        points: [attacker, target].flatMap((id) => warriorCenters(state, id)),
      },
    ],
  }),
  narrate: (blow, { before, reader }) => {
    const { attacker, target, weapon, mode, roll, grip, hits, advSpent, harm, surprised } = blow;
    const seen = reader.canSee(attacker);
    const { modifiers, sight, flanked } = redactAttack(blow, before, reader);
    const statuses = present([flanked && term('flanked'), surprised && reader.canSee(target) && term('surprised')]);
    const shown = areStepsVisible(reader, target) && areStepsVisible(reader, attacker);
    const armoured = reader.isNumberVisible(target, 'armour');
    const who = maskedRef(attacker);
    const plain = seen
      ? say`${who} attacks ${maskedRef(target)} with ${term(weapon)}`
      : say`${who} attacks ${maskedRef(target)}`;
    const attack = statuses.length > 0 ? say`${plain} (${joined(statuses)})` : plain;
    return line(
      say`${attack}: ${harm === undefined ? term('a miss') : joined([formatHits(hits), term(describeHarm(harm, armoured))])}.`,
      toneOfHarm(harm),
      [
        ...(shown ? sightRow(sight) : []),
        rollRow(
          term('attack'),
          roll,
          shown ? buildSumSteps(modifiers) : [],
          present([
            grip && step('DS-MELEE-5', 'two-handed grip ignores one SKL'),
            step(mode === 'melee' ? 'DS-MELEE-4' : 'DS-RNG-5', say`= ${formatHits(hits)}`),
            advSpent !== 0 && step('DS-TRAIT-4', phrase`ADV spent: ${advSpent} to armour and injury rolls`),
          ]),
        ),
        ...harmRows(harm, areStepsVisible(reader, target), armoured),
      ],
    );
  },
  tallies: ({ attacker, target, result, harm }) => tallyAttack(attacker, target, result !== 'miss', harm?.final ?? 0),
  actors: ({ attacker }) => [attacker],
  stroke: 'attack',
});

/** How a Strong attacker spends an ADV: best way, only as Strong, or not. DS-TRAIT-4. */
type AdvSpending = 'best' | 'strong' | 'no';

/** Rolls an attack and applies its damage. DS-ATK-7 (3 to 12), DS-ATK-8, DS-MELEE-6. */
function* resolveAttack(
  draft: Draft,
  weapon: Weapon,
  targetId: string,
  corner: Corner | undefined,
  spending: AdvSpending,
  isSurprised: boolean,
): PartialRuling {
  const state = draft.now();
  const acting = findActingWarrior(state);
  const target = find(state, targetId);
  const terrain = createTerrain(state);
  if (!acting || !target || !isFigure(target) || !terrain) return;
  const { warrior } = acting;
  const unaware = isSurprised ? [...acting.activation.unaware, target.owner] : acting.activation.unaware;
  const activation = { ...acting.activation, unaware };
  const shot = weapon.type === 'ranged' ? calculateShot(terrain, warrior, weapon, target.at, corner) : undefined;
  const found = attackSteps(terrain, { warrior, activation }, target, shot);
  const rolled = yield* rollAttack(draft, warrior, weapon, found.steps, {
    concern: { kind: 'player', player: target.owner },
    question: () => ({ roller: say`Attack of ${ref(warrior.id)}`, opponent: say`Attack on ${ref(target.id)}` }),
  });
  if (rolled === undefined) return;
  const { modifiers, roll } = rolled;
  const grip = hasTwoHandedGrip(state.settings, warrior, activation, weapon);
  const counting = applyTwoHandedGrip(roll.kept, grip);
  const counted = countFaces(counting, weapon.type === 'melee' ? 'melee' : 'default');
  const hits = yield* countHitsAfterEffects(draft, warrior.id, counted);
  const spends = hits >= 1 && weapon.type === 'melee' && state.settings.attack.spendAdv && roll.kept.includes('ADV');
  const advSpent = spends && spending !== 'no' ? advEffect(warrior, spending) : 0;
  const concern = { kind: 'player', player: warrior.owner } as const;
  const dealt = { target, damage: hits, weapon, by: warrior.id, spent: advSpent, concern };
  const harm = hits >= 1 ? yield* resolveHarm(draft, dealt) : undefined;
  draft.emit(
    attacked({
      attacker: warrior.id,
      target: target.id,
      weapon: weapon.id,
      mode: weapon.type,
      modifiers,
      sight: shot && shotFacts(shot, corner),
      roll,
      grip: counting.length < roll.kept.length,
      hits,
      advSpent,
      harm,
      result: harm?.result ?? 'miss',
      surprised: found.surprised,
      flanked: found.flanked,
    }),
  );
  if (harm !== undefined) yield* applyHarm(draft, target, harm.result, warrior.owner);
}

/** Attacks a foe with a selected weapon. DS-CMD-9, DS-ATK-6, DS-TRAIT-9, RULING-48. */
export const attack = order({
  summary: 'Attack a foe with a weapon you have selected',
  role: 'player',
  visibility: 'seen',
  params: z.strictObject({
    target: combatantParam('Who to attack'),
    weapon: textParam('The weapon; default: the first with an attack left', 100).optional(),
    corner: oneOfParam('The corner of your space to aim from; default: the best', corners).optional(),
    spendAdv: oneOfParam('How a Strong warrior spends an ADV: best, strong (not as Very Strong), or no (not at all)', [
      'best',
      'strong',
      'no',
    ]).default('best'),
  }),
  offers: { target: offerTargets, weapon: offerActiveWeapons(false) },
  promptFor: () => ['weapon'],
  requires: requireActivation,
  resolve: function* (draft, call, params, acting) {
    const state = draft.now();
    const wielding = requireWieldedWeapon(state.settings, acting, params.weapon, false);
    if (!wielding.ok) return wielding;
    const { warrior, activation } = acting;
    const target = requireHostileTarget(state, warrior, params.target);
    if (!target.ok) return target;
    const { id } = target.value;
    const { weapon } = wielding.value;
    if (traitCopies(target.value, 'awe-inspiring') > 0 && activation.dared[id] !== 'passed')
      return refuse('E_AWE', { target: ref(id) });
    const terrain = createTerrain(state);
    if (terrain === undefined) return refuse('no-board');
    const aim = requireTargetInReach(terrain, warrior, target.value, weapon, params.corner);
    if (!aim.ok) return aim;
    const worth = surprisedStep(state.settings);
    const offered = [{ id: 'surprised', label: phrase`Surprised: dice step ${formatSigned(worth)}` }] as const;
    const asks = worth !== 0 && !activation.unaware.includes(target.value.owner);
    const isSurprised = asks && (yield* askSurprise(call, warrior.id, id, offered)) !== 'none';
    yield* declareAttack(draft, wielding.value, () =>
      resolveAttack(draft, weapon, id, params.corner, params.spendAdv, isSurprised),
    );
    return doneVerdict;
  },
});
