import { z } from 'zod';
import { ref, say } from '../../src/core/message.ts';
import { bindApplyEffect } from '../../src/rules/effect-events.ts';
import { bindFields } from '../../src/rules/fields.ts';
import { line } from '../../src/rules/lines.ts';
import { wholeNumberParser } from '../../src/rules/value-parsers.ts';
import { requireCombatant } from './checks.ts';
import type { Code } from './refusals.ts';
import { event, type Fighter, fighterSchema, type State, update } from './state.ts';

export const corrected = event(
  'corrected',
  { fighter: fighterSchema, field: z.string(), typed: z.string() },
  {
    apply: (state, { fighter }) => update(state, fighter.id, () => fighter),
    narrate: ({ fighter, field: changed, typed }) =>
      line(say`The GM sets ${changed} of ${ref(fighter.id)} to ${typed}.`),
  },
);

const { field: ofCombatant } = bindFields<State, Code>()<Fighter>({
  scope: 'combatant',
  find: requireCombatant,
  write: ({ emit }, fighter, { field: changed, typed }) => emit(corrected({ fighter, field: changed, typed })),
});

/** What the GM may put right. */
export const corrections = {
  hp: ofCombatant('Hit points', wholeNumberParser(-99, 99), (_, hp) => ({ hp })),
  skill: ofCombatant('Skill', wholeNumberParser(0, 20), ({ sheet }, skill) => ({ sheet: { ...sheet, skill } })),
};

/** The terms in which effects count, as `effectSum` asks for them. */
export const modifiers = { skill: 'Added to its own blows' };

/** Hangs an effect on a fighter, or lifts it. */
export const applyEffect = bindApplyEffect<State, Code>()({ find: requireCombatant, id: 'id', modifiers });
