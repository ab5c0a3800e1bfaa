import type { Combatant, Modifier } from './model.ts';

const waiting = (me: Combatant, kind: Modifier['for']): readonly Modifier[] =>
  me.modifiers.filter((each) => each.for === kind);

/** ST-GM-1: dice that wait for the next roll of that kind. */
export const gmDice = (me: Combatant, kind: Modifier['for']): number =>
  waiting(me, kind).reduce((sum, { dice }) => sum + dice, 0);

export const gmDifficulty = (me: Combatant, kind: Modifier['for']): number =>
  waiting(me, kind).reduce((sum, { difficulty }) => sum + difficulty, 0);

export const flaggedLong = (me: Combatant): boolean => waiting(me, 'take').some(({ long }) => long);

export const flaggedUnseen = (me: Combatant): boolean => waiting(me, 'take').some(({ unseen }) => unseen);

/** Used up by the roll they waited for. */
export const spent = (me: Combatant, kind: Modifier['for']): Combatant =>
  me.modifiers.length === 0 ? me : { ...me, modifiers: me.modifiers.filter((each) => each.for !== kind) };
