import type { Question } from '../rules/asking.ts';
import type { OpenBattle } from './battle.ts';
import { mayRead } from './telling.ts';
import { viewerOf } from './viewers.ts';

/**
 * How much of the open question this reader may know: all of it, that there is one, or nothing. Nothing where it is put to somebody
 * they must not know of; where the roll is hidden, what is asked is for those who see the roll and for the one who decides.
 */
const questionTold = (battle: OpenBattle, user?: string): 'all' | 'that' | 'nothing' => {
  const { pending } = battle.saved;
  if (pending === undefined) return 'nothing';
  const { gm, controls, unseen } = viewerOf(battle, user);
  const { to, says, choices } = pending.question;
  if (controls.includes(to)) return 'all';
  const told = [to, says, ...choices.map(({ label }) => label)];
  if (!gm && unseen.some((id) => told.some((text) => text.includes(id)))) return 'nothing';
  const decides = gm && battle.saved.table.control[to] === undefined;
  return decides || mayRead(battle, pending, user) ? 'all' : 'that';
};

/** Who is asked may have to decide about somebody they must not know of: that one is somebody. */
const unnamed = (battle: OpenBattle, user?: string): ((text: string) => string) => {
  const unseen = viewerOf(battle, user).unseen.toSorted((a, b) => b.length - a.length);
  return (text) => unseen.reduce((sum, id) => sum.replaceAll(id, 'somebody'), text);
};

/** The open question as one reader may know it: at least to whom it is put, unless even that is a secret. */
export const questionFor = (
  battle: OpenBattle,
  user?: string,
): Question | { readonly to: string; readonly choices?: never } | undefined => {
  const { pending } = battle.saved;
  const told = questionTold(battle, user);
  if (pending === undefined || told === 'nothing') return undefined;
  const { question } = pending;
  if (told === 'that') return { to: question.to };
  const veil = unnamed(battle, user);
  return {
    ...question,
    says: veil(question.says),
    choices: question.choices.map(({ id, label }) => ({ id, label: veil(label) })),
    rows: question.rows.map((row) => row.map((step) => ({ ...step, says: veil(step.says) }))),
  };
};
