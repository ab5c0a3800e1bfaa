import { type NameResolver, renderText, type Text } from '../core/message.ts';
import type { CombatantView } from './view.ts';

/** The signs that a picture has for marks. */
export type MarkSign = 'aim' | 'guard' | 'stun' | 'fire' | 'blood' | 'height' | 'lying' | 'bolt' | 'unseen';

/** One or two words that stand beside a combatant, and the sign that a picture shows for them, if it has one. */
export interface Mark {
  readonly label: Text;
  readonly sign?: MarkSign | undefined;
}

export const mark = (says: Text, sign?: MarkSign): Mark => ({ label: says, sign });

/** Names of conditions and effects are given by rulebooks, sheets and the GM: many of them say what they do. */
const signPatterns: readonly (readonly [RegExp, MarkSign])[] = [
  [/\baim/i, 'aim'],
  [/defen[cds]|guard|parr|shield|block|protect/i, 'guard'],
  [/stun|daze|confus|suppress/i, 'stun'],
  [/burn|fire|flame|ablaze/i, 'fire'],
  [/poison|bleed|venom|wound/i, 'blood'],
  [/\bfl(y|ies|ying|ew)\b|airborne|altitude|height/i, 'height'],
  [/prone|fallen|knocked|lying/i, 'lying'],
  [/paraly|shock|charg|haste|offen[cs]/i, 'bolt'],
  [/hidden|invisib|unseen|blind/i, 'unseen'],
];

/** A condition or an effect that goes by a name of its own, with what else there is to say of it. */
export const markByName = (name: string, says: Text = name): Mark =>
  mark(says, signPatterns.find(([word]) => word.test(name))?.[1]);

/** What a view shows of marks, as one reader reads names. */
export const marksView = (marks: readonly Mark[], names: NameResolver): Pick<CombatantView, 'marks' | 'signs'> => {
  const read = marks.map(({ label, sign }) => ({ says: renderText(label, names), sign }));
  return {
    marks: read.map(({ says }) => says),
    signs: Object.fromEntries(read.flatMap(({ says, sign }) => (sign === undefined ? [] : [[says, sign]]))),
  };
};
