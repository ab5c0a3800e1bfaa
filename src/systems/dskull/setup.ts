import { z } from 'zod';
import { count, listing, maskedRef, ok, ref, refuse, say, term } from '../../core/message.ts';
import type { Entrant, GmEnding } from '../../rules/definition.ts';
import { line, step } from '../../rules/event.ts';
import { type Caller, gmActor, standingOrderForGm, standingOrderForMove } from '../../rules/expected-action.ts';
import { formatSquare, type Square, squareParam, squareSchema, squaresInRectangle } from '../../rules/grid/square.ts';
import { renamedType } from '../../rules/removal.ts';
import { combatantParam, doneVerdict, type InteractiveRuling, squareOffer, type Verdict } from '../../rules/verb.ts';
import { createWeapons, defaultWeapons, findFreeName, sanitizeName } from './activation/weapons.ts';
import { edgeGridOf, isEdgeOnGrid, isOnBoard, isSameSquare, isSealed } from './board/board.ts';
import {
  offersForCurrentPlayer,
  phaseWords,
  requireGmWhile,
  requireOwnTurn,
  requireOwnWarrior,
  seatsAfter,
  seatsFrom,
  warriorOffer,
} from './checks.ts';
import type { RefusalCode } from './refusals.ts';
import {
  beginRound,
  chooseFirstInitiative,
  currentPlayerSet,
  hasUnplacedWarriors,
  isCurrentPlayerStuck,
  passTurn,
  unplacedWarriors,
} from './rounds.ts';
import { defaultScenario, ended, scenarios } from './scenarios.ts';
import type { Settings } from './settings.ts';
import type { SheetWarrior, Warband } from './sheet.ts';
import {
  type CheckResult,
  type Draft,
  event,
  type FieldPlan,
  fieldSchema,
  figuresOf,
  order,
  type PartialRuling,
  type State,
  seatSchema,
  update,
  updateBoard,
  type Warrior,
  warriorSchema,
} from './state.ts';
import { bodyTypes } from './traits.ts';
import { allTraits, blockingErrors, describeProblem, validateWarband } from './warband/validation.ts';

/** A player joins with a warband. DS-GEN-1, DS-CMD-1. */
export const entered = event('entered', {
  facts: { seat: seatSchema, warriors: z.array(warriorSchema), midway: z.boolean() },
  apply: (state, { seat, warriors }) => ({
    ...state,
    seats: [...state.seats, seat],
    warriors: [...state.warriors, ...warriors],
  }),
  narrate: ({ seat, warriors }, { reader }) => {
    const seen = warriors.filter(({ id }) => reader.canSee(id)).map(({ id }) => ref(id));
    return line(say`${ref(seat.id)} joins with ${term(seat.warband)}: ${listing(seen)}.`, 'good');
  },
});

/** The battle starts with a board and a holder of the first initiative. DS-CMD-2, DS-ROUND-2. */
export const began = event('began', {
  facts: { holder: z.string(), rolls: z.array(z.record(z.string(), z.int())), ground: fieldSchema },
  apply: (state, { holder, ground }) => ({
    ...updateBoard(state, ground),
    phase: 'deploy',
    initiative: holder,
    current: holder,
  }),
  narrate: ({ holder, rolls }, { reader }) =>
    line(
      say`Deployment begins; ${reader.canSee(holder) ? ref(holder) : term('somebody')} holds the first initiative.`,
      'good',
      rolls.map((rolled) =>
        Object.entries(rolled).map(([seat, value]) => step('DS-ROUND-2', say`${maskedRef(seat)} ${value}`)),
      ),
    ),
  beginsRound: true,
});

/** A battle without players. Default scenario: Broken Field. */
export const emptyBattle = (settings: Settings): State => ({
  settings,
  phase: 'setup',
  scenario: defaultScenario,
  objects: [],
  zones: {},
  seats: [],
  round: 0,
  warriors: [],
  effects: [],
  triggers: [],
  specials: [],
  ending: false,
  strokes: [],
});

/** A warrior of the battle, created from the sheet. DS-DATA-8. */
export const createWarrior = (
  written: SheetWarrior,
  { id, owner, cost, settings }: Pick<Warrior, 'id' | 'owner' | 'cost'> & { readonly settings: Settings },
): Warrior => {
  const weapons = createWeapons(written.weapons);
  const shield = written.shields > 0;
  const [suit] = written.armour;
  const trained = settings.bodies.includes(written.body) ? bodyTypes[written.body]?.medicine : undefined;
  return {
    id,
    owner,
    body: written.body,
    race: written.race,
    armour: suit === 'light' || suit === 'heavy' ? suit : 'none',
    shield,
    weapons,
    traits: allTraits(written, settings),
    skills: trained === undefined ? written.skills : { medicine: trained, ...written.skills },
    cost,
    ...(written.notes && { notes: written.notes }),
    ready: false,
    conditions: [],
    held: [...defaultWeapons({ weapons, shield })],
  };
};

/** Adds a player with a seat and the warriors of a warband. DS-GEN-1, DS-CMD-1. */
export const enterBattle = (
  { now, emit, hiddenFrom }: Draft,
  { id, side, sheet }: Entrant<Warband>,
): Verdict<RefusalCode> => {
  const state = now();
  if (state.phase === 'over') return refuse('over-already');
  const unseen = hiddenFrom(gmActor);
  const open = state.seats.filter(({ id: seat }) =>
    state.warriors.some((each) => each.owner === seat && !unseen.includes(each.id)),
  );
  if (open.length >= 4) return refuse('E_PLAYER_COUNT', { players: term('2 to 4'), seats: open.length + 1 });
  const hidden = new Set([...unseen, ...state.seats.flatMap((seat) => (open.includes(seat) ? [] : [seat.id]))]);
  const all = [...state.seats, ...state.warriors].map((each) => each.id);
  // A name of a hidden warrior is free for others, since a number behind it would betray the warrior.
  const taken = new Set(['gm', 'scenario', ...all.filter((each) => !hidden.has(each))]);
  if (taken.has(id) || sanitizeName(id) !== id) return refuse('seat-taken', { name: ref(id) });
  const report = validateWarband(sheet, state.settings);
  const errors = blockingErrors(report, state.settings);
  if (errors.length > 0) return refuse('E_WARBAND_INVALID', { problems: errors.map(describeProblem).join('; ') });
  taken.add(id);
  const warriors = sheet.warriors.map((written, index) => {
    const plain = sanitizeName(written.name);
    // Names are unique in a battle: `Grub (Ada)` if there is a Grub already.
    const name = taken.has(plain) ? findFreeName(`${plain} (${id})`, (each) => taken.has(each)) : plain;
    taken.add(name);
    return createWarrior(written, {
      id: name,
      owner: id,
      cost: report.costs[index]?.cost.total ?? 0,
      settings: state.settings,
    });
  });
  for (const who of hidden)
    if (taken.has(who)) {
      const renamed = {
        type: renamedType,
        who,
        to: findFreeName(who, (each) => taken.has(each) || all.includes(each)),
      };
      emit(renamed);
    }
  emit(
    entered({
      seat: { id, team: side ?? id, warband: sheet.name, vp: 0, symbols: { HIT: 0, ADV: 0 } },
      warriors,
      midway: state.phase !== 'setup' && state.phase !== 'deploy',
    }),
  );
  return doneVerdict;
};

/** The board for the battle. Refuses boards with wrong edges or too small zones. DS-CMD-2, DS-SCEN-4. */
const planGround = (state: State): CheckResult<FieldPlan> => {
  const { seats, scenario } = state;
  const ground = state.own ?? scenarios[scenario.id]?.ground(seats.length);
  if (ground === undefined)
    return refuse('E_SCENARIO_UNKNOWN', { scenario: scenario.id, known: Object.keys(scenarios).join(', ') });
  const wrong = ground.board.edges.find(({ a, b }) => !isEdgeOnGrid(ground.board, a, b));
  if (wrong !== undefined) return refuse('E_BOARD_EDGE', { edge: `${formatSquare(wrong.a)}/${formatSquare(wrong.b)}` });
  const sides = edgeGridOf(ground.board);
  for (const [index, seat] of seats.entries()) {
    const spaces = (ground.zones[index] ?? []).filter(
      (each) => isOnBoard(ground.board, each) && !isSealed(sides, each),
    ).length;
    const warriors = state.warriors.filter(({ owner, at }) => owner === seat.id && at === undefined).length;
    if (spaces < warriors)
      return refuse('E_ZONE_TOO_SMALL', { seat: ref(seat.id), spaces, warriors: count(warriors, 'warrior') });
  }
  return ok(ground);
};

/** Starts the battle: first initiative, then deployment. DS-CMD-2, DS-ROUND-2, DS-ROUND-9. */
export function* startBattle(draft: Draft, call: Caller): InteractiveRuling<RefusalCode> {
  const state = draft.now();
  const gm = requireGmWhile('setup')(state, call);
  if (!gm.ok) return gm;
  const { seats, scenario } = state;
  if (seats.length < 2 || seats.length > 4)
    return refuse('E_PLAYER_COUNT', { players: term('2 to 4'), seats: seats.length });
  if (!scenario.players.includes(seats.length))
    return refuse('E_PLAYER_COUNT', { players: scenario.players.join(' or '), seats: seats.length });
  const ground = planGround(state);
  if (!ground.ok) return ground;
  const strength = (seat: string) => state.warriors.filter(({ owner }) => owner === seat).length;
  const ids = seats.map(({ id }) => id);
  const first = chooseFirstInitiative(scenario.first, ids, strength, draft.dice);
  draft.emit(began({ ...first, ground: ground.value }));
  yield* deployNext(draft, undefined);
  return doneVerdict;
}

/** Continues the battle after a correction. `acted`: true if a warrior was activated before it. Undefined if the current player can still act. DS-ROUND-5, DS-SCEN-3. */
export const continueAfterCorrection = (draft: Draft, acted = false): InteractiveRuling<RefusalCode> | undefined =>
  isCurrentPlayerStuck(draft.now()) || (acted && draft.now().activation === undefined)
    ? runContinuation(draft)
    : undefined;

function* runContinuation(draft: Draft): InteractiveRuling<RefusalCode> {
  const { phase, current } = draft.now();
  if (phase === 'deploy') yield* deployNext(draft, current);
  else yield* passTurn(draft);
  return doneVerdict;
}

/** Continues the battle if the current player has nothing left to do. DS-ROUND-5, DS-SCEN-3. */
export const continueBattleOrder = order({
  summary: 'Continue when the current player has no warrior left to place or activate',
  role: 'gm',
  requires: requireGmWhile('deploy', 'resolution'),
  resolve: function* (draft, _call, _input, state) {
    const further = continueAfterCorrection(draft);
    return further === undefined ? refuse('E_PHASE', { phase: term(phaseWords[state.phase]) }) : yield* further;
  },
});

export const finishBattle = ({ now }: Draft, { winner, reason }: GmEnding) => {
  if (now().phase === 'over') return refuse('over-already');
  return ended({ winners: winner === undefined ? [] : [winner], reason });
};

export const continueStandingOrderKind = standingOrderForGm('must continue the battle', 'continue the battle');

/** A warrior is placed on the board. DS-SCEN-3. */
export const deployed = event('deployed', {
  facts: { warrior: z.string(), at: squareSchema },
  apply: (state, { warrior, at }) => update(state, warrior, () => ({ at })),
  narrate: ({ warrior, at }) => line(say`${ref(warrior)} is placed on ${formatSquare(at)}.`),
});

/** Free spaces where a player may place a warrior. Players who joined late may use the whole board. DS-SCEN-3. */
export const freeSpaces = (state: State, seat: string): readonly Square[] => {
  const { board } = state;
  if (board === undefined) return [];
  const ground = edgeGridOf(board);
  const figures = figuresOf(state);
  return (state.zones[seat] ?? squaresInRectangle(0, 0, board.w - 1, board.h - 1)).filter(
    (space) =>
      isOnBoard(board, space) && !isSealed(ground, space) && !figures.some(({ at }) => isSameSquare(at, space)),
  );
};

/** Offers the current player's warriors that are off the board. */
const unplaced = offersForCurrentPlayer((state) => unplacedWarriors(state, state.current).map(warriorOffer));

/** Places a warrior in its deployment zone. DS-CMD-3, DS-SCEN-3. */
export const deploy = order({
  summary: 'Place one of your warriors in your deployment zone',
  role: 'player',
  params: z.strictObject({
    warrior: combatantParam('Which of your warriors'),
    to: squareParam('A free space of your deployment zone'),
  }),
  offers: {
    warrior: unplaced,
    to: offersForCurrentPlayer((state) => freeSpaces(state, state.current ?? '').map(squareOffer)),
  },
  resolve: function* (draft, call, { warrior: name, to }) {
    const state = draft.now();
    const seat = requireOwnTurn(state, call, 'deploy');
    if (!seat.ok) return seat;
    const own = requireOwnWarrior(state, seat.value, name);
    if (!own.ok) return own;
    const { id, at } = own.value;
    if (at !== undefined || own.value.removed !== undefined) return refuse('E_ALREADY_DEPLOYED', { warrior: ref(id) });
    const space = formatSquare(to);
    if (state.board === undefined || !isOnBoard(state.board, to)) return refuse('E_OUT_OF_BOARD', { space });
    const zone = state.zones[seat.value.id];
    if (zone !== undefined && !zone.some((each) => isSameSquare(each, to))) return refuse('E_NOT_IN_ZONE', { space });
    if (figuresOf(state).some((figure) => isSameSquare(figure.at, to))) return refuse('E_SPACE_OCCUPIED', { space });
    if (isSealed(edgeGridOf(state.board), to)) return refuse('E_END_SEALED', { space });
    draft.emit(deployed({ warrior: id, at: to }));
    yield* deployNext(draft, seat.value.id);
    return doneVerdict;
  },
});

/** Gives the turn to the next player who has a warrior to place, or begins round 1. DS-SCEN-3. */
function* deployNext(draft: Draft, after: string | undefined): PartialRuling {
  const state = draft.now();
  const seats = after === undefined ? seatsFrom(state, state.initiative) : seatsAfter(state, after);
  const next = seats.find((seat) => hasUnplacedWarriors(state, seat));
  if (next === undefined) return yield* beginRound(draft);
  if (next !== state.current) draft.emit(currentPlayerSet({ seat: next }));
}

/** Distance of a space from the middle of the board, to compare spaces. */
export const fromMiddle = ({ board }: State, { x, y }: Square): number => {
  const [across, down] = [Math.abs(2 * x - (board?.w ?? 0) + 1), Math.abs(2 * y - (board?.h ?? 0) + 1)];
  return Math.max(across, down) + (across + down) / 1000;
};

/** The warrior that a player places next by default, and the free space nearest to the middle. DS-SCEN-3. */
export const nextPlacement = (state: State, seat: string) => {
  const [warrior] = unplacedWarriors(state, seat);
  const [at] = freeSpaces(state, seat).toSorted((a, b) => fromMiddle(state, a) - fromMiddle(state, b));
  return warrior && at && { warrior, at };
};

/** Seats with warriors to place, beginning with the current one. */
const seatsToPlace = (state: State): readonly string[] =>
  seatsFrom(state, state.current).filter((seat) => hasUnplacedWarriors(state, seat));

/** Places all remaining warriors near the middle, then begins round 1. DS-SCEN-3. */
export const deployRest = order({
  summary: 'Place all remaining warriors, as near the middle as the zones allow',
  role: 'gm',
  requires: requireGmWhile('deploy'),
  resolve: function* (draft, _call, _input, before) {
    const seats = seatsToPlace(before);
    for (let turn = 0; turn < before.warriors.length; turn++)
      for (const seat of seats) {
        const next = nextPlacement(draft.now(), seat);
        if (next !== undefined) draft.emit(deployed({ warrior: next.warrior.id, at: next.at }));
      }
    const [stuck] = seatsToPlace(draft.now());
    if (stuck !== undefined && draft.events.length === 0)
      return refuse('E_ZONE_TOO_SMALL', { seat: ref(stuck), spaces: 0, warriors: count(1, 'warrior') });
    yield* deployNext(draft, undefined);
    return doneVerdict;
  },
});

export const placementStandingOrderKind = standingOrderForMove(
  'must place a warrior',
  'place the next warrior on the best space',
);
