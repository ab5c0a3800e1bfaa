import type { Reader } from '../../rules/reader.ts';
import type { Harm, Reckoning } from './model.ts';
import type { Combatant } from './state.ts';

/** A count with its noun: `1 space`, `2 spaces`. */
export const amount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** May this reader know what a blow did in numbers? Whoever knows the damage can work back to what it is made of. */
export const damageTold = (
  reader: Reader,
  target: string,
  { portions }: Pick<Reckoning, 'portions'>,
  magic: boolean,
): boolean =>
  (magic || reader.tells(target, 'defense')) &&
  (portions.every(({ affinity }) => affinity === 0) || reader.tells(target, 'affinity'));

/** HP as this reader may know them: `41/60`, a word, or nothing. */
export const hpText = (reader: Reader, { name, sheet }: Combatant, hp: number): string | undefined =>
  reader.gauge(name, 'HP', hp, sheet.maxHp)?.text;

/** What became of somebody, to end a headline; empty where nothing did. */
export const fate = (before: Combatant | undefined, { life, remains }: Pick<Harm, 'life' | 'remains'>): string => {
  if (before === undefined || before.life === life) return '';
  switch (life) {
    case 'conscious':
      return 'conscious again';
    case 'unconscious':
      return 'unconscious';
    case 'destroyed':
      return 'destroyed';
    case 'dead':
      return remains === undefined || remains === 'body' ? 'dead' : `dead, ${remainsWord[remains]}`;
  }
};

const remainsWord: Readonly<Record<NonNullable<Harm['remains']>, string>> = {
  body: 'a body',
  ashes: 'turned to ashes',
  drowned: 'drowned',
  frozen: 'frozen solid',
  enlightened: '“enlightened”',
  damned: '“damned”',
};

export const remainsText = (remains: NonNullable<Harm['remains']>): string => remainsWord[remains];

/** A name that may be hidden, to begin a sentence. */
export const subject = (reader: Reader, who: string): string => (reader.sees(who) ? who : 'Somebody');
