import { ref } from '../../core/message.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import type { Dice } from '../../dice/dice.ts';
import type { Draft } from './action.ts';
import type { EventOf, Rolled } from './events.ts';
import { earn } from './life.ts';
import type { State, Unit } from './model.ts';
import type { Code } from './refusals.ts';
import { contestWinner, roll } from './rolls.ts';
import { type Side, sides } from './sheet.ts';
import { isCharacter, ofSide, otherSide, unitAble, unitOf } from './units.ts';
import { initiativeParts } from './values.ts';
import { sunkInMetal } from './water.ts';

/** SW-FACT-1. */
export const mayRoll = (state: State): Result<true, Refusal<Code>> => {
  const stray = state.units.find(({ side }) => side === undefined);
  if (stray) return refuse('E_NO_FACTION', { unit: ref(stray.id) });
  return state.stage === 'initiative' ? ok(true) : refuse('E_NOT_NOW', { why: 'initiative is not being rolled' });
};

interface Fell {
  readonly unit: Unit;
  readonly rolled: Rolled;
}

const rolledBy = (state: State, units: readonly Unit[], dice: Dice): readonly Fell[] =>
  units.map((unit) => ({ unit, rolled: roll(dice, 'initiative', initiativeParts(state, unit)) }));

/** SW-INIT-2, SW-INIT-3. The best roll that did not fail automatically, or the monsters' number. */
const bestOf = (fell: readonly Fell[], fixedScore: number | undefined): number =>
  Math.max(
    fixedScore ?? Number.NEGATIVE_INFINITY,
    ...fell.map(({ rolled }) => (rolled.auto === 'failure' ? Number.NEGATIVE_INFINITY : rolled.total)),
  );

/** SW-INIT-2. The highest score among monsters; mounts have none. */
const scoreOf = (units: readonly Unit[]): number | undefined => {
  const scores = units.flatMap(({ sheet }) => (sheet.kind === 'monster' ? [sheet.initiative ?? 0] : []));
  return scores.length > 0 ? Math.max(...scores) : undefined;
};

const noted = (fell: readonly Fell[]): EventOf<'initiative'>['rolls'] =>
  fell.map(({ unit, rolled }) => ({ unit: unit.id, rolled, counts: rolled.auto !== 'failure' }));

/**
 * SW-INIT-1..3. Characters against monsters roll against the highest score; against characters it is a contest. `against`
 * narrows the opposition; left out, all units count.
 */
export const initiative = (
  draft: Draft,
  rollers: readonly string[] | undefined,
  against?: readonly string[],
): Result<true, Refusal<Code>> => {
  const state = draft.now();
  const rolling = (side: Side): readonly Unit[] =>
    ofSide(state, side).filter(
      (unit) =>
        isCharacter(unit) &&
        unitAble(unit) &&
        (rollers === undefined || rollers.includes(unit.id)) &&
        !sunkInMetal(state, unit),
    );
  const named = (rollers ?? []).flatMap((id) => unitOf(state, id) ?? []);
  const [idle] = named;
  if (idle && !named.some((unit) => unitAble(unit) && isCharacter(unit)))
    return refuse('E_CANNOT_ACT', { unit: ref(idle.id), reason: 'it does not roll initiative' });
  const score = (side: Side) =>
    scoreOf(
      ofSide(state, side).filter(
        (unit) => unitAble(unit) && (against === undefined || against.includes(unit.id) || rollers?.includes(unit.id)),
      ),
    );
  const pcs = sides.find((side) => rolling(side).length > 0 && rolling(otherSide(side)).length === 0);
  if (pcs !== undefined) {
    againstMonsters(draft, pcs, rolling(pcs), score);
    return ok(true);
  }
  contest(draft, rolling, score);
  return ok(true);
};

/** SW-INIT-3. Each pass of a tie rolls again, so the ceiling on an order's dice ends it at the latest. */
const contest = (
  draft: Draft,
  rolling: (side: Side) => readonly Unit[],
  score: (side: Side) => number | undefined,
): void => {
  const state = draft.now();
  let fixed: (side: Side) => number | undefined = score;
  let winner: Side | undefined;
  while (winner === undefined) {
    const allies = rolledBy(state, rolling('allies'), draft.dice);
    const enemies = rolledBy(state, rolling('enemies'), draft.dice);
    const all = [...allies, ...enemies];
    const first = contestWinner(bestOf(allies, fixed('allies')), bestOf(enemies, fixed('enemies')), 'none');
    // In a repeated roll the rolls count alone: two equal fixed values would tie for ever.
    fixed = () => undefined;
    if (first !== undefined || all.length === 0) {
      winner = first === 'second' ? 'enemies' : 'allies';
      draft.emit({ type: 'initiative', winner, rolls: noted(all) });
    }
    for (const { unit, rolled } of all) earn(draft, unit, rolled);
  }
};

/** SW-INIT-2, SW-RUL-6..8. */
const againstMonsters = (
  draft: Draft,
  pcs: Side,
  rollers: readonly Unit[],
  score: (side: Side) => number | undefined,
): void => {
  const { initiativeTie, initiativeAutoSuccess } = draft.now().settings;
  const target = score(otherSide(pcs)) ?? 0;
  const fell = rolledBy(draft.now(), rollers, draft.dice);
  const best = bestOf(fell, score(pcs));
  const auto = initiativeAutoSuccess && fell.some(({ rolled }) => rolled.auto === 'success');
  const won = auto || best > target || (best === target && initiativeTie === 'pcs');
  draft.emit({ type: 'initiative', winner: won ? pcs : otherSide(pcs), target, rolls: noted(fell) });
  for (const { unit, rolled } of fell) earn(draft, unit, rolled);
};

/** SW-AMBUSH-1, SW-RUL-72. Monsters act first; every surprised character has −2 to all checks until its turn. */
export const ambush = (draft: Draft, side: Side, surprised: readonly string[] | undefined): void => {
  const victims = ofSide(draft.now(), otherSide(side)).filter(isCharacter);
  draft.emit({
    type: 'ambushed',
    side,
    surprised: victims.filter(({ id }) => surprised === undefined || surprised.includes(id)).map(({ id }) => id),
  });
};
