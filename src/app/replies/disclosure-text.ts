import type { Session } from '../../battle/saved/session.ts';
import { normalizeName, ok, phrase, type Result, refuse, refuseInput, term } from '../../core/message.ts';
import { type Line, line } from '../../rules/event.ts';
import { type DisclosureMode, listDisclosures, type NumberWords } from '../../rules/reader.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { splitList } from '../input/match-name.ts';

type SessionDisclosure = Session['telling'];

/** Parses words for life: `unhurt 100, wounded 50%`. At most twelve, the highest first. Empty if a part is invalid. */
const parseLifeWords = (typed: string): NumberWords => {
  const parts = splitList(typed, /[,;\n]|(?<=\d%?)\s+(?=[^\d%\s])/).map((part) =>
    /^(\D*[^\s\d])\s*(\d{1,5})\s*%?$/.exec(part),
  );
  const read = parts.map((part) => ({ word: part?.[1]?.slice(0, 30) ?? '', from: Number(part?.[2]) }));
  return read.some(({ word }) => word === '') ? [] : read.toSorted((a, b) => b.from - a.from).slice(0, 12);
};

const modeWords: Readonly<Record<DisclosureMode, string>> = {
  exact: 'exactly',
  words: 'in words',
  off: 'not at all',
};

/** Lines on how each of the foes' numbers is shown. Only the GM sees where each word begins. */
export const disclosureLines = ({ numberTerms }: Ruleset, telling: SessionDisclosure, gm: boolean): readonly Line[] =>
  listDisclosures(telling, numberTerms).map(([name, { description }, { mode, words }]) => {
    const own = words.map(({ word, from }) => (gm ? `${word} ${from}` : word)).join(', ');
    const how = term(modeWords[mode]);
    return line(
      mode === 'words' && own !== ''
        ? phrase`${name} (${term(description)}): ${how}: ${own}.`
        : phrase`${name} (${term(description)}): ${how}.`,
    );
  });

export interface DisclosureChoice {
  readonly mode?: DisclosureMode | undefined;
  readonly words?: string | undefined;
  /** The kinds of numbers that the choice changes. Default: all. */
  readonly numbers?: readonly string[] | undefined;
}

const requireKnownNumbers = ({ numberTerms, title }: Ruleset, names: readonly string[]): Result<readonly string[]> => {
  const terms = Object.keys(numberTerms);
  const found = names.map((name) => terms.find((term) => normalizeName(term) === normalizeName(name)));
  const missing = names.find((_name, at) => found[at] === undefined);
  return missing === undefined
    ? ok(found.filter((term) => term !== undefined))
    : refuse('no-such-number', { term: missing, system: title, terms: terms.join(', ') });
};

/** Applies a GM's choice of how foes' numbers are shown to a battle's disclosure. */
export const applyDisclosureChoice = (
  ruleset: Ruleset,
  now: SessionDisclosure,
  choice: DisclosureChoice,
): Result<SessionDisclosure> => {
  const words = choice.words === undefined ? undefined : parseLifeWords(choice.words);
  if (words?.length === 0)
    return refuseInput('words', 'write each word with a percentage, like unhurt 100, wounded 50');
  const mode = choice.mode ?? (words === undefined ? undefined : 'words');
  if (choice.numbers === undefined)
    return ok({
      ...now,
      mode: mode ?? now.mode,
      words: [...(words ?? now.words)],
      ...(mode === undefined ? {} : { of: {} }),
    });
  const terms = requireKnownNumbers(ruleset, choice.numbers);
  if (!terms.ok) return terms;
  const of: SessionDisclosure['of'] = {};
  for (const [term, { kind }, told] of listDisclosures(now, ruleset.numberTerms)) {
    if (!terms.value.includes(term)) continue;
    const chosen = mode ?? told.mode;
    const said = [...(words ?? told.words)];
    if (chosen === 'words' && kind !== 'health' && kind !== 'reserve' && said.length === 0)
      return refuseInput(
        'words',
        phrase`${term} has no words yet; write each word with a number, like weak 0, sturdy 10`,
      );
    of[term] = { mode: chosen, words: said };
  }
  return ok({ ...now, of: { ...now.of, ...of } });
};
