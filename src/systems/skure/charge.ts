import { z } from 'zod';
import { count, maskedRef, ok, ref, refuse, say, sentences, type Text, term } from '../../core/message.ts';
import { line, step } from '../../rules/event.ts';
import { formatSquare, moveByForce, type Square, squareSchema } from '../../rules/grid/square.ts';
import { combatantParam, doneVerdict, oneOfParam } from '../../rules/verb.ts';
import { counterAttackIfMissed, resolveAttack } from './attack/attack.ts';
import {
  bearingBetween,
  countedAltitudeDifference,
  createBarrierChecks,
  findBlocker,
  isSameSquare,
  isSquareFree,
  meleeDistance,
  oppositeFacing,
  squareInDirection,
} from './board.ts';
import { attackableFoes, combatantOffer, offersForPlacedActor, orderInTurn, requireEnemy } from './checks.ts';
import { applyCondition, createCondition } from './death.ts';
import { askInterceptors, endBrokenGuards } from './defending-ally.ts';
import { enterSquares } from './movement/movement.ts';
import { movementPoints } from './movement/paths.ts';
import { enemiesPassed, findWatchingEnemies, resolveOpportunityAttacks } from './opportunity.ts';
import type { Settings } from './settings.ts';
import { moveRatingOf } from './sheet.ts';
import { endLostAims } from './stances.ts';
import {
  altitudes,
  type CheckResult,
  type Combatant,
  combatantId,
  conditionSchema,
  type Draft,
  event,
  type Facing,
  facingSchema,
  findPlaced,
  isAbleToAct,
  isAlive,
  type PlacedCombatant,
  type State,
  update,
  updateTurn,
} from './state.ts';

/** A charge gores or stuns its target, or fails to. SK-CHARGE-13, SK-RUL-28. */
export const chargeEffectResolved = event('charge-effect', {
  facts: {
    who: combatantId,
    target: combatantId,
    condition: z.string(),
    natural: z.int().optional(),
    succeeds: z.boolean(),
    applied: conditionSchema.optional(),
  },
  apply: (state, { target, applied }) => (applied === undefined ? state : applyCondition(state, target, applied)),
  narrate: ({ who, target, condition, natural, succeeds }, { before }) => {
    const chance = before.settings['charge.effectChance'];
    const rolled =
      natural === undefined
        ? step('SK-RUL-28', 'no roll needed')
        : step('SK-CHARGE-13', say`d100 ${natural}, succeeds on ${chance} or less`);
    const text = succeeds
      ? say`The charge of ${maskedRef(who)} leaves ${ref(target)} ${term(condition)}.`
      : say`The charge of ${maskedRef(who)} does not leave ${ref(target)} ${term(condition)}.`;
    return line(text, succeeds ? 'bad' : 'quiet', [[rolled]]);
  },
});

const landingTexts: Readonly<Record<'through' | 'into' | 'beside', (who: Text, at: string, way: Text) => Text>> = {
  through: (who, at, way) => say`${who} passes through to ${at}, facing ${way}.`,
  into: (who, at, way) => say`${who} takes the target’s place at ${at}, facing ${way}.`,
  beside: (who, at, way) => say`${who} stops at ${at}, facing ${way}.`,
};

/** A charger reaches its final square. Only readers who see the target see it. SK-CHARGE-8, SK-CHARGE-9, SK-RUL-26. */
export const chargeEnded = event('charge-ended', {
  facts: {
    who: combatantId,
    target: combatantId,
    from: squareSchema,
    to: squareSchema,
    facing: facingSchema,
    altitude: z.enum(altitudes),
    way: z.enum(['through', 'into', 'beside']),
  },
  apply: (state, { who, to, facing, altitude }) =>
    updateTurn(
      update(state, who, () => ({ at: to, facing, altitude })),
      (turn) => ({ ...turn, moved: true }),
    ),
  narrate: ({ who, target, way, to, facing, altitude }) => {
    const text = landingTexts[way](ref(who), formatSquare(to), term(facing));
    const height = altitude !== 'ground' && say`Height: ${term(altitude)}.`;
    return line(sentences(text, height), 'quiet', [], [target]);
  },
  actors: ({ who }) => [who],
});

/** A charge pushes its target back, up to what is in the way. SK-CHARGE-9, SK-RUL-26. */
export const pushed = event('pushed', {
  facts: {
    who: combatantId,
    from: squareSchema,
    to: squareSchema,
    /** What ended the push early. `who`: the combatant in the way. */
    stopped: z
      .strictObject({ at: squareSchema, by: z.enum(['edge', 'blocked', 'taken']), who: combatantId.optional() })
      .optional(),
  },
  apply: (state, { who, to }) => update(state, who, () => ({ at: to })),
  narrate: ({ who, from, to, stopped }, { reader }) => {
    const pushed = isSameSquare(from, to)
      ? say`${ref(who)} is not pushed back.`
      : say`${ref(who)} is pushed back to ${formatSquare(to)}.`;
    if (stopped === undefined || (stopped.who !== undefined && !reader.canSee(stopped.who))) return line(pushed, 'bad');
    const { at, by, who: other } = stopped;
    const square = formatSquare(at);
    const barrier = by === 'edge' ? say`${square} is off the board.` : say`${square} is blocked.`;
    return line(sentences(pushed, other === undefined ? barrier : say`${square} is taken by ${ref(other)}.`), 'bad');
  },
});

/** `cut` up to size 7, `ram` above. SK-CHARGE-7. */
export const chargeKind = ({ sheet }: Combatant): 'cut' | 'ram' => (sheet.size <= 7 ? 'cut' : 'ram');

/** Number of spaces a charge moves if its target is `distance` spaces away. SK-RUL-24. */
export const chargeSpaces = (
  charger: Combatant,
  distance: number,
  settings: Pick<Settings, 'charge.countsOverrun'>,
): number => distance + (chargeKind(charger) === 'cut' && settings['charge.countsOverrun'] === 'yes' ? 1 : 0);

interface Lane {
  readonly way: Facing;
  /** Squares the charger crosses, up to the one beside the target. */
  readonly squares: readonly Square[];
  readonly spaces: number;
}

/**
 * Checks a charge in the rulebook’s order and returns its lane. SK-CHARGE-2, SK-CHARGE-3, SK-CHARGE-4, SK-CHARGE-5,
 * SK-CHARGE-6, SK-CHARGE-14, SK-RUL-25.
 */
const requireChargeLane = (state: State, charger: PlacedCombatant, target: PlacedCombatant): CheckResult<Lane> => {
  const { chargeBonus } = moveRatingOf(charger.sheet);
  const facts = { actor: ref(charger.id), target: ref(target.id) };
  if (chargeBonus === undefined) return refuse('CANNOT_CHARGE', { ...facts, move: charger.sheet.move });
  if (state.turn?.moved) return refuse('CHARGE_AFTER_MOVE', facts);
  const way = bearingBetween(charger.at, target.at);
  if (way === undefined || (charger.at.x !== target.at.x && charger.at.y !== target.at.y))
    return refuse('CHARGE_NOT_STRAIGHT', facts);
  if (charger.facing !== way || state.turn?.startFacing !== way) return refuse('CHARGE_NOT_FACING', facts);
  const distance = meleeDistance(charger.at, target.at);
  const height = countedAltitudeDifference(state, charger, target);
  if (moveRatingOf(charger.sheet).type !== 'Flying' && height > charger.sheet.meleeRange)
    return refuse('OUT_OF_RANGE', { target: ref(target.id), distance: height, range: charger.sheet.meleeRange });
  if (distance < 3) return refuse('CHARGE_TOO_CLOSE', { ...facts, distance });
  const spaces = chargeSpaces(charger, distance, state.settings);
  const points = movementPoints(state, charger);
  if (spaces < points) return refuse('CHARGE_TOO_SHORT', { ...facts, spaces, least: points });
  if (spaces > points + chargeBonus) return refuse('CHARGE_TOO_FAR', { ...facts, spaces, most: points + chargeBonus });
  const squares = Array.from({ length: distance - 1 }, (_, index) => squareInDirection(charger.at, way, index + 1));
  const needed = chargeKind(charger) === 'cut' ? [...squares, squareInDirection(target.at, way)] : squares;
  const blocked = needed.find((square) => !isSquareFree(state, square, charger.id));
  if (blocked === undefined) return ok({ way, squares, spaces });
  const other = findBlocker(state, blocked, charger.id);
  return refuse('CHARGE_BLOCKED', { ...facts, square: formatSquare(blocked), by: other && ref(other.id) });
};

interface Run {
  readonly who: string;
  /** The charged combatant, even if an ally takes the attack. */
  readonly target: string;
  readonly lane: Lane;
  readonly altitude: Combatant['altitude'];
}

/** The charge’s target if this may not make an attack of opportunity. Undefined if it may. SK-RUL-66. */
const findExemptTarget = ({ settings }: State, target: string): string | undefined =>
  settings['aoo.chargeTarget'] === 'no' ? target : undefined;

/** Decides whether a cut gores its victim, or a ram stuns it. SK-CHARGE-13, SK-RUL-28. */
const resolveChargeEffect = ({ now, emit, dice }: Draft, who: string, victim: string): void => {
  const { settings } = now();
  const [charger, target] = [findPlaced(now(), who), findPlaced(now(), victim)];
  if (!isAlive(target) || charger.sheet.size < target.sheet.size - 1) return;
  const condition = chargeKind(charger) === 'cut' ? 'gored' : 'stunned';
  const certain = condition === 'gored' && settings['charge.goreAlways'] === 'yes';
  const natural = certain ? undefined : dice.roll(100, 'effect');
  const succeeds = natural === undefined || natural <= settings['charge.effectChance'];
  const applied = succeeds ? createCondition(condition, settings) : undefined;
  emit(chargeEffectResolved({ who, target: victim, condition, succeeds, natural, applied }));
};

/** Pushes the target along the charge. False if the target cannot move. SK-CHARGE-9, SK-RUL-26, SK-RUL-27. */
const pushTarget = (draft: Draft, victim: string, { way, spaces }: Lane): boolean => {
  const { settings } = draft.now();
  const half = settings['charge.pushRounding'] === 'up' ? Math.ceil(spaces / 2) : Math.floor(spaces / 2);
  const from = findPlaced(draft.now(), victim).at;
  const squares = Array.from({ length: half }, (_, index) => squareInDirection(from, way, index + 1));
  const { entered, stopped } = moveByForce(createBarrierChecks(draft.now(), victim), squares);
  const other = stopped?.by === 'taken' ? findBlocker(draft.now(), stopped.at, victim)?.id : undefined;
  const to = entered.at(-1) ?? from;
  draft.emit(pushed({ who: victim, from, to, stopped: stopped && { ...stopped, who: other } }));
  if (entered.length === 0) return false;
  endLostAims(draft, victim);
  endBrokenGuards(draft, victim, true);
  return true;
};

type Landing = { readonly to: Square; readonly facing: Facing; readonly way: keyof typeof landingTexts };

/** The charger’s final square and facing. A ram pushes its target first. SK-CHARGE-8, SK-CHARGE-9, SK-RUL-26. */
const findLanding = (draft: Draft, { who, target, lane }: Run, rams: boolean): Landing => {
  const { at } = findPlaced(draft.now(), target);
  const beside: Landing = { to: findPlaced(draft.now(), who).at, facing: lane.way, way: 'beside' };
  if (rams) return pushTarget(draft, target, lane) ? { to: at, facing: lane.way, way: 'into' } : beside;
  const beyond = squareInDirection(at, lane.way);
  return isSquareFree(draft.now(), beyond, who)
    ? { to: beyond, facing: oppositeFacing(lane.way), way: 'through' }
    : beside;
};

/** Moves the charger to its final square, then resolves attacks of opportunity. Steps 5 and 6 of a charge. */
const completeCharge = (draft: Draft, run: Run, rams: boolean): void => {
  const { now, emit } = draft;
  const { who, target, altitude } = run;
  const from = findPlaced(now(), who).at;
  const over = findPlaced(now(), target).at;
  const end = findLanding(draft, run, rams);
  emit(chargeEnded({ who, target, from, ...end, altitude }));
  endLostAims(draft, who);
  endBrokenGuards(draft, who, end.way !== 'beside');
  const entered = end.way === 'through' ? [over, end.to] : end.way === 'into' ? [over] : [];
  for (const square of entered) {
    const beside = findWatchingEnemies(now(), who, square, findExemptTarget(now(), target));
    if (beside.length > 0) emit(enemiesPassed({ who, beside: [...beside] }));
    resolveOpportunityAttacks(draft, who, square, beside);
  }
};

/** Resolves a charge’s attack and end. `shield`: ally who takes the attack. Steps 2 to 6; SK-RUL-46, SK-RUL-43. */
const resolveCharge = (draft: Draft, run: Run, shield?: string): void => {
  const { now } = draft;
  const { who, target } = run;
  const victim = shield ?? target;
  const numbers = resolveAttack(draft, 'charge', { attacker: who, target: victim, instead: shield && target });
  if (numbers.hit) resolveChargeEffect(draft, who, victim);
  else if (shield === undefined) counterAttackIfMissed(draft, who, target, numbers);
  if (!isAbleToAct(findPlaced(now(), who))) return;
  completeCharge(draft, run, numbers.hit && shield === undefined && chargeKind(findPlaced(now(), who)) === 'ram');
};

/** Foes that this combatant can charge from its square and facing. */
export const chargeableFoes = (state: State, me: PlacedCombatant): readonly PlacedCombatant[] =>
  attackableFoes(state, me).filter((each) => requireChargeLane(state, me, each).ok);

export const offerChargeTargets = offersForPlacedActor((state, me) =>
  attackableFoes(state, me).flatMap((each) => {
    const lane = requireChargeLane(state, me, each);
    return lane.ok ? [combatantOffer(each, count(lane.value.spaces, 'space'))] : [];
  }),
);

const diveEnds = ['ground', 'low', 'mid'] as const;

const altitudesOffered = offersForPlacedActor((_, me) =>
  diveEnds
    .filter((each) => each === 'ground' || moveRatingOf(me.sheet).type === 'Flying')
    .map((value) => ({ value, label: value })),
);

/** Charges an enemy; a flyer dives. SK-CHARGE-1, SK-CHARGE-12. */
export const charge = orderInTurn({
  summary: 'Charge an enemy in a straight line, or dive at an enemy; this takes your whole turn',
  visibility: 'seen',
  params: z.strictObject({
    target: combatantParam('Who to charge'),
    altitude: oneOfParam('Flyers: the height where the dive ends; default: the ground', diveEnds).default('ground'),
  }),
  offers: { target: offerChargeTargets, altitude: altitudesOffered },
  resolve: function* (draft, { me }, { target: wanted, altitude }) {
    const enemy = requireEnemy(draft.now(), me, wanted);
    if (!enemy.ok) return enemy;
    const lane = requireChargeLane(draft.now(), me, enemy.value);
    if (!lane.ok) return lane;

    const target = enemy.value.id;
    const ends = moveRatingOf(me.sheet).type === 'Flying' ? altitude : 'ground';
    const run: Run = { who: me.id, target, lane: lane.value, altitude: ends };
    // Step 1: the lane up to the square beside the target.
    const path = run.lane.squares.map((at) => ({ at, cost: 1 }));
    if (!enterSquares(draft, me.id, path, findExemptTarget(draft.now(), target))) return doneVerdict;
    const [attacker, ally] = [findPlaced(draft.now(), me.id), findPlaced(draft.now(), target)];
    resolveCharge(draft, run, yield* askInterceptors(draft, { how: 'charge', attacker, ally }));
    return doneVerdict;
  },
});
