import { findRefs } from '../../core/message.ts';
import { nameLookupForReader, questionForReader } from '../../rules/for-reader.ts';
import type { Question } from '../../rules/question.ts';
import { createReader } from '../../rules/reader.ts';
import type { OpenBattle } from '../saved/store.ts';
import { mayReadRoll } from './hidden-rolls.ts';
import { viewerOf } from './viewer.ts';

/**
 * How much of the open question this reader may know: all of it, that there is one, or nothing. Nothing where it is put to somebody
 * they must not know of, or about them; where the roll is hidden, what is asked is for those who see the roll and for the one who
 * decides. Of a question whose words are from before they had references, nobody is told more than that there is one from whom
 * somebody is hidden.
 */
const questionVisibility = (battle: OpenBattle, user?: string): 'all' | 'that' | 'nothing' => {
  const { pending } = battle.saved;
  if (pending === undefined) return 'nothing';
  const { gm, controls, unseen } = viewerOf(battle, user);
  const { to, says, choices, facts } = pending.question;
  const named = [to, ...[says, ...choices.map(({ label }) => label)].flatMap(findRefs).map(({ ref }) => ref)];
  if (!gm && !controls.includes(to) && unseen.some((id) => named.includes(id))) return 'nothing';
  if (facts === undefined && unseen.length > 0) return 'that';
  const decides = controls.includes(to) || (gm && battle.saved.table.control[to] === undefined);
  return decides || mayReadRoll(battle, pending, user) ? 'all' : 'that';
};

/** A question in words, without what is in it for its rulebook alone. */
export type AskedQuestion = Omit<Question<string>, 'facts'>;

/** The open question as one reader may know it: at least to whom it is put, unless even that is a secret. */
export const openQuestionFor = (
  battle: OpenBattle,
  user?: string,
): AskedQuestion | { readonly to: string; readonly choices?: never } | undefined => {
  const { pending } = battle.saved;
  const told = questionVisibility(battle, user);
  if (pending === undefined || told === 'nothing') return undefined;
  if (told === 'that') return { to: pending.question.to };
  return questionForReader(pending.question, nameLookupForReader(createReader(viewerOf(battle, user))));
};
