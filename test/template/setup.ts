import { ref, say } from '../../src/core/message.ts';
import { refuse } from '../../src/core/refusal.ts';
import type { Entrant } from '../../src/rules/definition.ts';
import { line } from '../../src/rules/lines.ts';
import { doneVerdict } from '../../src/rules/verb.ts';
import type { Settings } from './settings.ts';
import { type Sheet, sheetSchema } from './sheet.ts';
import { type Draft, event, name, type State } from './state.ts';
import { nextTurn } from './turns.ts';

/** A duel with nobody in it. */
export const emptyBattle = (settings: Settings): State => ({
  status: 'setup',
  settings,
  fighters: [],
  round: 0,
  acted: [],
  effects: [],
});

/** DU-SETUP-1. */
export const entered = event(
  'joined',
  { who: name, side: name, sheet: sheetSchema },
  {
    apply: (state, { who, side, sheet }) => ({
      ...state,
      fighters: [...state.fighters, { id: who, side, sheet, hp: sheet.hp, yielded: false }],
    }),
    narrate: ({ who }) => line(say`${ref(who)} joins.`),
  },
);

/** DU-SETUP-1. */
export const enter = ({ emit }: Draft, { id, side = id, sheet }: Entrant<Sheet>) => {
  emit(entered({ who: id, side, sheet }));
  return doneVerdict;
};

export const began = event(
  'started',
  {},
  {
    apply: (state) => ({ ...state, status: 'active' }),
    narrate: () => line('The duel begins.'),
  },
);

/** DU-SETUP-2. */
export const start = (draft: Draft) => {
  if (new Set(draft.now().fighters.map(({ side }) => side)).size < 2) return refuse('one-side');
  draft.emit(began());
  nextTurn(draft);
  return doneVerdict;
};
