import { z } from 'zod';
import { count, counted, isSameName, phrase, present, say, sideTerm, term, worded } from '../../core/message.ts';
import { line, step } from '../../rules/event.ts';
import { parseSquares, type Square } from '../../rules/grid/square.ts';
import type { Reader } from '../../rules/reader.ts';
import type { Attack } from './attack/attack-kinds.ts';
import { calculateAttack } from './attack/attack-numbers.ts';
import { isSameSquare, requiredMeleeReach, requiredRangedReach } from './board.ts';
import { movementPoints } from './movement/paths.ts';
import {
  type Combatant,
  combatantId,
  type Draft,
  event,
  findByName,
  isAlive,
  isPlaced,
  listSchema,
  type PlacedCombatant,
  type State,
} from './state.ts';

/** An objective that ends the battle by itself. SK-OBJ-1. */
export type Objective =
  | { readonly kind: 'standing' }
  | {
      readonly kind: 'hold';
      readonly team: string | undefined;
      readonly squares: readonly Square[];
      readonly rounds: number;
    }
  | { readonly kind: 'reach'; readonly team: string | undefined; readonly squares: readonly Square[] }
  | { readonly kind: 'protect'; readonly who: string; readonly rounds: number | undefined }
  | { readonly kind: 'survive'; readonly team: string; readonly rounds: number }
  | { readonly kind: 'captain' };

const parseGround = (text: string): readonly Square[] | undefined => {
  const found = parseSquares(text.split(/[\s,]+/).filter((word) => word.toLowerCase() !== 'and'));
  return found?.length === 0 ? undefined : found;
};

/** Parses an objective. Undefined if only the GM can say when it is reached. SK-OBJ-1. */
export const parseObjective = (text: string): Objective | undefined => {
  const [, team, goal = ''] = /^\s*(?:([^:]{1,60}?)\s*:)?\s*(.*?)\s*[.!]?\s*$/s.exec(text) ?? [];
  if (/^(?:the )?(?:last|surviving) team(?: standing)?$/i.test(goal)) return { kind: 'standing' };
  if (/^fell (?:the|their|its) captains?$/i.test(goal)) return { kind: 'captain' };
  const [, held, holding] = /^hold (.+) for ([1-9]\d{0,2}) rounds?$/i.exec(goal) ?? [];
  const ground = held === undefined ? undefined : parseGround(held);
  if (ground !== undefined) return { kind: 'hold', team, squares: ground, rounds: Number(holding) };
  const [, reached] = /^reach (.+)$/i.exec(goal) ?? [];
  const there = reached === undefined ? undefined : parseGround(reached);
  if (there !== undefined) return { kind: 'reach', team, squares: there };
  const [, who, guarding] = /^protect (.+?)(?: for ([1-9]\d{0,2}) rounds?)?$/i.exec(goal) ?? [];
  if (who !== undefined) return { kind: 'protect', who, rounds: guarding === undefined ? undefined : Number(guarding) };
  const [, surviving] = /^survive (?:for )?([1-9]\d{0,2}) rounds?$/i.exec(goal) ?? [];
  return surviving === undefined || team === undefined
    ? undefined
    : { kind: 'survive', team, rounds: Number(surviving) };
};

/** The battle’s objective. Undefined if only the GM can say when it is reached. SK-OBJ-1, SK-RUL-78. */
export const objectiveOf = ({ objective, settings }: Pick<State, 'objective' | 'settings'>): Objective | undefined =>
  objective === ''
    ? { kind: 'standing' }
    : settings['objective.reads'] === 'no'
      ? undefined
      : parseObjective(objective);

/** True if the combatant counts as a survivor for its team. SK-RUL-3. */
export const isSurviving = (who: Combatant, { settings }: Pick<State, 'settings'>): boolean =>
  settings['victory.counts'] === 'notDead' ? isAlive(who) : who.life === 'conscious';

/** Winner and reason when an objective ends the battle. */
export interface ObjectiveResult {
  readonly winner?: string;
  readonly reason: string;
}

export const teamsOf = (some: readonly Combatant[]): readonly string[] => [...new Set(some.map(({ team }) => team))];

/** A result of the battle. It has a winner only if there is exactly one team. */
const createResult = (teams: readonly string[], reason: string): ObjectiveResult => {
  const [winner, other] = teams;
  return winner === undefined || other !== undefined ? { reason } : { winner, reason };
};

export const isOnSquares = (squares: readonly Square[], at: Square): boolean =>
  squares.some((square) => isSameSquare(square, at));

/** Conscious combatants on one of these squares that are hidden from no one. SK-RUL-79. */
const combatantsOn = ({ now, hiddenFrom }: Draft, squares: readonly Square[]): readonly Combatant[] => {
  const { combatants } = now();
  const there = combatants.filter(
    (each) => each.life === 'conscious' && isPlaced(each) && isOnSquares(squares, each.at),
  );
  if (there.length === 0) return [];
  const hidden = combatants.flatMap((each) => hiddenFrom(each.id));
  return there.filter(({ id: who }) => !hidden.includes(who));
};

/** True if the objective is for this team or for all teams. */
export const isObjectiveOf = (team: string | undefined, mine: string): boolean =>
  team === undefined || isSameName(team, mine);

/** The result if at most one team survives. A team without foes plays on until it is lost. SK-RUL-3, SK-OBJ-2. */
const checkLastTeam = (state: State): ObjectiveResult | undefined => {
  const left = teamsOf(state.combatants.filter((each) => isSurviving(each, state)));
  if (left.length === 0) return { reason: 'No team is left standing.' };
  return left.length > 1 || isAlone(state) ? undefined : createResult(left, 'It is the surviving team.');
};

/** True if the battle has an objective and fewer than two teams. SK-OBJ-2. */
const isAlone = ({ combatants, objective }: State): boolean => objective !== '' && teamsOf(combatants).length < 2;

/** Teams that have won. Empty for a draw, undefined while the battle is open. SK-TURN-4. */
export const findWinners = (state: State): readonly string[] | undefined => {
  const { status, winner, combatants } = state;
  if (status === 'ended') return winner === undefined ? [] : [winner];
  const conscious = teamsOf(combatants.filter(({ life }) => life === 'conscious'));
  return conscious.length > (isAlone(state) ? 0 : 1) ? undefined : conscious;
};

/** Teams whose captains have all fallen. SK-OBJ-7. */
const findLeaderlessTeams = (state: State): readonly string[] =>
  teamsOf(state.combatants.filter(({ sheet }) => sheet.role === 'captain')).filter(
    (team) =>
      !state.combatants.some((each) => each.team === team && each.sheet.role === 'captain' && isSurviving(each, state)),
  );

/** The result if the objective is met during a round. Undefined if not. SK-OBJ-4, SK-OBJ-5, SK-OBJ-7. */
const checkObjectiveMidRound = (draft: Draft, objective: Objective): ObjectiveResult | undefined => {
  const state = draft.now();
  const standing = teamsOf(state.combatants.filter((each) => isSurviving(each, state)));
  switch (objective.kind) {
    case 'reach': {
      const there = combatantsOn(draft, objective.squares).filter(({ team }) => isObjectiveOf(objective.team, team));
      return there.length === 0 ? undefined : createResult(teamsOf(there), 'The goal is reached.');
    }
    case 'protect': {
      const ward = findByName(state, objective.who);
      if (ward === undefined || isSurviving(ward, state)) return undefined;
      const others = standing.filter((team) => team !== ward.team);
      return createResult(others, 'The protected combatant has fallen.');
    }
    case 'captain': {
      const lost = findLeaderlessTeams(state);
      const left = standing.filter((team) => !lost.includes(team));
      return lost.length === 0 || left.length > 1 ? undefined : createResult(left, 'The other captains have fallen.');
    }
    case 'standing':
    case 'hold':
    case 'survive':
      return undefined;
  }
};

/** The result if the objective is met or one team is left. Undefined if the battle continues. SK-TURN-4, SK-OBJ-2. */
export const checkObjective = (draft: Draft): ObjectiveResult | undefined => {
  const state = draft.now();
  const objective = objectiveOf(state);
  return objective && (checkObjectiveMidRound(draft, objective) ?? checkLastTeam(state));
};

/** A team holds the ground at the end of a round. `team` is undefined if no team does. SK-OBJ-3. */
export const groundHeld = event('held', {
  facts: { team: z.string().optional(), rounds: z.int(), of: z.int(), by: listSchema(combatantId) },
  apply: (state, { team, rounds }) => ({ ...state, held: team === undefined ? undefined : { team, rounds } }),
  narrate: ({ team, rounds, of }) =>
    team === undefined
      ? line('No one holds the ground.', 'quiet')
      : line(say`${sideTerm(team)} holds the ground: ${count(rounds, 'round')} of ${of}.`, 'plain', [
          [step('SK-OBJ-3', 'alone on it when the round ended')],
        ]),
});

const holdGround = (draft: Draft, { team: wanted, squares, rounds: of }: Extract<Objective, { kind: 'hold' }>) => {
  const { held: before } = draft.now();
  const there = combatantsOn(draft, squares);
  const [team, other] = teamsOf(there);
  const holds = team !== undefined && other === undefined && isObjectiveOf(wanted, team);
  if (!holds) {
    if (before !== undefined) draft.emit(groundHeld({ rounds: 0, of, by: [] }));
    return undefined;
  }
  const rounds = before?.team === team ? before.rounds + 1 : 1;
  draft.emit(groundHeld({ team, rounds, of, by: there.map(({ id: who }) => who) }));
  return rounds < of ? undefined : createResult([team], 'It has held the ground long enough.');
};

/** The result if the objective is met at the end of a round. Undefined if not. SK-OBJ-3, SK-OBJ-5, SK-OBJ-6. */
export const checkObjectiveAtRoundEnd = (draft: Draft): ObjectiveResult | undefined => {
  const state = draft.now();
  const objective = objectiveOf(state);
  const past = state.round - (state.objectiveSince ?? 1) + 1;
  switch (objective?.kind) {
    case 'hold':
      return holdGround(draft, objective);
    case 'survive': {
      const team = state.combatants.find(
        (each) => isSameName(each.team, objective.team) && isSurviving(each, state),
      )?.team;
      return team === undefined || past < objective.rounds
        ? undefined
        : createResult([team], 'It has survived long enough.');
    }
    case 'protect': {
      const ward = findByName(state, objective.who);
      if (ward === undefined || objective.rounds === undefined || past < objective.rounds) return undefined;
      return createResult([ward.team], 'The protected combatant is still standing.');
    }
    default:
      return undefined;
  }
};

/** Describes the objective and whether reaching it ends the battle. SK-OBJ-1. */
export const describeObjective = (state: Pick<State, 'objective' | 'settings'>): string => {
  if (state.objective === '') return worded('the surviving team wins');
  const byItself = objectiveOf(state) === undefined ? 'the GM says when it is reached' : 'reaching it ends the battle';
  return phrase`${state.objective} (${term(byItself)})`;
};

/** Notes about the objective and held ground. SK-OBJ-1, SK-OBJ-8. */
export const objectiveNotes = (state: State): readonly string[] => {
  if (state.objective === '') return [phrase`Objective: ${describeObjective(state)}.`];
  return present([
    phrase`Objective: ${describeObjective(state)}.`,
    state.held !== undefined &&
      phrase`${sideTerm(state.held.team)} has held the ground for ${counted(state.held.rounds, 'round')}.`,
  ]);
};

const stalemateText =
  'No one here can defeat anyone soon: even standard hits would need very many rounds. End the battle with /battle end.';

/** A stalemate is detected. Only the GM reads this, because it reveals numbers. SK-HINT-1. */
export const stalemateDetected = event('stalled', {
  facts: { round: z.int() },
  apply: (state, { round }) => ({ ...state, hintedAt: round }),
  narrate: (_, { before, reader }) => {
    const blows = count(before.settings['hint.blows'], 'standard hit');
    const text = say`each can take more than ${blows}`;
    return reader.gm ? { ...line(stalemateText, 'bad', [[step('SK-HINT-1', text)]]), atDesk: true } : undefined;
  },
});

/** Damage of each attack that a combatant has, as a standard hit from the front. */
const calculateStandardHits = (state: State, from: PlacedCombatant, to: PlacedCombatant): readonly number[] => {
  const attacker = { ...from, next: {} };
  const target = { ...to, stance: 'none' as const };
  const attacks: readonly Attack[] = [
    { how: 'melee', attacker, target },
    ...from.sheet.breaths.map((magic): Attack => ({ how: 'breath', attacker, target, magic })),
    ...from.sheet.spells
      .filter(({ revives }) => revives === null)
      .map((magic): Attack => ({ how: 'spell', attacker, target, magic })),
  ];
  return attacks.map((attack) => calculateAttack(state, attack, undefined).damage);
};

/** True if the first combatant could ever attack the second. */
const canReachEventually = (state: State, from: PlacedCombatant, to: PlacedCombatant): boolean => {
  const { meleeRange, rangedRange, spells, breaths } = from.sheet;
  const far = Math.max(rangedRange ?? 0, ...spells.map(({ range }) => range), ...breaths.map(({ range }) => range));
  return (
    movementPoints(state, from) > 0 ||
    movementPoints(state, to) > 0 ||
    requiredMeleeReach(state, from, to) <= meleeRange ||
    requiredRangedReach(state, from, to) <= far
  );
};

/** HP to lose until the combatant goes down or, if it is down, dies. */
const lifeLeft = ({ settings }: State, { life, hp }: PlacedCombatant): number =>
  life === 'conscious' && settings['death.unconscious'] === 'yes' ? hp : hp + 20;

/** True if no one can take down a reachable foe within `hint.blows` standard hits. SK-RUL-80. */
export const isStalemate = (state: State): boolean => {
  const most = state.settings['hint.blows'];
  if (most === 0) return false;
  const there = state.combatants.filter(isPlaced).filter(isAlive);
  let areFoes = false;
  for (const from of there)
    for (const to of there) {
      if (from.life !== 'conscious' || to.team === from.team) continue;
      areFoes = true;
      if (
        canReachEventually(state, from, to) &&
        calculateStandardHits(state, from, to).some((damage) => damage * most >= lifeLeft(state, to))
      )
        return false;
    }
  return areFoes;
};

/** Rounds until the hint at a stalemate is repeated. */
const roundsBetweenHints = 10;

/** Hints at a stalemate when a round begins. SK-HINT-1. */
export const hintAtStalemate = ({ now, emit }: Draft): void => {
  const state = now();
  const { status, round, hintedAt } = state;
  if (status !== 'active' || (hintedAt !== undefined && round < hintedAt + roundsBetweenHints)) return;
  if (isStalemate(state)) emit(stalemateDetected({ round }));
};

/** The GM’s note about a stalemate. Empty for players. SK-HINT-1. */
export const stalemateNotes = (state: State, { gm }: Reader): readonly string[] =>
  gm && state.status === 'active' && isStalemate(state) ? [stalemateText] : [];
