import { z } from 'zod';
import { masked, ref, say } from '../../src/core/message.ts';
import { refuse } from '../../src/core/refusal.ts';
import type { Carried } from '../../src/rules/carry.ts';
import type { Entrant, Finish } from '../../src/rules/definition.ts';
import { hang as hangEffect } from '../../src/rules/effect-events.ts';
import type { Effect } from '../../src/rules/effects.ts';
import { line } from '../../src/rules/lines.ts';
import { whole } from '../../src/rules/values.ts';
import { done } from '../../src/rules/verb.ts';
import { type Settings, type Sheet, sheetSchema } from './sheet.ts';
import { type Draft, event, field, fighterCalled, fighterSchema, find, name, on, type State, stands } from './state.ts';

export const blank = (settings: Settings): State => ({ status: 'setup', settings, fighters: [], turn: 0, effects: [] });

/** DU-FIELD-1. */
export const joined = event(
  'joined',
  { who: name, side: name, sheet: sheetSchema },
  {
    apply: (state, { who, side, sheet }) => ({
      ...state,
      fighters: [...state.fighters, { id: who, side, sheet, hp: sheet.hp, yielded: false }],
    }),
    tell: ({ who }) => line(say`${ref(who)} joins.`),
  },
);

/** DU-FIELD-1. */
export const enter = ({ emit }: Draft, { id, side = id, sheet }: Entrant<Sheet>) => {
  emit({ type: 'joined', who: id, side, sheet });
  return done;
};

export const started = event(
  'started',
  {},
  {
    apply: (state) => ({ ...state, status: 'active' }),
    tell: () => line('The duel begins.'),
    beginsRound: true,
  },
);

/** DU-FIELD-2. */
export const start = ({ now, emit }: Draft) => {
  if (new Set(now().fighters.map(({ side }) => side)).size < 2) return refuse('one-side');
  emit({ type: 'started' });
  return done;
};

export const ended = event(
  'ended',
  { winner: z.string().optional(), reason: z.string() },
  {
    apply: (state, { winner }) => ({ ...state, status: 'ended', winner }),
    tell: ({ winner, reason }) => line(winner === undefined ? reason : `${winner} wins. ${reason}`, 'good'),
  },
);

/** DU-FIELD-3. */
export const endIfDecided = ({ now, emit }: Draft): void => {
  const sides = new Set(
    now()
      .fighters.filter(stands)
      .map(({ side }) => side),
  );
  const [winner] = sides;
  if (sides.size === 1) emit({ type: 'ended', winner, reason: 'Nobody else stands.' });
};

export const finish = ({ emit }: Draft, { winner, reason }: Finish) => {
  emit({ type: 'ended', reason, ...(winner !== undefined && { winner }) });
  return done;
};

/** DU-FIELD-4. */
export const carry = (state: State, id: string, sheet: Sheet): Carried<Sheet> | undefined => {
  const fighter = find(state, id);
  return fighter && { sheet, changes: [], dead: fighter.hp <= 0 };
};

/** DU-FIELD-4: there is nothing to mend. */
export const restore = (sheet: Sheet): Sheet => sheet;

export const corrected = event(
  'corrected',
  { fighter: fighterSchema, field: z.string(), typed: z.string() },
  {
    apply: (state, { fighter }) => on(state, fighter.id, () => fighter),
    tell: ({ fighter, field: changed, typed }) => line(say`The GM sets ${changed} of ${ref(fighter.id)} to ${typed}.`),
  },
);

/** What the GM may put right. */
export const corrections = {
  hp: field('Hit points', whole(-99, 99), (_, hp) => ({ hp })),
  skill: field('Skill', whole(0, 20), ({ sheet }, skill) => ({ sheet: { ...sheet, skill } })),
};

export const modifiers = { skill: 'Added to its own blows' };

export const hang = (draft: Draft, who: string, effect: string, hung: Effect | undefined) => {
  const fighter = fighterCalled(draft.now(), who);
  if (!fighter.ok) return fighter;
  return hangEffect(draft, fighter.value.id, effect, hung)
    ? done
    : refuse('no-such-effect', { effect, who: masked(fighter.value.id) });
};
