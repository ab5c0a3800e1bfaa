import { z } from 'zod';
import { isSameName, phrase, ref, refuse } from '../../../core/message.ts';
import { line } from '../../../rules/event.ts';
import { doneVerdict, textParam, wholeNumberParam } from '../../../rules/verb.ts';
import { createOffer, requireGmInBattle } from '../checks.ts';
import { findSeatByName } from '../players.ts';
import { event, order, scenarioSchema } from '../state.ts';
import { scenarios } from './plans.ts';

/** DS-CMD-2, DS-SCEN-1. */
export const scenarioChosen = event(
  'scenario-chosen',
  { scenario: scenarioSchema },
  {
    apply: (state, { scenario: chosen }) => ({ ...state, scenario: chosen }),
    narrate: ({ scenario: chosen }) => line(phrase`The scenario is ${chosen.title}.`),
  },
);

/** DS-ROUND-2. Who holds the first initiative where no seat is named. */
const firstRules: readonly string[] = ['lowest-d6', 'most-warriors'];

/** DS-CMD-2, DS-SCEN-1. What the GM leaves out stays as the scenario has it; one for fewer players than there are is not to be had. */
export const chooseScenario = order({
  summary: 'Choose the scenario, and change its length or points',
  role: 'gm',
  params: z.strictObject({
    name: textParam('Which scenario', 60),
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
  resolve: (draft, call, { name, rounds, incapacitated, killed, first }) => {
    const state = draft.now();
    const gm = requireGmInBattle(state, call, 'setup');
    if (!gm.ok) return gm;
    const plan = Object.values(scenarios).find(
      ({ terms }) => isSameName(terms.id, name) || isSameName(terms.title, name),
    );
    if (plan === undefined)
      return refuse('E_SCENARIO_UNKNOWN', { scenario: name, known: Object.keys(scenarios).join(', ') });
    const { terms } = plan;
    const { length } = state.seats;
    if (length > Math.max(...terms.players))
      return refuse('E_PLAYER_COUNT', { players: terms.players.join(' or '), seats: length });
    const holder = first === undefined ? undefined : findSeatByName(state, first)?.id;
    if (first !== undefined && !firstRules.includes(first) && holder === undefined)
      return refuse('seat-unknown', { seat: ref(first) });
    draft.emit(
      scenarioChosen({
        scenario: {
          ...terms,
          rounds: rounds === undefined ? terms.rounds : rounds === 0 ? undefined : rounds,
          incapacitated: incapacitated ?? terms.incapacitated,
          killed: killed ?? terms.killed,
          first: holder ?? first ?? terms.first,
        },
      }),
    );
    return doneVerdict;
  },
});
