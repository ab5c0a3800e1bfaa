import { fillPlaceholders, type Message, type Text } from '../core/message.ts';
import type { Refusal, Wording } from '../core/result.ts';
import { gmActor } from './caller.ts';

type Fact = Text | number | undefined;

const isThere = (fact: Fact): fact is Text | number => fact !== undefined && fact !== '';

/** The GM's seat is no combatant: it stands for nobody named, where a sentence can do without. */
const namesSomeone = (fact: Fact): boolean =>
  isThere(fact) && !(typeof fact === 'object' && 'ref' in fact && (fact.ref === gmActor || fact.ref === ''));

/** The sentence of a refusal: the first wording that says nothing of what is not there. */
export const refusalSentence = (wording: Wording, facts: Refusal['facts']): Message => {
  const wordings = typeof wording === 'string' ? [wording] : wording;
  const fits = (fact: (fact: Fact) => boolean) =>
    wordings.find((each) => [...each.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => fact(facts[name])));
  const known = Object.entries(facts).flatMap(([name, fact]) => (fact === undefined ? [] : [[name, fact] as const]));
  return fillPlaceholders(fits(namesSomeone) ?? fits(isThere) ?? wordings.at(-1) ?? '', Object.fromEntries(known));
};
