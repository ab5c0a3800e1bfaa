import { z } from 'zod';
import { isSameName, listing, ok, ref, refuse, say, type Text } from '../../core/message.ts';
import type { RulesetLayout } from '../../rules/content.ts';
import type { Entrant, GmEnding } from '../../rules/definition.ts';
import { line, step } from '../../rules/event.ts';
import { type Caller, standingOrderForGm } from '../../rules/expected-action.ts';
import {
  findStartingArea,
  formatSquare,
  orderFromMiddle,
  type Square,
  squareParam,
  squareSchema,
} from '../../rules/grid/square.ts';
import type { Reader } from '../../rules/reader.ts';
import { combatantParam, doneVerdict, flagParam, oneOfParam } from '../../rules/verb.ts';
import { compassDirections } from '../../rules/view.ts';
import { findBlocker, isObstacle, isOnBoard, isSameSquare } from './board.ts';
import { offerAllCombatants, requireCombatant, requireGm, requireGmWhile } from './checks.ts';
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
export const entered = event(
  'joined',
  { who: combatantId, team: z.string().min(1), sheet: sheetSchema },
  {
    apply: (state, { who, team, sheet: { hp, essence, conditions = [], ...sheet } }) => ({
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
          intercepts: 0,
          next: {},
        },
      ],
    }),
    narrate: ({ who, team, sheet: { role } }) => {
      const rank = role === 'member' ? '' : say` as ${role}`;
      return line(team === who ? say`${ref(who)} joins${rank}.` : say`${ref(who)} joins ${team}${rank}.`);
    },
  },
);

/** Adds a combatant without a square. Default team: the sheet’s, otherwise a team of its own. SK-GEN-3, SK-GEN-4. */
export const enterBattle = ({ now, emit }: Draft, { id, side, sheet }: Entrant<Sheet>) => {
  if (now().status === 'ended') return refuse('BATTLE_NOT_ACTIVE', { actor: ref(id) });
  if (findByName(now(), id) !== undefined) return refuse('NAME_TAKEN', { target: ref(id) });
  emit(entered({ who: id, team: side || sheet.team || id, sheet }));
  return doneVerdict;
};

/** A combatant is placed. `lot`: the rolled die, if the square was drawn by lot. SK-GEN-5, SK-RUL-64. */
export const placed = event(
  'placed',
  { who: combatantId, at: squareSchema, facing: facingSchema, lot: z.int().optional() },
  {
    apply: (state, { who, at, facing }) => update(state, who, () => ({ at, facing })),
    narrate: ({ who, at, facing, lot }) =>
      line(
        say`${ref(who)} stands at ${formatSquare(at)}, facing ${facing}.`,
        'quiet',
        lot === undefined ? [] : [[step('SK-RUL-64', say`lot ${lot}`)]],
      ),
    isRolledForAll: ({ lot }) => lot !== undefined,
  },
);

/** Refuses with OFF_BOARD or SQUARE_OCCUPIED. The dead may be placed anywhere but on an obstacle. SK-RUL-21. */
export const requirePlaceableSquare = (state: State, who: Combatant, to: Square): CheckResult<Square> => {
  const { width, height } = state.board;
  if (!isOnBoard(state, to)) return refuse('OFF_BOARD', { square: formatSquare(to), width, height });
  if (isObstacle(state, to)) return refuse('SQUARE_OCCUPIED', { square: formatSquare(to), by: 'an obstacle' });
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

/** Places a combatant on a square. SK-GEN-5, SK-RUL-64. */
export const place = order({
  summary: 'GM: put a combatant on a square and set its facing',
  role: 'gm',
  params: z.strictObject({
    target: combatantParam('Who to place'),
    to: squareParam('The square, like D4'),
    facing: oneOfParam('The new facing; default: unchanged', compassDirections).optional(),
  }),
  offers: { target: offerAllCombatants },
  resolve: (draft, call, { target: wanted, to, facing }) => {
    const bm = requireGmWhile(draft.now(), call, 'setup', 'active');
    if (!bm.ok) return bm;
    if (call.pending !== undefined) return refuse('REACTION_PENDING');
    const target = requireCombatant(draft.now(), wanted);
    if (!target.ok) return target;
    const free = requirePlaceableSquare(draft.now(), target.value, to);
    if (!free.ok) return free;
    placeOnSquare(draft, target.value.id, to, facing ?? target.value.facing);
    return doneVerdict;
  },
});

/** Starting squares of a team, the best first, and the facing there. */
interface Area {
  readonly squares: readonly Square[];
  readonly facing: Facing;
}

const rowsArea = ({ board: { width, height } }: State, from: number, to: number): Area => ({
  squares: Array.from({ length: to - from + 1 }, (_, row) => from - 1 + row).flatMap((y) =>
    orderFromMiddle(width).map((x) => ({ x, y })),
  ),
  facing: from + to <= height + 1 ? 'S' : 'N',
});

/** The area without obstacles and without squares off the board. */
const openArea = (state: State, { squares, facing }: Area): Area => ({
  squares: squares.filter((each) => isOnBoard(state, each) && !isObstacle(state, each)),
  facing,
});

/** Parses the rows of each team, like `red 1-3, blue 14-16`. */
const parseRows = (state: State, text: string): CheckResult<ReadonlyMap<string, Area>> => {
  const areas = new Map<string, Area>();
  for (const part of text.split(/[,;]/).map((each) => each.trim())) {
    if (part === '') continue;
    const [, whose = '', first, last = first] = /^(.+?)\s+(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?$/.exec(part) ?? [];
    const team = teamsOf(state.combatants).find((each) => isSameName(each, whose));
    const [from, to] = [Number(first), Number(last)];
    if (team === undefined || !(from >= 1 && from <= to && to <= state.board.height))
      return refuse('BAD_ROWS', { word: part.slice(0, 60) });
    areas.set(team, rowsArea(state, from, to));
  }
  return ok(areas);
};

/** Places all combatants on their team’s squares. Hidden ones come last and change no visible square. SK-RUL-64. */
export const deploy = order({
  summary: 'GM: place everyone, with teams on opposite edges or drawn by lot on given rows',
  role: 'gm',
  params: z.strictObject({
    lots: flagParam('Draw lots for the squares?').default(false),
    rows: z
      .string()
      .max(300)
      .default('')
      .meta({ description: 'Rows of each team, like red 1-3, blue 14-16; default: opposite edges' }),
    again: flagParam('Also move combatants that are already placed?').default(false),
  }),
  resolve: ({ now, emit, dice, hiddenFrom }, call, { lots, rows, again }) => {
    const state = now();
    const bm = requireGmWhile(state, call, 'setup', 'active');
    if (!bm.ok) return bm;
    if (state.status === 'active') return refuse('ALREADY_STARTED');
    const given = parseRows(state, rows);
    if (!given.ok) return given;
    const unseen = state.combatants.flatMap((each) => hiddenFrom(each.id));
    const isUnseen = ({ id }: Combatant) => unseen.includes(id);
    const all = state.combatants.toSorted((a, b) => Number(isUnseen(a)) - Number(isUnseen(b)));
    const teams = teamsOf(all);
    const areaOf = new Map(
      teams.map((team, index) => [
        team,
        openArea(state, given.value.get(team) ?? findStartingArea(state.board.width, state.board.height, index)),
      ]),
    );
    const keyOf = ({ x, y }: Square): number => y * state.board.width + x;
    const standing = again ? [] : state.combatants.filter(isPlaced).filter(isBlocking);
    const taken = new Set(standing.map(({ at }) => keyOf(at)));
    for (const who of all.filter(({ at }) => again || at === undefined)) {
      const area = areaOf.get(who.team);
      const free = area?.squares.filter((each) => !taken.has(keyOf(each))) ?? [];
      const lot = lots && free.length > 1 ? dice.roll(free.length, 'lot') : undefined;
      const at = free[(lot ?? 1) - 1];
      if (area === undefined || at === undefined) return refuse('NO_ROOM', { target: ref(who.id), team: who.team });
      if (isBlocking(who)) taken.add(keyOf(at));
      emit(placed({ who: who.id, at, facing: area.facing, lot }));
    }
    return doneVerdict;
  },
});

export const unplacedCombatants = (state: State): readonly Combatant[] =>
  state.combatants.filter(({ at }) => at === undefined);

/** Lists the captains and lieutenants that the reader sees. Empty if there are none. SK-GEN-6. */
const describeLeaders = ({ combatants }: State, { canSee }: Reader): Text => {
  const leaders = ['captain', 'lieutenant'].flatMap((role) =>
    combatants.filter(({ id: who, sheet }) => sheet.role === role && canSee(who)),
  );
  const each = leaders.map(({ id: who, team, sheet }) => say`${ref(who)} (${sheet.role} of ${team})`);
  return each.length === 0 ? '' : say` Leaders: ${listing(each)}.`;
};

/** The battle begins with round 1 and a turn order. Section 4. */
export const began = event(
  'started',
  { order: listSchema(combatantId) },
  {
    apply: (state, { order: ids }) => ({ ...state, status: 'active', round: 1, order: ids, place: -1 }),
    narrate: ({ order: ids }, { before, reader }) =>
      line(say`The battle begins. Order: ${formatVisibleTurnOrder(ids, reader)}.${describeLeaders(before, reader)}`),
    beginsRound: true,
  },
);

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
  'deploy them on opposite edges before the battle begins',
);

/** Ends the battle for the GM, with or without a winner. SK-TURN-4, SK-EXC-3. */
export const finishBattle = ({ now, emit }: Draft, { winner, reason }: GmEnding) => {
  if (now().status === 'ended') return refuse('BATTLE_NOT_ACTIVE', { actor: 'gm' });
  emit(ended({ reason, winner }));
  return doneVerdict;
};

/** Corrections that put each combatant back on its square. SK-GEN-4. */
export const layout: RulesetLayout<State> = {
  placeField: 'position',
  places: ({ combatants }) =>
    combatants.flatMap(({ id: who, at, facing, altitude }) =>
      at === undefined
        ? []
        : [
            { who, field: 'position', value: formatSquare(at) },
            ...(facing === 'N' ? [] : [{ who, field: 'facing', value: facing }]),
            ...(altitude === 'ground' ? [] : [{ who, field: 'altitude', value: altitude }]),
          ],
    ),
};
