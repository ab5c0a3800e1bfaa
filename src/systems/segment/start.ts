import { ref } from '../../core/message.ts';
import { refuse } from '../../core/refusal.ts';
import { ok } from '../../core/result.ts';
import { sameName } from '../../core/text.ts';
import type { Decision } from '../../rules/asking.ts';
import type { Entrant, Finish } from '../../rules/definition.ts';
import type { Effect } from '../../rules/effects.ts';
import { present } from './checks.ts';
import type { Event } from './events.ts';
import type { Settings, Sheet, State } from './model.ts';
import type { Code } from './refusals.ts';
import { sheetProblem } from './sheet.ts';

type Decided = Decision<Event, Code>;

/** A battle with nobody in it. */
export const blank = (settings: Settings): State => ({
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

/** Section 3.4: `BAD_SHEET`. Whoever comes without a side fights for itself. */
export const enter = (state: State, { id, side, sheet }: Entrant<Sheet>): Decided => {
  if (state.status === 'ended') return refuse('NO_BATTLE');
  if (state.combatants.some((each) => sameName(each.id, id)))
    return refuse('BAD_SHEET', { who: ref(id), problem: 'somebody of that name is in the battle already' });
  const problem = sheetProblem(sheet);
  if (problem !== undefined) return refuse('BAD_SHEET', { who: ref(id), problem });
  return ok([{ type: 'entered', who: id, team: side ?? id, sheet }]);
};

export const start = (state: State): Decided => {
  if (state.status === 'ended') return refuse('NO_BATTLE');
  if (state.status === 'active') return refuse('WRONG_PHASE', { phase: 'the battle has started already' });
  return state.combatants.length === 0
    ? refuse('WRONG_PHASE', { phase: 'nobody has joined yet' })
    : ok([{ type: 'started' }]);
};

export const finish = (state: State, { winner, reason }: Finish): Decided =>
  state.status === 'ended'
    ? refuse('NO_BATTLE')
    : ok([{ type: 'ended', reason, ...(winner !== undefined && { winner }) }]);

/** Hangs a modifier on a combatant, or lifts it. */
export const hang = (state: State, who: string, name: string, effect: Effect | undefined): Decided => {
  const found = present(state, who);
  if (!found.ok) return found;
  const { id } = found.value;
  return ok([
    effect === undefined
      ? { type: 'effect-lifted', who: id, name }
      : { type: 'effect-hung', effect: { ...effect, who: id, name } },
  ]);
};

/** The terms in which modifiers may be hung. */
export const modifiers = {
  sc: 'added to the strike chance of every attack',
  def: 'added to DEF',
  prot: 'added to protection',
  initiative: 'added to every initiative roll',
  damage: 'added to every damage roll, before doubling',
  check: 'added to cast chances, skill rolls and attribute checks',
  luck: 'added to Luck saves',
  tmr: 'added to the movement rate, in feet',
} as const;
