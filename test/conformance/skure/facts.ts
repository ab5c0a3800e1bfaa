import { z } from 'zod';
import type { Game } from '../../../src/rules/game.ts';
import type { Square } from '../../../src/rules/grid/square.ts';
import { gmViewer } from '../../../src/rules/reader.ts';
import type { BattleEvent } from '../../../src/systems/skure/index.ts';
import { find, type PlacedCombatant, type State, stateSchema } from '../../../src/systems/skure/state.ts';
import {
  chargeKind,
  chargeSpaces,
  findInterceptors,
  type IncomingAttack,
  parseMoveRating,
  requireCanIntercept,
  turnOrder,
} from '../../systems/skure/inner.ts';
import type { Pending, Played } from './table.ts';
import { type Action, takesIt, text } from './words.ts';

type Facts = Record<string, unknown>;

export const stateOf = (game: Game): State => stateSchema.parse(game.save());

type EventOf<T extends BattleEvent['type']> = Extract<BattleEvent, { type: T }>;

const eventsOf = <T extends BattleEvent['type']>(all: readonly BattleEvent[], type: T): readonly EventOf<T>[] =>
  all.filter((event): event is EventOf<T> => event.type === type);

const stageNames = [
  'Miss or Block',
  'Partial Block',
  'Standard Hit',
  'Accurate Hit',
  'Critical Hit',
  'Mortal Wound',
  'Kill Shot',
] as const;

const attackFacts = ({ damage, numbers }: EventOf<'attacked'>): Facts => {
  const { roll, zone, base, whole, physical, portions, hit } = numbers;
  const term = (name: string): number => roll?.terms.find((each) => each.term === name)?.value ?? 0;
  return {
    natural: roll?.natural,
    speedModifier: term('speed'),
    zone,
    positionModifier: term('position'),
    aimModifier: term('aim'),
    defenderPenalty: term('defend') + term('counter'),
    modified: roll?.modified,
    stage: roll?.stage,
    stageName: roll === undefined ? undefined : stageNames[roll.stage - 1],
    naturalDamage: base,
    damageBeforeElements: whole,
    physical,
    elements: Object.fromEntries(portions.map(({ element, damage: taken }) => [element, taken])),
    damage,
    hit,
  };
};

const reactionFacts = (attack: EventOf<'attacked'>): Facts => ({
  reactor: attack.attacker,
  attacker: attack.attacker,
  target: attack.target,
  ...(attack.at !== undefined && { at: [attack.at.x, attack.at.y] }),
  ...attackFacts(attack),
});

const threatOf = (state: State, action: Action): IncomingAttack | undefined => {
  const [attacker, ally] = [find(state, text(action.actor)), find(state, text(action.target))];
  if (attacker?.at === undefined || ally?.at === undefined) return undefined;
  const how =
    action.type === 'charge'
      ? 'charge'
      : action.type === 'breath'
        ? 'breath'
        : action.type === 'cast'
          ? 'spell'
          : 'melee';
  return { how, attacker: attacker as PlacedCombatant, ally: ally as PlacedCombatant };
};

/** The refusal codes of named interceptors that do not qualify. */
const refusedInterceptors = (state: State, action: Action): Facts => {
  const threat = threatOf(state, action);
  const given = z.record(z.string(), z.unknown()).safeParse(action.reactions).data ?? {};
  if (threat === undefined) return {};
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, answer]) => {
      const guard = find(state, name);
      const may = guard === undefined || !takesIt(answer) ? undefined : requireCanIntercept(state, threat, guard);
      return may === undefined || may.ok ? [] : [[name, may.error.code]];
    }),
  );
};

const pendingFacts = (state: State, pending: Pending | undefined): Facts | null => {
  if (pending === undefined) return null;
  const threat = threatOf(state, pending.action);
  return {
    attacker: pending.action.actor,
    target: pending.action.target,
    eligible: threat === undefined ? [] : findInterceptors(state, threat).asked.map(({ id }) => id),
  };
};

const ofEach = (state: State, read: (combatant: State['combatants'][number]) => unknown): Facts =>
  Object.fromEntries(state.combatants.map((each) => [each.id, read(each) ?? null]));

/** The bonus of an aim, as the roster shows it: `aims at Bob (+20)`. */
const aimBonusOf = (game: Game, who: State['combatants'][number] | undefined): number => {
  const shown = game.view(gmViewer).combatants.find(({ id }) => id === who?.id)?.marks ?? [];
  return Number(shown.find((mark) => mark.startsWith('aims at '))?.match(/\(\+(\d+)\)$/)?.[1] ?? 0);
};

const distance = (a: Square, b: Square): number => Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y));

/** Everything `expect` may speak of: the outcome of the last step and the battle after it. */
export const outcomeOf = (before: State, action: Action, played: Played): Facts => {
  const state = stateOf(played.game);
  const actor = find(state, text(action.actor));
  const attacks = eventsOf(played.events, 'attacked');
  const main = attacks.find(({ how }) => how !== 'opportunity' && how !== 'counter');
  const counters = attacks.filter(({ how }) => how === 'counter').map(reactionFacts);
  const aoo = attacks.filter(({ how }) => how === 'opportunity').map(reactionFacts);
  const [cast] = eventsOf(played.events, 'cast');
  const [revived] = eventsOf(played.events, 'revived');
  const [effect] = eventsOf(played.events, 'charge-effect');
  const [taken] = eventsOf(played.events, 'intercepted');
  const [stunt] = eventsOf(played.events, 'stunt-proposed');
  const [charger, charged] = [find(before, text(action.actor)), find(before, text(action.target))];
  const spent = before.turn?.who === actor?.id ? (before.turn?.pointsSpent ?? 0) : 0;
  const rating = action.type === 'parseMoveRating' ? parseMoveRating(text(action.text)) : undefined;
  const refusals = refusedInterceptors(before, action);
  return {
    happened: played.events,
    ...(main === undefined ? { damage: cast === undefined ? undefined : 0 } : attackFacts(main)),
    interceptedBy: taken?.who ?? null,
    windowOpened: played.asked,
    pendingReaction: pendingFacts(state, played.pending),
    reactionErrors: refusals,
    reactionError: Object.values(refusals)[0] ?? null,
    interceptError: Object.values(refusals)[0] ?? null,
    interceptRefused: Object.values(refusals)[0] ?? null,
    counter: counters[0] ?? null,
    aoo,
    attacksOfOpportunity: aoo.length,
    turnEnds: eventsOf(played.events, 'turn-ended').some(({ who }) => who === action.actor),
    battleEnded: state.status === 'ended',
    winner: state.winner ?? null,
    pointsSpent: eventsOf(played.events, 'moved').reduce((sum, { cost }) => sum + cost, spent),
    ...(action.type === 'charge' &&
      charger?.at !== undefined &&
      charged?.at !== undefined && {
        chargeKind: chargeKind(charger),
        spacesMoved: chargeSpaces(charger, distance(charger.at, charged.at), before.settings),
      }),
    effectRoll: effect?.natural ?? null,
    totalCost: cast?.cost,
    failureChance: cast === undefined ? undefined : (cast.failure?.chance ?? 0),
    essenceRoll: cast?.failure?.natural ?? null,
    spellFails: cast === undefined ? undefined : (cast.failure?.fails ?? false),
    success: revived?.success,
    revivalRoll: revived?.natural ?? null,
    essenceAfter: actor?.essence,
    aimBonusAfter: aimBonusOf(played.game, actor),
    pendingBmApproval: stunt !== undefined,
    sizeWarning: stunt?.sizeWarning ?? false,
    parsed: rating && {
      ...rating,
      chargeBonus: rating.chargeBonus ?? null,
      canCharge: rating.chargeBonus !== undefined,
    },
    status: state.status,
    objective: state.objective,
    held: state.held ?? null,
    round: state.round,
    current: state.turn?.who ?? null,
    order: state.order,
    nextRoundOrder: turnOrder(state),
    hpAfter: ofEach(state, ({ hp }) => hp),
    life: ofEach(state, ({ life }) => life),
    deathCause: ofEach(state, ({ deathCause }) => deathCause),
    remains: ofEach(state, ({ remains }) => remains),
    conditions: ofEach(state, ({ conditions }) => conditions.map(({ name }) => name)),
    stance: ofEach(state, ({ stance }) => stance),
    defendAlly: ofEach(state, ({ defendAlly }) => defendAlly),
    aimAfter: ofEach(state, ({ aim }) => aim),
    position: ofEach(state, ({ at }) => at && [at.x, at.y]),
    facing: ofEach(state, ({ facing }) => facing),
    altitude: ofEach(state, ({ altitude }) => altitude),
  };
};
