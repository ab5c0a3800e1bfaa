import { z } from 'zod';
import { ref, refuse, say, sideTerm, term } from '../../core/message.ts';
import type { Entrant, GmEnding } from '../../rules/definition.ts';
import { line } from '../../rules/event.ts';
import type { Caller } from '../../rules/expected-action.ts';
import { textParam } from '../../rules/verb.ts';
import { requireGm, requireGmInBattle } from './checks.ts';
import { type Settings, settingsSchema } from './settings.ts';
import { type Sheet, sheetSchema } from './sheet.ts';
import {
  type Combatant,
  combatantId,
  type Draft,
  event,
  findByName,
  isAble,
  isCombatRunning,
  order,
  type State,
} from './state.ts';

export const emptyBattle = (settings: Settings): State => ({
  settings,
  stage: 'SETUP',
  turn: 0,
  elapsedSeconds: 0,
  batch: 0,
  combatants: [],
  steps: [],
  endOfTurnQueue: [],
  effects: [],
});

/** A combatant that joins, with the health levels lost in earlier battles. ST-WOUND-5. */
const freshCombatant = (who: string, side: string | undefined, sheet: Sheet, settings: Settings): Combatant => {
  const most = settings.healthTrack.length;
  const lost = Math.min(sheet.levelsLost ?? 0, most);
  return {
    id: who,
    side,
    sheet,
    lost,
    overflow: 0,
    life: lost === most ? 'incapacitated' : 'up',
    dazed: false,
    dazeEnds: false,
    stance: 'none',
    actions: [{ status: 'empty' }, { status: 'empty' }],
    moved: 0,
    defensesUsed: 0,
    modifiers: [],
    intent: {},
  };
};

export const entered = event('entered', {
  facts: { who: combatantId, side: z.string().optional(), sheet: sheetSchema },
  apply: (state, { who, side, sheet }) => ({
    ...state,
    combatants: [...state.combatants, freshCombatant(who, side, sheet, state.settings)],
  }),
  narrate: ({ who }) => line(say`${ref(who)} joins.`),
});

/** Adds a combatant whose sheet is checked; combatants may join at any time. ST-GEN-5, ST-RUL-3, ST-RUL-4. */
export const enterBattle = ({ now }: Draft, { id, side, sheet }: Entrant<Sheet>) => {
  if (id.trim() === '') return refuse('BAD_SHEET', { option: 'name', problem: 'a combatant needs a name' });
  if (findByName(now(), id) !== undefined) return refuse('DUPLICATE_NAME', { name: ref(id) });
  return entered({ who: id, side, sheet });
};

export const began = event('begun', {
  facts: { settings: settingsSchema },
  apply: (state, { settings }) => ({ ...state, settings, stage: 'INITIATIVE', turn: 1, elapsedSeconds: 0 }),
  narrate: () => line('The combat begins. Turn 1: roll initiative.'),
  beginsRound: true,
});

/** Starts the combat. Its settings cannot change later. */
export const startBattle = ({ now }: Draft, call: Caller) => {
  const state = now();
  if (isCombatRunning(state)) return refuse('COMBAT_ALREADY_ACTIVE', { turn: state.turn });
  const gm = requireGm(call);
  if (!gm.ok) return gm;
  if (state.stage === 'ENDED') return refuse('COMBAT_NOT_ACTIVE');
  const ready = state.combatants.filter(isAble).length;
  if (ready < 2) return refuse('NOT_ENOUGH_COMBATANTS', { able: ready });
  return began({ settings: state.settings });
};

export const ended = event('ended', {
  facts: { winner: z.string().optional(), reason: z.string() },
  apply: (state, { winner, reason }) => ({
    ...state,
    stage: 'ENDED',
    pendingAttack: undefined,
    outcome: { winner, reason },
  }),
  narrate: ({ winner, reason }) =>
    line(
      winner === undefined
        ? say`The combat ends: ${term(reason)}.`
        : say`Victory for ${sideTerm(winner)}: ${term(reason)}.`,
      'good',
    ),
});

/** Ends the battle for the GM or for the app. GM-END. */
export const finishBattle = ({ now }: Draft, { winner, reason }: GmEnding) => {
  if (now().stage === 'ENDED') return refuse('COMBAT_NOT_ACTIVE');
  return ended({ winner, reason });
};

/** Lets the GM end the combat. GM-END, ST-GM-4, ST-RUL-57. */
export const endCombat = order({
  summary: 'End the combat',
  role: 'gm',
  params: z.strictObject({
    winner: textParam('Who won, if anyone did', 100).optional(),
    reason: textParam('Why the battle ends', 200).default('the GM ends it'),
  }),
  requires: requireGmInBattle,
  resolve: (draft, _, { winner, reason }) => finishBattle(draft, { winner, reason }),
});
