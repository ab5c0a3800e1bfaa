import { isNone, oneOf, whole, words, yesNo } from '../../../rules/values.ts';
import { lights } from '../sheet.ts';
import { called, type State } from '../state.ts';
import { listOf, ofBattle } from './kinds.ts';

const pairOf = (state: State, text: string): [string, string] | string => {
  const [a, b] = text.split(/[,+]/).map((name) => called(state, name.trim()));
  return a === undefined || b === undefined ? 'write two names with a comma between them' : [a.id, b.id];
};

const isPair = (pair: readonly string[], [a, b]: readonly [string, string]): boolean =>
  pair.includes(a) && pair.includes(b);

/** SEG-GEN-1: what the GM may put right of the battle itself. */
export const battleCorrections = {
  round: ofBattle(
    'round',
    'The number of the round',
    whole(),
    (_state, round) => (round < 1 ? 'rounds count from 1' : { round }),
    ({ round }) => round,
  ),
  segment: ofBattle(
    'segment',
    'The segment the round is in',
    whole(),
    ({ phase }, segment) => (phase === 'resolve' ? { clock: { segment, moved: false } } : 'no round is running'),
    ({ clock }) => clock?.segment,
  ),
  lighting: ofBattle(
    'lighting',
    `One of ${lights.join(', ')}`,
    oneOf(lights),
    (_state, lighting) => ({ lighting }),
    ({ lighting }) => lighting,
  ),
  'ambush-round': ofBattle(
    'ambush-round',
    'Is this an ambush round?',
    yesNo,
    (_state, ambushRound) => ({ ambushRound }),
    ({ ambushRound }) => ambushRound,
  ),
  ambushers: ofBattle(
    'ambushers',
    'Who springs the ambush, with commas',
    words(),
    (state, text) => {
      const found = listOf(text).map((name) => called(state, name)?.id);
      return found.every((each) => each !== undefined) ? { ambushers: found } : 'one of them is not in the battle';
    },
    ({ ambushers }) => ambushers.join(', '),
  ),
  engaged: ofBattle(
    'engaged',
    'Two who are in melee, where no map says so',
    words(),
    (state, text) => {
      const pair = pairOf(state, text);
      return typeof pair === 'string'
        ? pair
        : { engagements: [...state.engagements.filter((each) => !isPair(each, pair)), pair] };
    },
    ({ engagements }) => engagements.map((pair) => pair.join('+')).join(', '),
  ),
  parted: ofBattle(
    'parted',
    'Two who are in melee no more, where no map says so',
    words(),
    (state, text) => {
      const pair = pairOf(state, text);
      return typeof pair === 'string' ? pair : { engagements: state.engagements.filter((each) => !isPair(each, pair)) };
    },
    ({ engagements }) => engagements.map((pair) => pair.join('+')).join(', '),
  ),
  question: ofBattle(
    'question',
    'none: the open question is dropped',
    words(),
    (_state, text) => (isNone(text) ? { pending: undefined } : 'only none can be set'),
    ({ pending }) => pending?.kind,
  ),
} as const;
