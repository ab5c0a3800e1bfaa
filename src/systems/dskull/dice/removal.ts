import { z } from 'zod';
import { joined, ok, ref, refuse, say, type Term, type Text, term } from '../../../core/message.ts';
import { line } from '../../../rules/event.ts';
import { mayCommand, type Question, standingOrderForQuestion } from '../../../rules/expected-action.ts';
import { createLimitCounter, rejectChoice } from '../../../rules/order-limits.ts';
import { combatantParam, oneOfParam } from '../../../rules/verb.ts';
import { hasSeat, isForSeat, offerAllSeats, requireGmWhile } from '../checks.ts';
import { type DieFace, dieFaces } from '../settings.ts';
import { event, findSeat, findSeatByName, order, type PartialRuling, reply, type State, updateSeat } from '../state.ts';

/** Rank of each face, from worst to best. DS-DICE-3. */
const rank: Readonly<Record<DieFace, number>> = { HIT: 3, ADV: 2, BLK: 1, SKL: 0 };

/** Indices of dice to remove automatically: the worst or best faces, later dice first among equals. DS-DICE-11. */
export const chooseRemovedDice = (
  rolled: readonly DieFace[],
  count: number,
  which: 'worst' | 'best',
): readonly number[] => {
  const ranks = rolled.map((face) => (which === 'worst' ? rank[face] : -rank[face]));
  return rolled
    .map((_, index) => index)
    .sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0) || b - a)
    .slice(0, count)
    .sort((a, b) => a - b);
};

/** Code of the refusal if these dice (indices from 0) cannot be removed. Undefined if they can. DS-DICE-12. */
export const findDropRefusal = (named: readonly number[], count: number, pool: number) =>
  new Set(named).size !== count || named.length !== count
    ? 'E_DROP_COUNT'
    : named.some((index) => index < 0 || index >= pool)
      ? 'E_DROP_INDEX'
      : undefined;

/** Ways to remove `count` dice, one for each combination of faces. Of equal faces, later dice are removed first. */
const kindsOfSets = (
  rolled: readonly DieFace[],
  count: number,
  step = createLimitCounter('steps'),
  kinds: readonly DieFace[] = dieFaces,
): readonly (readonly number[])[] => {
  step('ways to remove dice', 10 * rolled.length);
  const [kind, ...others] = kinds;
  if (kind === undefined) return count === 0 ? [[]] : [];
  const those = rolled.map((face, index) => (face === kind ? index : -1)).filter((index) => index >= 0);
  const found: (readonly number[])[] = [];
  for (let n = 0; n <= Math.min(count, those.length); n++)
    for (const rest of kindsOfSets(rolled, count - n, step, others))
      found.push([...those.slice(those.length - n), ...rest]);
  return found;
};

/** Formats removed dice as the id of an answer, counted from 1: `1+3`. DS-DICE-12. */
export const formatDropId = (dropped: readonly number[]): string => dropped.map((index) => index + 1).join('+');

export const parseDropId = (id: string): readonly number[] => id.split('+').map((number) => Number(number) - 1);

export const faceTerms = (faces: readonly DieFace[]): readonly Term[] => faces.map((face) => term(face));

const formatFaces = (those: readonly DieFace[]): Text =>
  joined(faceTerms(those.toSorted((a, b) => rank[b] - rank[a])), ' · ');

/** Describes a choice: `Remove SKL, keep HIT · ADV`. */
const dropLabel = (rolled: readonly DieFace[], dropped: readonly number[]): Text =>
  say`Remove ${formatFaces(dropped.flatMap((index) => rolled[index] ?? []))}, keep ${formatFaces(facesAfterRemoval(rolled, dropped))}`;

/** All choices of dice to remove, one for each combination of faces. The default comes first. */
export const dropChoices = (rolled: readonly DieFace[], count: number, best: string): Question['choices'] =>
  kindsOfSets(rolled, count)
    .map((dropped) => ({ id: formatDropId(dropped.toSorted((a, b) => a - b)), label: dropLabel(rolled, dropped) }))
    .toSorted((a, b) => Number(b.id === best) - Number(a.id === best));

export const dropPolicyOf = (state: State, seat: string): 'auto' | 'ask' =>
  findSeat(state, seat)?.policy ?? state.settings.dice.dropPolicy;

const askedSchema = z.object({ faces: z.array(z.string()) });

/** The rolled faces stored in a question. */
export const facesInQuestion = ({ facts }: Question): readonly string[] => askedSchema.parse(facts).faces;

/** The faces that remain after dice are removed. DS-DICE-10. */
export const facesAfterRemoval = (rolled: readonly DieFace[], dropped: readonly number[]): DieFace[] =>
  rolled.filter((_, index) => !dropped.includes(index));

/** Asks a player which dice to remove. Answers may name any valid dice, not only listed choices. */
export function* askDiceToDrop(
  rolled: readonly DieFace[],
  count: number,
  auto: readonly number[],
  question: Question,
): PartialRuling<readonly number[]> {
  if (question.unless === 'auto' && rolled.every((face) => face === rolled[0])) return auto;
  const answer = yield question;
  if (answer === question.auto) return auto;
  const named = parseDropId(answer);
  return findDropRefusal(named, count, rolled.length) === undefined ? named : rejectChoice(answer, question.choices);
}

/** A player’s setting for removing dice changes. DS-CMD-17, DS-DICE-11, DS-DICE-12. */
export const dropPolicySet = event('drop-policy-set', {
  facts: { seat: z.string(), policy: z.enum(['auto', 'ask']) },
  apply: (state, { seat, policy: kind }) => updateSeat(state, seat, () => ({ policy: kind })),
  narrate: ({ seat, policy: kind }) =>
    line(
      kind === 'ask' ? say`${ref(seat)} removes dice by hand.` : say`The bot removes dice of ${ref(seat)}.`,
      'quiet',
    ),
});

/** Sets whether a player or the bot removes dice. DS-CMD-17, DS-DICE-11, DS-DICE-12. */
export const setDropPolicy = order({
  summary: 'Set whether a player removes dice by hand or the bot does it',
  role: 'gm',
  params: z.strictObject({
    seat: combatantParam('Which player’s seat'),
    policy: oneOfParam('How dice are removed: by the bot (auto) or by the player (ask)', ['auto', 'ask']),
  }),
  offers: { seat: offerAllSeats },
  requires: requireGmWhile(),
  resolve: (_draft, _call, { seat: name, policy }, state) => {
    const seat = findSeatByName(state, name);
    return seat === undefined ? refuse('seat-unknown', { seat: ref(name) }) : dropPolicySet({ seat: seat.id, policy });
  },
});

const dieNumbers = (description: string) =>
  z
    .string()
    .max(100)
    .transform((words, context) => {
      const numbers = words
        .split(/[\s,+;]+/)
        .filter((word) => word !== '')
        .map(Number);
      if (numbers.every(Number.isInteger)) return numbers.map((number) => number - 1);
      context.addIssue({ code: 'custom', message: 'write the numbers of the dice, like 1 3' });
      return z.NEVER;
    })
    .meta({ description });

/** Answers which dice to remove, numbered from 1. DS-CMD-14, DS-DICE-12. */
export const drop = reply({
  summary: 'Choose which dice are removed from a roll',
  role: 'player',
  answers: 'drop-dice',
  params: z.strictObject({ dice: dieNumbers('The numbers of the dice to remove, like 1 3') }),
  offers: {
    dice: (_state, { pending }) =>
      (pending?.choices ?? []).map(({ id, label }) => ({
        value: parseDropId(id)
          .map((index) => index + 1)
          .join(' '),
        label,
      })),
  },
  choose: (state, call, { dice }, question) => {
    if (state.seats.length === 0) return refuse('E_NO_GAME');
    if (!call.gm && !hasSeat(state, call)) return refuse('E_NOT_PLAYER');
    if (question === undefined) return refuse('E_NO_PENDING');
    if (!mayCommand(call, question.to) || !isForSeat(state, call, question.to))
      return refuse('E_NOT_CHOOSER', { who: ref(question.to) });
    const count = parseDropId(question.auto).length;
    const rolled = facesInQuestion(question);
    const fault = findDropRefusal(dice, count, rolled.length);
    if (fault !== undefined) return refuse(fault, { count, dice: rolled.length });
    const id = formatDropId(dice.toSorted((a, b) => a - b));
    return ok(question.choices.some((choice) => choice.id === id) ? id : findEqual(question.choices, rolled, dice));
  },
});

/** Id of the listed choice with the same faces as these dice. If no choice has them, an id made from the dice. */
const findEqual = (
  choices: readonly { readonly id: string }[],
  rolled: readonly string[],
  dice: readonly number[],
): string => {
  const facesOf = (indices: readonly number[]) =>
    indices
      .map((index) => rolled[index])
      .sort()
      .join();
  return choices.find(({ id }) => facesOf(parseDropId(id)) === facesOf(dice))?.id ?? formatDropId(dice);
};

export const dropStandingOrderKind = standingOrderForQuestion(
  'may remove dice',
  'actor',
  'let the bot choose which dice to remove',
);
