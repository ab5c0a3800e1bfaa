import { type Refusal, renderText } from '../src/core/message.ts';
import { nameLookupShowingAll } from '../src/rules/for-reader.ts';
import type { Ruleset } from '../src/rules/ruleset.ts';

/** The sentence of a refusal for a viewer who sees all. Undefined if the code is not the rulebook's own. */
export const sentenceIn = (ruleset: Ruleset, refusal: Refusal): string | undefined => {
  const sentence = ruleset.refusalSentence(refusal);
  return sentence && renderText(sentence, nameLookupShowingAll);
};
