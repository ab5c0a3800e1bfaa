import { z } from 'zod';
import { formatSigned, ok, phrase, present, ref, refuse, say, sentences, term } from '../../core/message.ts';
import type { Dice } from '../../dice/dice.ts';
import { type EventOf, hiddenPartLabel, line, step } from '../../rules/event.ts';
import { standingOrderForMove } from '../../rules/expected-action.ts';
import type { Reader } from '../../rules/reader.ts';
import { combatantsParam, doneVerdict, oneOfParam } from '../../rules/verb.ts';
import { isUnderwaterInMetalArmor } from './battlefield.ts';
import { offerAbleCharacters, offerAllUnits, requireCombatants, requireCommandedUnit } from './checks.ts';
import { isUnitAble } from './conditions.ts';
import { initiativeParts } from './derived-values.ts';
import { type CheckRoll, checkRollRow, checkRollSchema, contestWinner, rollCheck } from './dice.ts';
import { earnExperience } from './life.ts';
import { isCharacter, isMonster, isMount, otherSide, unitsOfSide } from './relations.ts';
import { type Side, sides } from './sheet.ts';
import { type CheckResult, type Draft, event, gmOrder, order, type State, type Unit, unitOrThingId } from './state.ts';
import { find, updateUnits } from './units.ts';
import { describeVisible, isKnownTerm, isVisible, isVisibleNumber, visibleIds } from './visibility.ts';

/** The highest initiative among the monsters that the reader sees. SW-INIT-2. */
const bestOfMonsters = (state: State, rollers: readonly string[], reader: Reader): number => {
  const side = rollers.map((id) => find(state, id)?.side).find((each) => each !== undefined);
  return bestScore(state.units.filter((unit) => reader.canSee(unit.id) && unit.side !== side && isUnitAble(unit))) ?? 0;
};

const rollSchema = z.strictObject({ unit: unitOrThingId, rolled: checkRollSchema, counts: z.boolean() });

/** The roll as it counts for initiative; 6+6 succeeds automatically only with `initiativeAutoSuccess`. SW-INIT-2. */
const asCounted = (rolled: CheckRoll, { initiativeAutoSuccess }: State['settings']): CheckRoll =>
  rolled.auto === 'success' && !initiativeAutoSuccess ? { ...rolled, auto: null } : rolled;

/** Both sides rolled initiative. Only readers who know a monster’s numbers see its initiative. SW-INIT-1, SW-INIT-4. */
export const initiativeRolled = event('initiative', {
  facts: {
    winner: z.enum(sides),
    /** The initiative of the monsters. Undefined in a contest of characters. */
    target: z.int().optional(),
    rolls: z.array(rollSchema),
  },
  apply: (state, { winner }) => ({ ...state, stage: 'placement', winner }),
  narrate: ({ winner, target, rolls }, moment) => {
    const { before, after } = moment;
    const foes = after.units.filter((unit) => isMonster(unit) && isVisible(moment, unit.id));
    const seen = visibleIds(
      moment,
      rolls.map(({ unit }) => unit),
    );
    // Shows a contest only if the reader sees units of both sides roll. Otherwise a hidden unit would be revealed.
    const rollers = new Set(seen.map((id) => find(before, id)?.side));
    const isContested = target === undefined && seen.length < rolls.length && rollers.size === 1;
    const isReached = seen.length > 0 && (target !== undefined || isContested);
    const known = isReached && foes.every((unit) => isKnownTerm(moment.reader, unit, 'checks'));
    const usual = bestOfMonsters(before, seen, moment.reader);
    const rest = target === undefined ? 0 : target - usual;
    const more = [
      step('', phrase`${formatSigned(rest)} ${term(hiddenPartLabel)}`),
      step('SW-INIT-2', phrase`= ${target}`),
    ];
    const rows = present([
      ...rolls
        .filter(({ unit }) => isVisibleNumber(moment, unit, 'checks'))
        .map(({ unit, rolled }) => [
          step('SW-INIT-2', ref(unit)),
          ...checkRollRow('SW-INIT-2', 'initiative', asCounted(rolled, after.settings)),
        ]),
      known && [
        step('SW-INIT-2', phrase`target number: ${usual}`),
        ...(isContested ? [step('', hiddenPartLabel)] : rest === 0 ? [] : more),
      ],
    ]);
    return line(say`Initiative: the ${term(winner)} act first in every round.`, 'plain', rows);
  },
  isRolledForAll: true,
});

/** Monsters ambush the other side, and act first. SW-AMBUSH-1. */
export const ambushed = event('ambushed', {
  facts: { side: z.enum(sides), surprised: z.array(unitOrThingId) },
  apply: (state, { side, surprised }) =>
    updateUnits({ ...state, stage: 'placement', winner: side }, surprised, ({ effects }) => ({
      effects: [...effects, { id: 'ambush', checks: -2, until: 'nextTurn' }],
    })),
  narrate: ({ side, surprised }, moment) => {
    const who = describeVisible(moment, surprised);
    const hit = who && say`${who}: −2 to all checks until their next turn.`;
    return line(sentences(say`Ambush! The ${term(side)} act first.`, hit), 'plain', [[step('SW-AMBUSH-1', 'no roll')]]);
  },
});

export const initiativeStandingOrderKind = standingOrderForMove('must roll initiative', 'roll initiative');

/** Refuses the initiative roll at another stage, or if a unit has no side. SW-FACT-1. */
export const requireInitiativeRoll = (state: State): CheckResult<true> => {
  const stray = state.units.find(({ side }) => side === undefined);
  if (stray) return refuse('E_NO_FACTION', { unit: ref(stray.id) });
  return state.stage === 'initiative'
    ? ok(true)
    : refuse('E_NOT_NOW', { why: 'initiative is not rolled at this stage' });
};

const rolledBy = (state: State, units: readonly Unit[], dice: Dice) =>
  units.map((unit) => ({ unit, rolled: rollCheck(dice, 'initiative', initiativeParts(state, unit)) }));

type UnitRoll = ReturnType<typeof rolledBy>[number];

/** The fixed initiative of a side’s monsters. */
type Score = (side: Side) => number | undefined;

/** The highest total that is no automatic failure, or the monsters’ fixed initiative. SW-INIT-2, SW-INIT-3. */
const bestTotal = (rolls: readonly UnitRoll[], fixedScore: number | undefined): number =>
  Math.max(
    fixedScore ?? Number.NEGATIVE_INFINITY,
    ...rolls.map(({ rolled }) => (rolled.auto === 'failure' ? Number.NEGATIVE_INFINITY : rolled.total)),
  );

/** The highest initiative of the monsters. Mounts without initiative do not count. SW-INIT-2, SW-MOUNT-15. */
const bestScore = (units: readonly Unit[]): number | undefined => {
  const scores = units.flatMap((unit) => {
    const { initiative } = unit.sheet;
    return isMonster(unit) && (!isMount(unit) || initiative !== undefined) ? [initiative ?? 0] : [];
  });
  return scores.length > 0 ? Math.max(...scores) : undefined;
};

const toEventRolls = (rolls: readonly UnitRoll[]): EventOf<typeof initiativeRolled>['rolls'] =>
  rolls.map(({ unit, rolled }) => ({ unit: unit.id, rolled, counts: rolled.auto !== 'failure' }));

/** Rolls initiative against the monsters’ highest, or as a contest. `against`: opponents (default: all). SW-INIT-1. */
export const rollInitiative = (
  draft: Draft,
  rollers?: readonly string[],
  against?: readonly string[],
): CheckResult<true> => {
  const state = draft.now();
  const rolling = (side: Side): readonly Unit[] =>
    unitsOfSide(state, side).filter(
      (unit) =>
        isCharacter(unit) &&
        isUnitAble(unit) &&
        (rollers === undefined || rollers.includes(unit.id)) &&
        !isUnderwaterInMetalArmor(state, unit),
    );
  const named = (rollers ?? []).flatMap((id) => find(state, id) ?? []);
  const [idle] = named;
  if (idle && !named.some((unit) => isUnitAble(unit) && isCharacter(unit)))
    return refuse('E_CANNOT_ACT', { unit: ref(idle.id), reason: 'only a character who can act rolls initiative' });
  const counts = (id: string) => against === undefined || against.includes(id) || rollers?.includes(id);
  const score: Score = (side) =>
    bestScore(unitsOfSide(state, side).filter((unit) => isUnitAble(unit) && counts(unit.id)));
  const pcs = sides.find((side) => rolling(side).length > 0 && rolling(otherSide(side)).length === 0);
  if (pcs !== undefined) againstMonsters(draft, pcs, rolling(pcs), score);
  else contest(draft, rolling, score);
  return ok(true);
};

/** Rolls a contest, again after each tie. The limit of dice for one order stops endless ties. SW-INIT-3, SW-RUL-9. */
const contest = (draft: Draft, rolling: (side: Side) => readonly Unit[], score: Score): void => {
  const state = draft.now();
  let fixed = score;
  let winner: Side | undefined;
  while (winner === undefined) {
    const allies = rolledBy(state, rolling('allies'), draft.dice);
    const enemies = rolledBy(state, rolling('enemies'), draft.dice);
    const all = [...allies, ...enemies];
    const first = contestWinner(bestTotal(allies, fixed('allies')), bestTotal(enemies, fixed('enemies')), 'none');
    // A repeated roll ignores fixed values, since two equal ones would tie forever.
    fixed = () => undefined;
    if (first !== undefined || all.length === 0) {
      winner = first === 'second' ? 'enemies' : 'allies';
      draft.emit(initiativeRolled({ winner, rolls: toEventRolls(all) }));
    }
    for (const { unit, rolled } of all) earnExperience(draft, unit, rolled);
  }
};

/** Rolls the characters’ initiative against the monsters’ highest. SW-INIT-2, SW-RUL-6, SW-RUL-7, SW-RUL-8. */
const againstMonsters = (draft: Draft, pcs: Side, rollers: readonly Unit[], score: Score): void => {
  const { initiativeTie, initiativeAutoSuccess } = draft.now().settings;
  const target = score(otherSide(pcs)) ?? 0;
  const rolls = rolledBy(draft.now(), rollers, draft.dice);
  const best = bestTotal(rolls, score(pcs));
  const auto = initiativeAutoSuccess && rolls.some(({ rolled }) => rolled.auto === 'success');
  const won = auto || best > target || (best === target && initiativeTie === 'pcs');
  draft.emit(initiativeRolled({ winner: won ? pcs : otherSide(pcs), target, rolls: toEventRolls(rolls) }));
  for (const { unit, rolled } of rolls) earnExperience(draft, unit, rolled);
};

/** Rolls initiative for both sides. SW-INIT-1, SW-INIT-2, SW-INIT-3, SW-INIT-4. */
export const initiative = order({
  summary: 'Roll for which side acts first',
  role: 'player',
  params: z.strictObject({ rollers: combatantsParam('Who rolls; default: every able character').optional() }),
  offers: { rollers: offerAbleCharacters },
  resolve: (draft, call, { rollers }) => {
    const state = draft.now();
    if (!call.gm) {
      const unit = requireCommandedUnit(state, call);
      if (!unit.ok) return unit;
    }
    const ready = requireInitiativeRoll(state);
    if (!ready.ok) return ready;
    const named = requireCombatants(state, rollers ?? []);
    if (!named.ok) return named;
    const rolled = rollInitiative(draft, rollers && named.value.map(({ id }) => id));
    return rolled.ok ? doneVerdict : rolled;
  },
});

/** Lets monsters act first. Characters are surprised: −2 on checks until their turn. SW-AMBUSH-1, SW-RUL-72. */
export const ambush = gmOrder({
  summary: 'Let monsters ambush: they act first, without an initiative roll',
  params: z.strictObject({
    side: oneOfParam('The side that ambushes', sides).default('enemies'),
    surprised: combatantsParam('Who is surprised; default: every character of the other side').optional(),
  }),
  offers: { surprised: offerAllUnits },
  resolve: (draft, _call, { side, surprised }) => {
    const state = draft.now();
    const ready = requireInitiativeRoll(state);
    if (!ready.ok) return ready;
    const named = requireCombatants(state, surprised ?? []);
    if (!named.ok) return named;
    const victims = unitsOfSide(state, otherSide(side)).filter(isCharacter);
    const caught = victims.filter(({ id }) => surprised === undefined || named.value.some((unit) => unit.id === id));
    draft.emit(ambushed({ side, surprised: caught.map(({ id }) => id) }));
    return doneVerdict;
  },
});
