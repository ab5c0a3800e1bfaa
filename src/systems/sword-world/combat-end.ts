import { z } from 'zod';
import { count, phrase, say, sentences, type Term, type Text, term } from '../../core/message.ts';
import { type Line, line } from '../../rules/event.ts';
import { standingOrderForGm } from '../../rules/expected-action.ts';
import { canContinue, endedEffectSchema, listEndedEffects, withoutEffects } from './conditions.ts';
import { experienceRows } from './life.ts';
import { otherSide, unitsOfSide } from './relations.ts';
import { type Side, sides, type TimedEffect } from './sheet.ts';
import { type Draft, event, type Moment, outcomeSchema, type State } from './state.ts';
import { updateAllUnits } from './units.ts';

/** Ways to lose a battle, as phrases of the saved outcome. */
const defeats = ['surrendered', 'left the field', 'have nobody left who can act'] as const;
const describeDefeat = (side: Side, how: (typeof defeats)[number]): string => `the ${side} ${how}`;

const victories: Readonly<Record<(typeof defeats)[number], (won: Term, lost: Term) => string>> = {
  surrendered: (won, lost) => phrase`The ${won} win: the ${lost} surrendered.`,
  'left the field': (won, lost) => phrase`The ${won} win: the ${lost} left the field.`,
  'have nobody left who can act': (won, lost) => phrase`The ${won} win: the ${lost} have nobody left who can act.`,
};

/** Lines about what the winners may still do before the GM closes the battle. SW-FLOW-1, SW-LOOT-1, SW-HERB-1. */
const leftToDo = (state: State): readonly Line[] =>
  state.outcome?.winner === undefined
    ? []
    : [
        line(
          phrase`Before the GM closes the battle, the ${term(state.outcome.winner)} may search the defeated with /sword-world loot, and use herbs and potions with /sword-world herb and /sword-world potion.`,
          'quiet',
        ),
      ];

/** The outcome of the combat as a sentence. Undefined until the combat has ended. */
export const describeOutcome = (state: State): string | undefined => {
  if (state.outcome === undefined) return undefined;
  const { winner, reason } = state.outcome;
  const why = term(reason.replace(/\.$/, ''));
  if (winner === undefined) return phrase`No one wins: ${why}.`;
  const loser = otherSide(winner);
  const defeat = defeats.find((how) => describeDefeat(loser, how) === reason);
  return defeat ? victories[defeat](term(winner), term(loser)) : phrase`The ${term(winner)} win: ${why}.`;
};

/** The combat ends, and so do all effects that last only for the combat. SW-END-1, SW-END-2. */
export const ended = event('combat-ended', {
  facts: { outcome: outcomeSchema, ended: z.array(endedEffectSchema) },
  apply: (state, { outcome, ended }) => ({
    ...updateAllUnits(withoutEffects(state, ended), () => ({ turn: undefined, retreat: 'none' })),
    stage: 'aftermath',
    open: undefined,
    skirmishes: [],
    outcome,
  }),
  narrate: (_, moment) => [
    line(sentences(term('Combat is over.'), describeOutcome(moment.after)), 'plain', experienceRows(moment)),
    ...leftToDo(moment.after),
  ],
});

/** A side pursues enemy units that fled, so that the combat continues. SW-END-1. */
export const pursued = event('pursued', {
  facts: { side: z.enum(sides) },
  apply: (state) => ({ ...state, pursued: true }),
  narrate: () => line('The pursuit is on: combat continues.'),
});

export const aftermathStandingOrderKind = standingOrderForGm('must close the battle', 'close the battle');

/** How long searching and herbs took: of units that work side by side, the longest time. SW-LOOT-2, SW-RUL-84. */
const timeSpent = ({ after, reader }: Moment): Text | false => {
  const minutes = Math.max(0, ...after.units.map((unit) => (reader.canSee(unit.id) ? (unit.minutes ?? 0) : 0)));
  return minutes > 0 && say`Searching and herbs took ${count(minutes, 'minute')}.`;
};

/** The GM closes the battle. SW-FLOW-1. */
export const closed = event('closed', {
  facts: { outcome: outcomeSchema },
  apply: (state, { outcome }) => ({ ...state, stage: 'closed', open: undefined, outcome: state.outcome ?? outcome }),
  narrate: (_, moment) =>
    moment.before.stage === 'aftermath'
      ? line(sentences(term('The battle is over.'), timeSpent(moment)))
      : line(sentences(term('The battle is over.'), describeOutcome(moment.after)), 'plain', experienceRows(moment)),
});

/** True if no unit of the side can fight on. False while the enemy pursues the side’s units. SW-END-1. */
const isBeaten = (state: State, side: Side): boolean => {
  const units = unitsOfSide(state, side);
  const fled = units.some(({ statuses }) => statuses.includes('left'));
  return units.length > 0 && !units.some(canContinue) && !(state.pursued && fled);
};

const howBeaten = (state: State, side: Side): (typeof defeats)[number] => {
  const units = unitsOfSide(state, side);
  if (units.every(({ statuses }) => statuses.includes('surrendered'))) return 'surrendered';
  if (units.some(({ statuses }) => statuses.includes('left'))) return 'left the field';
  return 'have nobody left who can act';
};

/** Ends the combat, and all effects that last only for the combat. SW-END-2, SW-RUL-81. */
const endCombat = (draft: Draft, winner: Side | undefined, reason: string): void => {
  const isShort = ({ remaining, until }: TimedEffect) => typeof remaining === 'number' || until !== undefined;
  const over = listEndedEffects(draft.now().units, isShort);
  draft.emit(ended({ outcome: { ...(winner && { winner }), reason }, ended: over }));
};

/** Ends the combat if a side is beaten. True if the combat is over. SW-END-1, SW-RUL-80. */
export const endIfDecided = (draft: Draft): boolean => {
  const state = draft.now();
  if (state.stage !== 'combat') return true;
  const beaten = sides.filter((side) => isBeaten(state, side));
  const [loser] = beaten;
  if (loser === undefined) return false;
  if (beaten.length === 2) endCombat(draft, undefined, 'neither side can act');
  else endCombat(draft, otherSide(loser), describeDefeat(loser, howBeaten(state, loser)));
  return true;
};
