import { z } from 'zod';
import { listing, ok, present, ref, refuse, say, sentences, sideTerm, type Text, term } from '../../core/message.ts';
import type { RulesetLayout } from '../../rules/content.ts';
import type { Entrant, GmEnding } from '../../rules/definition.ts';
import { line } from '../../rules/event.ts';
import { type Caller, mayCommand, standingOrderForGm } from '../../rules/expected-action.ts';
import { findStartingArea, formatSquare, type Square, squareParam, squareSchema } from '../../rules/grid/square.ts';
import type { Reader } from '../../rules/reader.ts';
import {
  combatantParam,
  doneVerdict,
  type FindParamOffers,
  flagParam,
  oneOfParam,
  squareOffer,
} from '../../rules/verb.ts';
import { compassDirections } from '../../rules/view.ts';
import { findBlocker, isObstacle, isOnBoard, isSameSquare } from './board.ts';
import { offerAllCombatants, requireCombatant, requireGm, requireGmBeforeEnd, requireGmWhile } from './checks.ts';
import { lifeStateAt } from './death.ts';
import { endBrokenGuards } from './defending-ally.ts';
import { hintAtStalemate, objectiveOf, teamsOf } from './objectives.ts';
import { parseBlockedSquares, type Settings } from './settings.ts';
import { type Sheet, sheetSchema } from './sheet.ts';
import { endLostAims } from './stances.ts';
import {
  type CheckResult,
  type Combatant,
  combatantId,
  type Draft,
  event,
  type Facing,
  facingSchema,
  find,
  findByName,
  isBlocking,
  isPlaced,
  listSchema,
  order,
  type State,
  update,
} from './state.ts';
import { advanceAfterOrder, ended, formatVisibleTurnOrder, insertIntoOrder, turnOrder } from './turns.ts';

export const emptyBattle = (settings: Settings): State => ({
  status: 'setup',
  settings,
  board: {
    width: settings['board.width'],
    height: settings['board.height'],
    blocked: [...(parseBlockedSquares(settings['board.blocked']) ?? [])],
  },
  objective: settings.objective,
  round: 0,
  order: [],
  place: -1,
  combatants: [],
  stunts: [],
  effects: [],
});

/** A combatant joins. Its HP, essence and conditions move from the sheet to the state. SK-GEN-3. */
export const entered = event('joined', {
  facts: { who: combatantId, team: z.string().min(1), sheet: sheetSchema },
  apply: (state, { who, team, sheet: { hp, essence, conditions = [], death, ...sheet } }) => ({
    ...state,
    combatants: [
      ...state.combatants,
      {
        id: who,
        team,
        joined: state.combatants.reduce((most, { joined }) => Math.max(most, joined + 1), 0),
        sheet,
        facing: 'N',
        altitude: 'ground',
        hp: hp ?? sheet.maxHp,
        essence: essence ?? sheet.maxEssence,
        conditions,
        stance: 'none',
        life: lifeStateAt(hp ?? sheet.maxHp, state.settings),
        ...(lifeStateAt(hp ?? sheet.maxHp, state.settings) === 'dead' && death),
        intercepts: 0,
        next: {},
      },
    ],
  }),
  narrate: ({ who, team, sheet: { role } }) => {
    const joins = team === who ? say`${ref(who)} joins.` : say`${ref(who)} joins ${sideTerm(team)}.`;
    return line(sentences(joins, role !== 'member' && say`Role: ${term(role)}.`));
  },
});

/** Adds a combatant without a square. Default team: the sheet’s, otherwise a team of its own. SK-GEN-3, SK-GEN-4. */
export const enterBattle = ({ now }: Draft, { id, side, sheet }: Entrant<Sheet>) => {
  if (now().status === 'ended') return refuse('BATTLE_NOT_ACTIVE', { actor: ref(id) });
  if (findByName(now(), id) !== undefined) return refuse('NAME_TAKEN', { target: ref(id) });
  return entered({ who: id, team: side || sheet.team || id, sheet });
};

/** A combatant is placed. SK-GEN-5, SK-RUL-64. */
export const placed = event('placed', {
  facts: { who: combatantId, at: squareSchema, facing: facingSchema },
  apply: (state, { who, at, facing }) => update(state, who, () => ({ at, facing })),
  narrate: ({ who, at, facing }) =>
    line(say`${ref(who)} stands at ${formatSquare(at)}, facing ${term(facing)}.`, 'quiet'),
});

/** Refuses with OFF_BOARD or SQUARE_OCCUPIED. The dead may be placed anywhere but on an obstacle. SK-RUL-21. */
export const requirePlaceableSquare = (state: State, who: Combatant, to: Square): CheckResult<Square> => {
  const { width, height } = state.board;
  if (!isOnBoard(state, to)) return refuse('OFF_BOARD', { square: formatSquare(to), width, height });
  if (isObstacle(state, to)) return refuse('SQUARE_OCCUPIED', { square: formatSquare(to), by: term('an obstacle') });
  const other = findBlocker(state, to, who.id);
  return other === undefined || !isBlocking(who)
    ? ok(to)
    : refuse('SQUARE_OCCUPIED', { square: formatSquare(to), by: ref(other.id) });
};

/** Places a combatant for the GM, without a path, and ends the aims and guards that this breaks. */
export const placeOnSquare = (draft: Draft, who: string, at: Square, facing: Facing): void => {
  const before = find(draft.now(), who)?.at;
  draft.emit(placed({ who, at, facing }));
  insertIntoOrder(draft, who);
  endLostAims(draft, who);
  endBrokenGuards(draft, who, before === undefined || !isSameSquare(before, at));
};

/** The squares where a combatant may start, best first: archers and casters behind the others. SK-RUL-64. */
const startingArea = (state: State, { team, sheet }: Combatant, teams = teamsOf(state.combatants)) => {
  const { front, rear, facing } = findStartingArea(state.board.width, state.board.height, teams.indexOf(team));
  const squares = sheet.rangedRange !== null || sheet.spells.length > 0 ? rear : front;
  return { squares: squares.filter((each) => isOnBoard(state, each) && !isObstacle(state, each)), facing };
};

/** Offers free squares where the combatant may start, best first. SK-RUL-64. */
const offerStartingSquares: FindParamOffers<State> = (state, _call, { target }) => {
  const who = findByName(state, String(target ?? ''));
  const squares = who === undefined ? [] : startingArea(state, who).squares;
  return squares.filter((each) => who && requirePlaceableSquare(state, who, each).ok).map(squareOffer);
};

/** Refuses combatants that the caller may not place: a player places only their own, before the battle. SK-RUL-64. */
const requirePlaceable = (state: State, call: Caller, wanted: string): CheckResult<Combatant> => {
  const target = requireCombatant(state, wanted);
  const isOwn = state.status === 'setup' && target.ok && call.controls.includes(target.value.id);
  const bm = isOwn ? ok(call) : requireGmWhile(state, call, 'setup', 'active');
  return bm.ok ? target : bm;
};

/** Places a combatant on a square. SK-GEN-5, SK-RUL-64. */
export const place = order({
  summary: 'Put a combatant on a square and set its facing; players: only their own, before the start',
  role: 'player',
  params: z.strictObject({
    target: combatantParam('Who to place'),
    to: squareParam('The square, like D4'),
    facing: oneOfParam(
      'The new facing; default: unchanged, or towards the others for a player',
      compassDirections,
    ).optional(),
  }),
  offers: {
    target: (state, call, soFar) =>
      offerAllCombatants(state, call, soFar).filter(({ value }) => mayCommand(call, value)),
    to: offerStartingSquares,
  },
  resolve: (draft, call, { target: wanted, to, facing }) => {
    const target = requirePlaceable(draft.now(), call, wanted);
    if (!target.ok) return target;
    if (call.pending !== undefined) return refuse('REACTION_PENDING');
    const free = requirePlaceableSquare(draft.now(), target.value, to);
    if (!free.ok) return free;
    const usual = call.gm ? target.value.facing : startingArea(draft.now(), target.value).facing;
    placeOnSquare(draft, target.value.id, to, facing ?? usual);
    return doneVerdict;
  },
});

/** Places all combatants in their team’s third. Hidden ones come last and change no visible square. SK-RUL-64. */
export const deploy = order({
  summary: 'GM: place everyone, with sides opposite each other',
  role: 'gm',
  params: z.strictObject({ again: flagParam('Also move combatants that are already placed?').default(false) }),
  requires: requireGmBeforeEnd,
  resolve: ({ now, emit, hiddenFrom }, _, { again }) => {
    const state = now();
    if (state.status === 'active') return refuse('ALREADY_STARTED');
    const unseen = state.combatants.flatMap((each) => hiddenFrom(each.id));
    const isUnseen = ({ id }: Combatant) => unseen.includes(id);
    const all = state.combatants.toSorted((a, b) => Number(isUnseen(a)) - Number(isUnseen(b)));
    const taken = again
      ? []
      : all
          .filter(isPlaced)
          .filter(isBlocking)
          .map(({ at }) => at);
    for (const who of all.filter(({ at }) => again || at === undefined)) {
      const { squares, facing } = startingArea(state, who, teamsOf(all));
      const at = squares.find((each) => !taken.some((other) => isSameSquare(other, each)));
      if (at === undefined) return refuse('NO_ROOM', { target: ref(who.id), team: who.team });
      if (isBlocking(who)) taken.push(at);
      emit(placed({ who: who.id, at, facing }));
    }
    return doneVerdict;
  },
});

export const unplacedCombatants = (state: State): readonly Combatant[] =>
  state.combatants.filter(({ at }) => at === undefined);

/** Lists the captains and lieutenants that the reader sees. False if there are none. SK-GEN-6. */
const describeLeaders = ({ combatants }: State, { canSee }: Reader): Text | false => {
  const leaders = ['captain', 'lieutenant'].flatMap((role) =>
    combatants.filter(({ id: who, sheet }) => sheet.role === role && canSee(who)),
  );
  const each = leaders.map(({ id: who, team, sheet }) => say`${ref(who)} (${term(sheet.role)} of ${sideTerm(team)})`);
  return each.length > 0 && say`Leaders: ${listing(each)}.`;
};

/** The battle begins with round 1 and a turn order. Section 4. */
export const began = event('started', {
  facts: { order: listSchema(combatantId) },
  apply: (state, { order: ids }) => ({ ...state, status: 'active', round: 1, order: ids, place: -1 }),
  narrate: ({ order: ids }, { before, reader }) => {
    const text = say`The battle begins. Order: ${formatVisibleTurnOrder(ids, reader)}.`;
    return line(sentences(text, describeLeaders(before, reader)));
  },
  beginsRound: true,
});

/** Begins round 1 and the first turn. Refuses with UNPLACED if a combatant has no square. Section 4. */
export const startBattle = (draft: Draft, call: Caller) => {
  const bm = requireGm(call);
  if (!bm.ok) return bm;
  const state = draft.now();
  if (state.status === 'active') return refuse('ALREADY_STARTED');
  if (state.status === 'ended') return refuse('BATTLE_NOT_ACTIVE', { actor: ref(call.actor) });
  const waiting = unplacedCombatants(state);
  if (waiting.length > 0) return refuse('UNPLACED', { who: listing(waiting.map((each) => ref(each.id))) });
  if (teamsOf(state.combatants).length < 2 && objectiveOf(state)?.kind === 'standing') return refuse('TOO_FEW_TEAMS');
  draft.emit(began({ order: [...turnOrder(state)] }));
  hintAtStalemate(draft);
  advanceAfterOrder(draft);
  return doneVerdict;
};

export const placementStandingOrderKind = standingOrderForGm(
  'must place everyone',
  'place them opposite each other before the battle begins',
);

/** Ends the battle for the GM, with or without a winner. SK-TURN-4, SK-EXC-3. */
export const finishBattle = ({ now }: Draft, { winner, reason }: GmEnding) => {
  if (now().status === 'ended') return refuse('BATTLE_NOT_ACTIVE', { actor: 'gm' });
  return ended({ reason, winner });
};

/** Corrections that put each combatant back on its square. SK-GEN-4. */
export const layout: RulesetLayout<State> = {
  placeField: 'position',
  places: ({ combatants }) =>
    combatants.flatMap(({ id: who, at, facing, altitude }) =>
      at === undefined
        ? []
        : present([
            { who, field: 'position', value: formatSquare(at) },
            facing !== 'N' && { who, field: 'facing', value: facing },
            altitude !== 'ground' && { who, field: 'altitude', value: altitude },
          ]),
    ),
};
