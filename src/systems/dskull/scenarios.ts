import { z } from 'zod';
import { isSameName, listing, phrase, ref, refuse, say, type Term, term, worded } from '../../core/message.ts';
import { line } from '../../rules/event.ts';
import { loadTables } from '../../rules/presets.ts';
import { createOffer, textParam, wholeNumberParam } from '../../rules/verb.ts';
import { edgeGridOf, isAdjacent, isSameSquare } from './board/board.ts';
import { parseBoard } from './board/text.ts';
import { requireGmWhile } from './checks.ts';
import {
  type Draft,
  event,
  type FieldPlan,
  fieldSchema,
  figuresOf,
  find,
  findSeat,
  findSeatByName,
  isBroken,
  order,
  type Scenario,
  type State,
  scenarioSchema,
  updateSeat,
} from './state.ts';

/** A scenario: its terms, a summary, and its board for a number of players. Section 22; DS-SCEN-5, RULING-85. */
interface ScenarioPlan {
  readonly terms: Scenario;
  readonly summary: string;
  readonly ground: (players: number) => FieldPlan;
}

/** Parses a board of the data file. Throws if it cannot be read. */
const drawn = (text: string): FieldPlan => {
  const read = parseBoard(text);
  if (!read.ok) throw new Error(`The ground of a scenario cannot be read: ${text}`);
  return fieldSchema.parse(read.value);
};

const textLines = z.array(z.string());

/** A scenario of the data file. `two`, `more`: the rest of its board for two players, and for three or four. */
const planSchema = z
  .strictObject({
    terms: scenarioSchema.extend({
      players: z.array(z.int()).default([2, 3, 4]),
      rounds: z.int().default(6),
      incapacitated: z.int().default(1),
      killed: z.int().default(1),
      first: z.string().default('lowest-d6'),
      home: z.array(z.int()).default([]),
    }),
    summary: z.string(),
    board: textLines,
    two: textLines,
    more: textLines,
  })
  .transform(({ terms, summary, board, two, more }): ScenarioPlan => {
    const ground = (players: number) => drawn([...board, ...(players === 2 ? two : more)].join('\n'));
    return { terms, summary, ground };
  });

const plans = loadTables(new URL('./scenarios.json', import.meta.url), z.tuple([planSchema]).rest(planSchema));

/** The scenario of a battle for which the GM chooses none. */
export const defaultScenario = plans[0].terms;

export const scenarios: Readonly<Record<string, ScenarioPlan>> = Object.fromEntries(
  plans.map((plan) => [plan.terms.id, plan]),
);

/** The GM chooses a scenario. DS-CMD-2, DS-SCEN-1. */
export const scenarioChosen = event('scenario-chosen', {
  facts: { scenario: scenarioSchema },
  apply: (state, { scenario: chosen }) => ({ ...state, scenario: chosen }),
  narrate: ({ scenario: chosen }) => line(say`The scenario is ${term(chosen.title)}.`),
});

/** Ways to choose who holds the first initiative, if no seat is named. DS-ROUND-2. */
const firstRules: readonly string[] = ['lowest-d6', 'most-warriors'];

/** Chooses a scenario. Default of each option: the scenario’s value. Refuses too many players. DS-CMD-2, DS-SCEN-1. */
export const chooseScenario = order({
  summary: 'Choose the scenario, change its length or points, or describe your own',
  role: 'gm',
  params: z.strictObject({
    name: textParam('Which scenario; default: the current one', 60).optional(),
    title: textParam('The title of your own scenario', 60).optional(),
    text: textParam('What the players must know of your own scenario', 300).optional(),
    rounds: wholeNumberParam('How many rounds the game lasts; 0: no limit', 0, 50).optional(),
    incapacitated: wholeNumberParam('Points for each hostile warrior incapacitated', -9, 9).optional(),
    killed: wholeNumberParam('Points for each hostile warrior killed', -9, 9).optional(),
    first: textParam('Who holds the first initiative: lowest-d6, most-warriors or a seat', 100).optional(),
  }),
  offers: {
    name: ({ seats }) =>
      Object.entries(scenarios)
        .filter(([, { terms }]) => seats.length <= Math.max(...terms.players))
        .map(([value, { terms, summary }]) => createOffer(value, `${terms.title}: ${summary}`)),
    first: (state) => [
      ...firstRules.map((value) => createOffer(value)),
      ...state.seats.map(({ id }) => createOffer(id, ref(id))),
    ],
  },
  requires: requireGmWhile('setup'),
  resolve: (_draft, _call, { title, text, rounds, incapacitated, killed, first, ...given }, state) => {
    const { name = state.scenario.id } = given;
    const plan = Object.values(scenarios).find(
      ({ terms }) => isSameName(terms.id, name) || isSameName(terms.title, name),
    );
    if (plan === undefined)
      return refuse('E_SCENARIO_UNKNOWN', { scenario: name, known: Object.keys(scenarios).join(', ') });
    const terms = given.name === undefined ? state.scenario : plan.terms;
    const { length } = state.seats;
    if (length > Math.max(...terms.players))
      return refuse('E_PLAYER_COUNT', { players: listing(terms.players.map(String), 'or'), seats: length });
    const holder = first === undefined ? undefined : findSeatByName(state, first)?.id;
    if (first !== undefined && !firstRules.includes(first) && holder === undefined)
      return refuse('seat-unknown', { seat: ref(first) });
    return scenarioChosen({
      scenario: {
        ...terms,
        ...(title !== undefined && { title }),
        ...(text !== undefined && { text }),
        rounds: rounds === undefined ? terms.rounds : rounds === 0 ? undefined : rounds,
        incapacitated: incapacitated ?? terms.incapacitated,
        killed: killed ?? terms.killed,
        first: holder ?? first ?? terms.first,
      },
    });
  },
});

/** Reasons that the bot gives. Other reasons are names of objects, or the GM’s words. */
const reasonWords = ['killed', 'incapacitated', 'effect', 'carried home', 'draw', 'points', 'warriors left'];

export const termForReason = (reason: string): string | Term => (reasonWords.includes(reason) ? term(reason) : reason);

/** A player scores victory points. `about`: the warrior taken out or carrying the lantern. DS-SCEN-1. */
export const scored = event('scored', {
  facts: { seat: z.string(), vp: z.int(), why: z.string(), about: z.string().optional() },
  apply: (state, { seat, vp }) => updateSeat(state, seat, (each) => ({ vp: each.vp + vp })),
  narrate: ({ seat, vp, why, about }, { reader }) => {
    const reason = termForReason(why);
    return line(
      about !== undefined && reader.canSee(about)
        ? say`${ref(seat)} scores ${vp} VP (${ref(about)}: ${reason}).`
        : say`${ref(seat)} scores ${vp} VP (${reason}).`,
      'good',
    );
  },
});

/** The current round becomes the last. Scenario 22.3. */
export const finalRoundAnnounced = event('final-round-announced', {
  facts: { why: z.string() },
  apply: (state) => ({ ...state, ending: true }),
  narrate: () => line('The game ends after this round.'),
});

/** What scores points in the battle, with the exact conditions. DS-SCEN-1, DS-SCEN-5, DS-INJ-9. */
export const scoringConditions = ({ scenario, objects }: Pick<State, 'scenario' | 'objects'>): readonly string[] => {
  const { incapacitated, killed, home, ends } = scenario;
  const has = (kind: (typeof objects)[number]['kind']) => objects.some((object) => object.kind === kind);
  const conditions: readonly (readonly [isShown: boolean, condition: string])[] = [
    [
      incapacitated !== 0 || killed !== 0,
      phrase`${incapacitated} VP for each hostile warrior that you incapacitate, ${killed} VP for each that you kill.`,
    ],
    [
      has('cairn'),
      worded(
        'At the end of each round a cairn gives its VP to the player with the most warriors on it or next to it who are neither stunned nor wounded; a tie gives nothing.',
      ),
    ],
    [has('lantern'), worded('At the end of each round the player whose warrior carries the lantern scores its VP.')],
    [
      home.length > 0,
      phrase`4 VP for ending an activation with the lantern on your home row (in the order of the warbands: ${home.map((y) => y + 1).join(', ')}); the game then ends after the round.`,
    ],
    [
      has('use'),
      worded(
        'An object gives its VP once, to the player whose warrior uses it with /dskull interact and passes its test, if it has one.',
      ),
    ],
    [
      objects.some(({ worth = 0 }) => worth !== 0),
      worded('The player whose blast destroys an object scores what it is worth.'),
    ],
    [ends !== undefined, worded('The game ends after the round in which the last object is used or destroyed.')],
  ];
  return conditions.flatMap(([isShown, condition]) => (isShown ? [condition] : []));
};

/** Points that each player scores for cairns if the round ends now. Scenario 22.2. */
export const cairnPoints = (state: State) => {
  const { board } = state;
  if (board === undefined) return [];
  const ground = edgeGridOf(board);
  const steady = figuresOf(state).filter(
    ({ conditions }) => !conditions.includes('stunned') && !conditions.includes('wounded'),
  );
  return state.objects
    .filter((object) => object.kind === 'cairn' && !isBroken(object))
    .flatMap(({ name, at, vp }) => {
      const counts = state.seats
        .map(({ id }) => ({
          id,
          count: steady.filter(
            (figure) => figure.owner === id && (isSameSquare(figure.at, at) || isAdjacent(ground, figure.at, at)),
          ).length,
        }))
        .toSorted((a, b) => b.count - a.count);
      const [first, second] = counts;
      return first && first.count > 0 && first.count > (second?.count ?? 0)
        ? [{ seat: first.id, vp, cairn: name }]
        : [];
    });
};

/** Points that each player scores for a carried lantern if the round ends now. Scenario 22.3. */
export const lanternPoints = (state: State) =>
  state.objects.flatMap(({ kind, carrier, vp, name }) => {
    const owner = state.warriors.find(({ id }) => id === carrier)?.owner;
    return kind === 'lantern' && owner !== undefined ? [{ seat: owner, vp, object: name }] : [];
  });

/** Ends the game after this round if every object has been used or destroyed. DS-SCEN-5, DS-OBJ-4. */
export const endWhenAllUsed = (draft: Draft): void => {
  const { scenario, objects, ending } = draft.now();
  const open = objects.some((object) => object.kind === 'use' && !object.used && !isBroken(object));
  if (scenario.ends === 'all-used' && !open && !ending) draft.emit(finalRoundAnnounced({ why: scenario.title }));
};

/** Scores 4 points if the warrior has carried the lantern home, and makes this round the last. Scenario 22.3. */
export const scoreLanternHome = (draft: Draft, id: string): void => {
  const { objects, scenario, seats, ending } = draft.now();
  const warrior = find(draft.now(), id);
  const home = scenario.home[seats.findIndex((seat) => seat.id === warrior?.owner)];
  const lantern = objects.find(({ kind, carrier }) => kind === 'lantern' && carrier === id);
  if (ending || warrior === undefined || lantern === undefined || home === undefined || warrior.at?.y !== home) return;
  draft.emit(scored({ seat: warrior.owner, vp: 4, why: 'carried home', about: id }));
  draft.emit(finalRoundAnnounced({ why: lantern.name }));
};

/** The game ends. DS-SCEN-2. */
export const ended = event('ended', {
  facts: { winners: z.array(z.string()), reason: z.string() },
  apply: (state, { winners, reason }) => ({
    ...state,
    phase: 'over',
    current: undefined,
    activation: undefined,
    outcome: { winners, reason },
  }),
  narrate: ({ winners, reason }, { reader }) => {
    const known = winners.map((id) => (reader.canSee(id) ? ref(id) : term('somebody')));
    return line(
      winners.length === 0
        ? say`The game is over: no one wins (${termForReason(reason)}).`
        : say`The game is over: victory for ${listing(known)} (${termForReason(reason)}).`,
      'good',
    );
  },
});

const teamsInPlay = (state: State): number =>
  new Set(figuresOf(state).map(({ owner }) => findSeat(state, owner)?.team)).size;

export const isOver = (state: State): boolean =>
  state.ending ||
  (state.scenario.rounds !== undefined && state.round >= state.scenario.rounds) ||
  teamsInPlay(state) < 2;

/** Seats of the winning team: most points, then highest cost of warriors on the board. Empty for a draw. DS-SCEN-2. */
export const decideVictory = (state: State): { readonly winners: string[]; readonly reason: string } => {
  const teams = [...new Set(state.seats.map(({ team }) => team))].map((team) => {
    const seats = state.seats.filter((seat) => seat.team === team);
    const ids = seats.map(({ id }) => id);
    return {
      ids,
      vp: seats.reduce((sum, { vp }) => sum + vp, 0),
      worth: figuresOf(state)
        .filter(({ owner }) => ids.includes(owner))
        .reduce((sum, { cost }) => sum + cost, 0),
    };
  });
  const [first, second] = teams.toSorted((a, b) => b.vp - a.vp || b.worth - a.worth);
  if (first === undefined || (second && second.vp === first.vp && second.worth === first.worth))
    return { winners: [], reason: 'draw' };
  return { winners: first.ids, reason: second?.vp === first.vp ? 'warriors left' : 'points' };
};
