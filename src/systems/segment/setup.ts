import { z } from 'zod';
import { isSameName, ref, refuse, say, sentences, sideTerm, term } from '../../core/message.ts';
import type { Entrant, GmEnding } from '../../rules/definition.ts';
import { line } from '../../rules/event.ts';
import { squareSchema } from '../../rules/grid/square.ts';
import { refusePhase } from './checks.ts';
import type { Settings } from './settings.ts';
import { findSheetProblem, preparedUses, type Sheet, sheetSchema } from './sheet.ts';
import { type Combatant, type Draft, event, type State } from './state.ts';
import { visibleSideName } from './visibility.ts';

/** A combatant joined. */
export const entered = event('entered', {
  facts: { who: z.string(), team: z.string(), sheet: sheetSchema, pos: squareSchema.optional() },
  apply: (state, event) => ({
    ...state,
    combatants: [
      ...state.combatants,
      { ...createCombatant(event.who, event.team, event.sheet), ...(event.pos && { pos: event.pos }) },
    ],
  }),
  narrate: ({ who, team }) =>
    line(team === who ? say`${ref(who)} joins.` : say`${ref(who)} joins, for ${sideTerm(team)}.`, 'quiet'),
});

/** The battle began with the declarations of round 1. SEG-ROUND-1. */
export const started = event('started', {
  facts: {},
  apply: (state) => ({ ...state, status: 'active', round: 1, phase: 'declare' }),
  beginsRound: true,
  narrate: () => line('The battle begins. Round 1: declare.'),
});

export const ended = event('ended', {
  facts: { winner: z.string().optional(), reason: z.string() },
  apply: (state, event) => ({
    ...state,
    status: 'ended',
    pending: undefined,
    outcome: { reason: event.reason, winner: event.winner },
  }),
  narrate: ({ reason, winner }, { after, reader }) =>
    line(
      sentences(
        say`The battle is over: ${term(reason)}.`,
        winner !== undefined && say`Victory for ${visibleSideName(after, reader, winner)}.`,
      ),
      'good',
    ),
});

export const emptyBattle = (settings: Settings): State => ({
  status: 'setup',
  round: 0,
  phase: 'declare',
  settings,
  lighting: 'normal',
  combatants: [],
  ambushRound: false,
  ambushers: [],
  surprises: [],
  covers: [],
  adHocs: [],
  freeRulings: [],
  engagements: [],
  effects: [],
});

/** Adds a combatant, alone if without a side. Refuses with NO_BATTLE or BAD_SHEET. Section 3.4 of RULES.md. */
export const enterBattle = ({ now }: Draft, { id, side, sheet }: Entrant<Sheet>) => {
  if (now().status === 'ended') return refuse('NO_BATTLE');
  if (now().combatants.some((each) => isSameName(each.id, id)))
    return refuse('BAD_SHEET', { who: ref(id), problem: term('the battle already has someone with that name') });
  const problem = findSheetProblem(sheet);
  if (problem !== undefined) return refuse('BAD_SHEET', { who: ref(id), problem: term(problem) });
  return entered({ who: id, team: side ?? id, sheet });
};

export const startBattle = ({ now }: Draft) => {
  const { status, combatants } = now();
  if (status === 'ended') return refuse('NO_BATTLE');
  if (status === 'active') return refusePhase('the battle has already started');
  if (combatants.length === 0) return refusePhase('there are no combatants yet');
  return started();
};

/** Ends the battle for the GM; the rulebook has no victory condition. SEG-ROUND-7. */
export const finishBattle = ({ now }: Draft, { winner, reason }: GmEnding) => {
  if (now().status === 'ended') return refuse('NO_BATTLE');
  return ended({ reason, winner });
};

/** Fields of a combatant that are reset in each round. */
export const freshRoundFields = {
  initiatives: [],
  noMovement: false,
  dodging: false,
  picking: false,
  pickDegree: undefined,
  pace: 'none',
  aiming: undefined,
  defending: undefined,
  casting: undefined,
  march: undefined,
  pushedBy: [],
  freeActionsUsed: 0,
  freeMoveUsed: false,
  parted: false,
  rearmed: false,
  shieldDone: false,
  drunk: false,
  actionsLost: undefined,
} satisfies Partial<Combatant>;

/** A combatant as it joins the battle. Section 3.5 of RULES.md. */
const createCombatant = (id: string, team: string, sheet: Sheet): Combatant => ({
  ...freshRoundFields,
  id,
  team,
  sheet,
  hp: sheet.hp ?? sheet.maxHp,
  entryHp: sheet.hp ?? sheet.maxHp,
  life: (sheet.hp ?? sheet.maxHp) > 0 ? 'up' : 'down',
  armorLoss: sheet.left?.armorLoss ?? 0,
  stunned: false,
  prone: false,
  invisible: false,
  encumbered: false,
  mountedMoving: false,
  alert: false,
  hand: (sheet.hand ?? sheet.weapons[0]?.name) || undefined,
  offHand: sheet.offHand || undefined,
  shieldReady: sheet.shieldReady,
  atFeet: [],
  potions: sheet.potions,
  energy: sheet.left?.energy ?? sheet.energy,
  uses: { ...preparedUses(sheet.spells), ...sheet.left?.uses },
  stuck: [],
  unseen: {},
  grievousPending: false,
  wounds: sheet.left?.wounds ?? [],
});
