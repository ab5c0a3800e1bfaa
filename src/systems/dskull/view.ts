import { count, listed, listText, phrase, present, say, sentences, term, worded } from '../../core/message.ts';
import type { RosterEntry } from '../../rules/definition.ts';
import { nameLookupForReader } from '../../rules/for-reader.ts';
import { formatSquare } from '../../rules/grid/square.ts';
import type { Reader } from '../../rules/reader.ts';
import {
  type BattleView,
  type CombatantView,
  type EdgeView,
  type GridBoardView,
  type Mark,
  mark,
  markByName,
  marksView,
  oneSpaceScale,
  type TurnOrderView,
} from '../../rules/view.ts';
import { weaponName } from './activation/activation.ts';
import { hasFigures, seatsFrom } from './checks.ts';
import { hasReadyWarriors } from './rounds.ts';
import { cairnPoints, lanternPoints, scenarios, scoringConditions, termForReason } from './scenarios.ts';
import {
  type Board,
  type BoardObject,
  type Edge,
  type FieldPlan,
  find,
  findSeat,
  isBroken,
  isFigure,
  type State,
  type Warrior,
  type Weapon,
} from './state.ts';
import { sheetWord } from './traits.ts';
import { describeTriggerEffect } from './triggers/triggers.ts';

const phaseTexts: Readonly<Record<State['phase'], (round: number) => string>> = {
  setup: () => worded('Setup'),
  deploy: () => worded('Deployment'),
  preparation: (round) => phrase`Round ${round}, preparation`,
  resolution: (round) => phrase`Round ${round}, resolution`,
  cleanup: (round) => phrase`Round ${round}, cleanup`,
  over: (round) => phrase`Ended in round ${round}`,
};

/** Formats a weapon: `war bow (two-handed, ranged, 3 dice)`. */
const weaponText = ({ id, hands, type, reach, area, chargesLeft, dice }: Weapon): string =>
  phrase`${worded(weaponName(id))} (${listText([
    hands === 1 ? term('one-handed') : term('two-handed'),
    term(type),
    count(dice, 'die', 'dice'),
    reach && term('reach'),
    area !== undefined && say`area ${area}`,
    chargesLeft !== undefined && count(chargesLeft, 'charge left', 'charges left'),
  ])})`;

const sheetLines = (warrior: Warrior): readonly string[] => {
  const { race, body, armour, shield, weapons, traits, skills, cost, notes } = warrior;
  const guard = listText([armour !== 'none' && say`${term(armour, 'dskull')} armour`, shield && term('shield')]);
  return present([
    phrase`${sheetWord(race)} ${sheetWord(body)}, ${worded(count(cost, 'point'))}`,
    guard !== '' && guard,
    ...weapons.map(weaponText),
    traits.length > 0 && listText(traits.map(sheetWord)),
    ...Object.entries(skills).map(([skill, level]) => phrase`${term(skill)} ${level}`),
    notes,
  ]);
};

const findMarks = (state: State, warrior: Warrior): readonly Mark[] => {
  const { activation, phase, objects } = state;
  if (warrior.removed !== undefined) return [mark(warrior.removed)];
  const acting = activation?.warrior === warrior.id;
  const carried = objects
    .filter(({ carrier }) => carrier === warrior.id)
    .map(({ name }) => mark(phrase`carries ${term(name)}`));
  const turn = acting
    ? [mark(phrase`acting: ${worded(count(activation.actions, 'action'))}, ${activation.mp} MP`)]
    : phase === 'resolution' && warrior.at !== undefined && !warrior.ready
      ? [mark('done')]
      : [];
  return [...warrior.conditions.map((each) => markByName(each)), ...carried, ...turn];
};

/** A warrior as one reader may see it. */
export const combatantView = (state: State, reader: Reader, warrior: Warrior): CombatantView => ({
  id: warrior.id,
  actor: warrior.owner,
  side: findSeat(state, warrior.owner)?.team,
  life: warrior.removed === undefined ? 'up' : warrior.removed === 'incapacitated' ? 'down' : 'out',
  gauges: [],
  ...marksView(findMarks(state, warrior), nameLookupForReader(reader)),
  marksSayLife: warrior.removed !== undefined,
  place: warrior.at && formatSquare(warrior.at),
  sheet: reader.isNumberVisible(warrior.id, 'sheet') ? sheetLines(warrior) : [],
});

const buildTurnOrder = (state: State, reader: Reader): readonly TurnOrderView[] => {
  // Hidden warriors must not reveal that a player still has some.
  const known = { ...state, warriors: state.warriors.filter(({ id }) => reader.canSee(id)) };
  return seatsFrom(state, state.initiative)
    .filter((seat) => reader.canSee(seat))
    .map((id) => {
      const seat = findSeat(state, id);
      const left = state.phase !== 'resolution' || hasReadyWarriors(known, id);
      const facts = [
        state.initiative === id && term('initiative'),
        seat && seat.symbols.HIT > 0 && say`${seat.symbols.HIT} HIT`,
        seat && seat.symbols.ADV > 0 && say`${seat.symbols.ADV} ADV`,
        state.phase === 'resolution' && !hasFigures(known, id) && term('no warriors left'),
      ];
      const now = state.current === id;
      const acting = now ? state.activation?.warrior : undefined;
      return acting !== undefined && reader.canSee(acting)
        ? { id: acting, note: listText([say`for ${id}`, ...facts]), state: 'now' }
        : { id, note: listText(facts), state: now ? 'now' : left ? 'next' : 'done' };
    });
};

const edgeView = ({ a, b, kinds, door }: Edge): EdgeView => ({
  a,
  b,
  kinds: [...kinds, ...(door ? (['door'] as const) : [])],
});

/** Formats an object for the board: `north cairn (1 VP)`, `chest (strength, 2 VP, holds 3)`, `chest (used)`. */
const objectLabel = (object: BoardObject): string => {
  const { kind, name, vp, used, test, holds } = object;
  const whole = holds !== undefined && say`holds ${holds}`;
  const points = (kind === 'cairn' || (kind === 'use' && vp !== 0)) && say`${vp} VP`;
  const shown = isBroken(object)
    ? worded('destroyed')
    : listText(used ? [term('used'), whole] : [test !== undefined && term(test), points, whole]);
  return shown === '' ? name : phrase`${name} (${shown})`;
};

const objectViews = (state: State, reader: Reader) =>
  state.objects.flatMap((object) => {
    const carrier = object.carrier === undefined ? undefined : find(state, object.carrier);
    if (object.carrier !== undefined && !reader.canSee(object.carrier)) return [];
    const label =
      carrier === undefined ? objectLabel(object) : phrase`${objectLabel(object)}, carried by ${carrier.id}`;
    return [{ ...(carrier?.at ?? object.at), label }];
  });

const grid = (state: State, board: Board, reader: Reader): GridBoardView => ({
  kind: 'grid',
  width: board.w,
  height: board.h,
  scale: oneSpaceScale,
  blocked: board.voids,
  blockedBy: 'void',
  figures: state.warriors.flatMap(({ id, at }) => (at && reader.canSee(id) ? [{ id, ...at, facing: undefined }] : [])),
  edges: board.edges.map(edgeView),
  objects: objectViews(state, reader),
  zones:
    state.phase === 'deploy' || state.phase === 'setup'
      ? Object.entries(state.zones)
          .filter(([seat, squares]) => squares.length > 0 && reader.canSee(seat))
          .map(([seat, squares]) => ({ label: phrase`Zone of ${seat}`, squares }))
      : [],
  strokes: state.strokes
    .filter(({ who, points }) => points.length > 1 && who.every((id) => reader.canSee(id)))
    .map(({ kind, points }) => ({ kind, points })),
});

/** The board that the battle would use if it started now. Undefined if the scenario is unknown. */
export const findPlannedField = ({ own, scenario, seats }: State): FieldPlan | undefined =>
  own ?? scenarios[scenario.id]?.ground(Math.max(2, seats.length));

/** The battle as if it took place on this board. */
const withGround = (state: State, plan: FieldPlan): State => {
  const zones = plan.zones.map(
    (squares, index) => [state.seats[index]?.id ?? phrase`seat ${index + 1}`, squares] as const,
  );
  return { ...state, board: plan.board, objects: plan.objects, zones: Object.fromEntries(zones) };
};

/** A preview of a board, without warriors and with zones named by seat. */
export const buildFieldPreview = (state: State, plan: FieldPlan, reader: Reader): GridBoardView => {
  const { warriors: _, ...rest } = withGround(state, plan);
  return grid({ ...rest, phase: 'setup', warriors: [], strokes: [] }, plan.board, reader);
};

/** Before the battle starts, the battle with its planned board. Unchanged afterwards. */
const withPlannedGround = (state: State): State => {
  const plan = findPlannedField(state);
  return state.phase !== 'setup' || plan === undefined ? state : withGround(state, plan);
};

const describeOutcome = ({ outcome }: State, reader: Reader): string | undefined => {
  if (outcome === undefined) return undefined;
  const { winners, reason } = outcome;
  if (winners.length === 0)
    return reason === 'draw' ? worded('A draw.') : phrase`No one wins: ${termForReason(reason)}.`;
  return phrase`Victory for ${listed(winners.map(reader.name))}: ${termForReason(reason)}.`;
};

/** Notes on the scenario: its length and the GM’s text. DS-SCEN-1. */
const scenarioNotes = ({ scenario, phase, round }: State): readonly string[] => {
  const { title, rounds, text } = scenario;
  const left = rounds === undefined ? 0 : rounds - round;
  const all = listText([term(title), rounds !== undefined && count(rounds, 'round')]);
  const head =
    rounds === undefined || round === 0 || phase === 'over'
      ? all
      : left > 0
        ? phrase`${all} (${left} left after this one)`
        : phrase`${all} (the last one)`;
  return text === undefined ? [head] : [head, text];
};

/** Describes who would score for objects if the round ended now, without hidden warriors. */
const describeHolders = (state: State, reader: Reader): readonly string[] => {
  if (state.phase !== 'resolution') return [];
  const known = { ...state, warriors: state.warriors.filter(({ id }) => reader.canSee(id)) };
  const held = [
    ...cairnPoints(known).map(({ seat, vp, cairn }) => ({ seat, vp, what: cairn })),
    ...lanternPoints(known).map(({ seat, vp, object }) => ({ seat, vp, what: object })),
  ];
  return held
    .filter(({ seat }) => reader.canSee(seat))
    .map(({ seat, vp, what }) => phrase`${seat} holds the ${term(what)} (${vp} VP at the end of the round).`);
};

/** The battle as one reader may see it. */
export const view = (state: State, reader: Reader): BattleView => {
  const shown = withPlannedGround(state);
  const conditions = worded(sentences(...scoringConditions(shown)));
  const scoring =
    conditions === '' ? undefined : { rule: 'DS-SCEN-1', says: phrase`Scoring: ${conditions} (DS-SCEN-1)` };
  const score = state.seats.filter(({ id }) => reader.canSee(id)).map(({ id, vp }) => phrase`${id}: ${vp} VP`);
  return {
    status: state.phase === 'setup' ? 'setup' : state.phase === 'over' ? 'ended' : 'active',
    phase: phaseTexts[state.phase](state.round),
    round: state.round,
    combatants: state.warriors
      .filter(({ id }) => reader.canSee(id))
      .map((warrior) => combatantView(state, reader, warrior)),
    order: buildTurnOrder(state, reader),
    board: shown.board && grid(shown, shown.board, reader),
    timeline: undefined,
    score,
    scoring,
    notes: present([
      ...scenarioNotes(state),
      scoring?.says,
      ...describeHolders(state, reader),
      ...score,
      state.ending && worded('The game ends after this round.'),
      ...(reader.gm
        ? state.triggers.map(
            ({ name, when, window, does }) =>
              phrase`Effect ${name}: ${term(when)} ${window}, ${worded(describeTriggerEffect(does))}`,
          )
        : []),
    ]),
    outcome: describeOutcome(state, reader),
  };
};

export const buildRoster = (state: State): readonly RosterEntry[] =>
  state.warriors.map((warrior) => ({
    id: warrior.id,
    actor: warrior.owner,
    side: findSeat(state, warrior.owner)?.team,
    up: warrior.removed === undefined && (isFigure(warrior) || state.phase === 'setup' || state.phase === 'deploy'),
  }));

/** Teams that have won. Undefined while the game continues. */
export const findWinners = (state: State): readonly string[] | undefined => {
  const won = state.outcome?.winners.flatMap((seat) => findSeat(state, seat)?.team ?? []);
  return won && [...new Set(won)];
};
