import { z } from 'zod';
import { capitalize, present, ref, refuse, say, sentences, term, worded } from '../../core/message.ts';
import { effectsAfterTick } from '../../rules/effects.ts';
import { line, step } from '../../rules/event.ts';
import { standingOrderForGm } from '../../rules/expected-action.ts';
import { doneVerdict, type Verdict } from '../../rules/verb.ts';
import { isBreathless } from './battlefield.ts';
import { endIfDecided } from './combat-end.ts';
import { bodyConditions, endedEffectSchema, isUnitAble, listEndedEffects, withoutEffects } from './conditions.ts';
import { changedGmEffects, gmEffectsSchema } from './effects.ts';
import { lapseOffers } from './equipment.ts';
import { applyDamage, dropGroundedFlyers } from './falling.ts';
import { rollDeathCheck } from './life.ts';
import type { RefusalCode } from './refusals.ts';
import { findSkirmishAround, isCharacter, otherSide, riderAndMountOf, skirmishRole } from './relations.ts';
import type { Side } from './sheet.ts';
import { hasRoom, joinMelee, recomputeSkirmishes } from './skirmishes.ts';
import { stalemateLines } from './stalemate.ts';
import { type Draft, event, gmOrder, type State, type Unit, unitOrThingId } from './state.ts';
import { actingSide, hasOwnTurn, turnHolder, turnOrder } from './turns.ts';
import { find, isDead, requireUnit, update, updateAllUnits, updateUnits } from './units.ts';
import { describeVisible, visibleName } from './visibility.ts';

/** The number of rounds that a unit has been underwater changes. SW-WATER-8, SW-WATER-9. */
export const breathUpdated = event('breath', {
  facts: { who: unitOrThingId, rounds: z.int(), drowning: z.int().optional() },
  apply: (state, { who, rounds, drowning }) => update(state, who, () => ({ underwaterRounds: rounds, drowning })),
  narrate: ({ who, drowning }) => (drowning === undefined ? undefined : line(say`${ref(who)} has no breath left.`)),
});

const roundsPerMinute = 6;

/** Counts rounds without breath: after Vitality rounds, Death Checks, harder each minute. SW-WATER-12, SW-RUL-73. */
const checkBreath = (draft: Draft, id: string): void => {
  const unit = requireUnit(draft.now(), id);
  const [body] = unit.bodies;
  if (body === undefined || !isCharacter(unit) || !isBreathless(draft.now(), unit) || isDead(body)) return;
  const vitality =
    unit.sheet.abilities?.vit ?? (unit.sheet.mods.vit === undefined ? undefined : unit.sheet.mods.vit * 6);
  const spent = unit.underwaterRounds;
  if (body.hp <= 0 || bodyConditions(unit, body).includes('unconscious')) {
    const since = unit.drowning ?? (vitality !== undefined && spent > vitality ? spent - vitality - 1 : -1);
    const drowning = since + 1;
    draft.emit(breathUpdated({ who: id, rounds: spent + 1, drowning }));
    const due = drowning > 0 ? drowning % roundsPerMinute === 0 : spent === vitality && unit.drowning === undefined;
    if (due) rollDeathCheck(draft, body.id, drowning / roundsPerMinute);
    return;
  }
  const out = vitality !== undefined && spent >= vitality;
  draft.emit(breathUpdated({ who: id, rounds: spent + 1, ...(out && { drowning: 0 }) }));
  if (out) applyDamage(draft, body.id, 'hp', body.hp);
};

/** A round passes: effects lose a round, and some end. SW-ROUND-6, SW-RUL-91. */
export const timePassed = event('time-passed', {
  facts: { round: z.int(), ended: z.array(endedEffectSchema), gmEffects: gmEffectsSchema },
  apply: (state, { round, ended, gmEffects }) => {
    const left = withoutEffects(state, ended);
    const counted =
      round > 1
        ? updateAllUnits(left, ({ effects }) => ({
            effects: effects.map((effect) =>
              typeof effect.remaining === 'number' ? { ...effect, remaining: effect.remaining - 1 } : effect,
            ),
          }))
        : left;
    return { ...counted, stage: 'combat', round, effects: gmEffects ?? state.effects, phase: 'winner' };
  },
  narrate: ({ ended }, moment) =>
    ended
      .filter(({ unit }) => moment.reader.knowsAllOf(unit))
      .map(({ unit, effect, body }) =>
        line(
          say`${capitalize(worded(effect))} on ${body === undefined ? ref(unit) : visibleName(moment, body)} ends.`,
          'quiet',
          [[step('SW-ROUND-2', 'the duration has ended')]],
        ),
      ),
});

/** A round begins. SW-ROUND-6. */
export const roundOpened = event('round-opened', {
  facts: { restricted: z.array(unitOrThingId) },
  apply: (state, { restricted }) => ({
    ...updateAllUnits(state, () => ({ acted: false, blocks: 0, joinsNextRound: false, carried: undefined })),
    restricted,
    phase: 'winner',
  }),
  narrate: ({ restricted }, moment) => {
    const { after, reader } = moment;
    const side = actingSide(after);
    const ahead = describeVisible(moment, restricted);
    return present([
      line(sentences(say`Round ${after.round} begins.`, side && say`The ${term(side)} act first.`)),
      ahead !== undefined &&
        line(say`In round 1, no move, spell or shot for ${ahead}: their side won initiative.`, 'quiet', [
          [step('SW-PLACE-5', 'treated as after a Normal Move')],
        ]),
      ...stalemateLines(after, reader),
    ]);
  },
  beginsRound: true,
});

/** The other side’s turns begin. SW-ROUND-3. */
export const phaseBegan = event('phase', {
  facts: { phase: z.enum(['winner', 'loser']) },
  apply: (state, { phase }) => ({ ...state, phase }),
  narrate: (_, { after }) => (after.winner ? line(say`Now the ${term(otherSide(after.winner))} act.`) : undefined),
});

/** A unit’s turn ends. SW-ROUND-8. */
export const turnEnded = event('turn-ended', {
  facts: {
    who: unitOrThingId,
    units: z.array(unitOrThingId),
    joins: z.array(unitOrThingId),
    gmEffects: gmEffectsSchema,
    /** True if the unit was taken down during its turn, which ended the turn. SW-ROUND-10. */
    skipped: z.boolean().optional(),
  },
  apply: (state, { units, joins, gmEffects }) => {
    const ended = updateUnits(state, units, ({ retreat }) => ({
      acted: true,
      turn: undefined,
      retreat: retreat === 'ready' ? 'none' : retreat,
    }));
    return {
      ...updateUnits(ended, joins, () => ({ joinsNextRound: true })),
      open: undefined,
      effects: gmEffects ?? state.effects,
    };
  },
  narrate: ({ who, skipped = false }) =>
    skipped
      ? line(say`${ref(who)} can no longer act; its turn is over.`, 'quiet')
      : line(say`${ref(who)} ends its turn.`, 'quiet'),
});

export const roundStandingOrderKind = standingOrderForGm('must continue with the next side', 'continue');

/** Ends a turn: updates retreat, offers and skirmishes, and ends a combat that is decided. SW-ROUND-8, SW-SKIRM-11. */
export const endTurn = (draft: Draft, unit: Unit, skipped = false): void => {
  const state = draft.now();
  const both = riderAndMountOf(state, unit);
  const joins = both.filter((each) => isUnitAble(each) && skirmishRole(state, each) === 'independent');
  draft.emit(
    turnEnded({
      who: unit.id,
      units: both.map(({ id }) => id),
      joins: joins.map(({ id }) => id),
      ...changedGmEffects(state.effects, effectsAfterTick(state.effects, 'end', unit.id).left),
      ...(skipped && { skipped }),
    }),
  );
  lapseOffers(draft, unit.id);
  recomputeSkirmishes(draft);
  endIfDecided(draft);
};

/** True if a unit of the side still has its turn this round. SW-ROUND-9, SW-ROUND-1. */
const isWaiting = (state: State, unit: Unit, side: Side | undefined): boolean =>
  unit.side === side && !unit.acted && isUnitAble(unit) && hasOwnTurn(state, unit);

export const waitingUnits = (state: State, side: Side | undefined): readonly Unit[] =>
  state.units.filter((unit) => isWaiting(state, unit, side));

/** Starts a round, with all changes in the rule’s order. SW-ROUND-6. */
export const startRound = (draft: Draft, round: number, restricted: readonly string[]): void => {
  const before = draft.now();
  const { left } =
    round > 1 ? effectsAfterTick(effectsAfterTick(before.effects, 'end').left, 'start') : { left: before.effects };
  draft.emit(
    timePassed({
      round,
      // Effects in their last round end now. SW-ROUND-2.
      ended: listEndedEffects(
        round > 1 ? before.units : [],
        ({ remaining }) => typeof remaining === 'number' && remaining <= 1,
      ),
      ...changedGmEffects(before.effects, left),
    }),
  );
  dropGroundedFlyers(draft, before);
  for (const { id } of before.units) checkBreath(draft, id);
  for (const { id, joinsNextRound } of before.units) {
    const unit = requireUnit(draft.now(), id);
    const around = findSkirmishAround(draft.now(), unit);
    if (joinsNextRound && around && isUnitAble(unit) && skirmishRole(draft.now(), unit) === 'independent')
      if (hasRoom(draft.now(), around, riderAndMountOf(draft.now(), unit))) joinMelee(draft, around.id, [unit], 'time');
  }
  recomputeSkirmishes(draft);
  draft.emit(roundOpened({ restricted: [...restricted] }));
  endIfDecided(draft);
};

/** Advances to the next side or round until a unit can act. SW-ROUND-3, SW-ROUND-5, SW-ROUND-9. */
export const advancePhase = (draft: Draft): void => {
  for (let step = 0; step < 4; step++) {
    const state = draft.now();
    if (state.stage !== 'combat' || state.open !== undefined) return;
    const side = actingSide(state);
    if (waitingUnits(state, side).length > 0) return;
    if (state.phase === 'winner') draft.emit(phaseBegan({ phase: 'loser' }));
    else startRound(draft, state.round + 1, []);
  }
};

/** Ends the open turn of a unit that can no longer act, and advances. SW-ROUND-10. */
export const endTurnOfFallen = (draft: Draft): void => {
  const { stage, open } = draft.now();
  if (stage !== 'combat' || open === undefined) return;
  const unit = requireUnit(draft.now(), open);
  if (isUnitAble(unit)) return;
  endTurn(draft, unit, true);
  advancePhase(draft);
};

/** Advances the combat if a correction or removal left no unit to act. SW-END-1, SW-ROUND-9, SW-ROUND-10. */
export const continueAfterCorrection = (draft: Draft, before?: State): Verdict<RefusalCode> | undefined => {
  const state = draft.now();
  if (before !== undefined && state.stage === 'combat') {
    recomputeSkirmishes(draft);
    endCombatOrAdvance(draft);
    return doneVerdict;
  }
  if (state.stage !== 'combat' || !state.units.some(isUnitAble)) return undefined;
  const open = find(state, state.open);
  if (open ? isUnitAble(open) : waitingUnits(state, actingSide(state)).length > 0) return undefined;
  if (open) endTurnOfFallen(draft);
  else advancePhase(draft);
  return doneVerdict;
};

/** Ends the unit’s turn, even if the unit has not begun it. SW-ROUND-8. */
export const end = turnOrder({
  summary: 'End the turn of a unit',
  asksWho: true,
  act: (draft, unit) => {
    endTurn(draft, turnHolder(draft.now(), unit));
    advancePhase(draft);
    return doneVerdict;
  },
});

/** Lets the GM advance to the next side or round. Units that have not acted lose their turn. SW-ROUND-3, SW-ROUND-5. */
export const next = gmOrder({
  summary: 'Continue with the next side, or the next round',
  resolve: (draft) => {
    const state = draft.now();
    if (state.stage !== 'combat') return refuse('E_NOT_NOW', { why: 'no round is running' });
    endTurnOfFallen(draft);
    if (draft.events.length > 0) return doneVerdict;
    if (state.open !== undefined) endTurn(draft, requireUnit(state, state.open));
    const now = draft.now();
    if (now.stage === 'combat') {
      if (waitingUnits(now, actingSide(now)).length === 0) advancePhase(draft);
      else if (now.phase === 'winner') draft.emit(phaseBegan({ phase: 'loser' }));
      else startRound(draft, now.round + 1, []);
    }
    if (draft.events.length === 0) startRound(draft, state.round + 1, []);
    advancePhase(draft);
    return doneVerdict;
  },
});

/** Ends the combat if it is decided. Otherwise advances to the next side or round if no unit can act. */
export const endCombatOrAdvance = (draft: Draft): void => {
  if (draft.now().stage !== 'combat' || endIfDecided(draft)) return;
  endTurnOfFallen(draft);
  advancePhase(draft);
};

/** After an order, updates skirmishes (SW-SKIRM-14), then ends or advances the combat. */
export const advanceAfterOrder = (draft: Draft): void => {
  if (draft.now().stage !== 'combat') return;
  recomputeSkirmishes(draft);
  endCombatOrAdvance(draft);
};
