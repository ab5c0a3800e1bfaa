import { formatNumber } from '../core/message.ts';
import { ownValue } from '../core/plain-object.ts';
/** How a number of a foe is told: as it is, in words, or not at all. */
export const disclosureModes = ['exact', 'words', 'off'] as const;
export type DisclosureMode = (typeof disclosureModes)[number];

/**
 * Words for a number, highest first: for what has a most by the share that is left in percent (`{from: 75, word: 'scratched'}`),
 * for a rate like defence by the rate itself.
 */
export type NumberWords = readonly { readonly from: number; readonly word: string }[];

export interface TermDisclosure {
  readonly mode: DisclosureMode;
  readonly words: NumberWords;
}

/** How foes' numbers are told, as the GM chose. `exact` tells all; else each is told as is usual for its kind, `off` at most. */
export interface Disclosure extends TermDisclosure {
  /** Numbers of which the GM chose by themselves, by their term. */
  readonly of?: Readonly<Record<string, TermDisclosure>>;
}

/** One number that a rulebook keeps of a combatant. */
export interface NumberTerm {
  readonly description: string;
  /** What has a most: life, or something that is spent; what has none: what a roll is made of, or what else the sheet says. */
  readonly kind: 'health' | 'reserve' | 'roll' | 'sheet';
  /** Words for it in place of the usual ones, where the rulebook’s own words say something else with those. */
  readonly words?: NumberWords;
}
export type NumberTerms = Readonly<Record<string, NumberTerm>>;

/**
 * What is told by default of those the GM runs, the same in every rulebook: their life in words; what a roll in the open is made of
 * as it is; what they can spend, and what else their sheet says, not at all.
 */
const defaultDisclosure: Readonly<Record<NumberTerm['kind'], DisclosureMode>> = {
  health: 'words',
  reserve: 'off',
  roll: 'exact',
  sheet: 'off',
};

export const defaultNumberWords: NumberWords = [
  { from: 100, word: 'unhurt' },
  { from: 75, word: 'scratched' },
  { from: 50, word: 'wounded' },
  { from: 25, word: 'badly wounded' },
  { from: 1, word: 'nearly felled' },
];

const reserveWords: NumberWords = [
  { from: 100, word: 'full' },
  { from: 50, word: 'more than half' },
  { from: 25, word: 'less than half' },
  { from: 1, word: 'nearly spent' },
  { from: 0, word: 'spent' },
];

/** Who looks at a battle. Made by the battle service for a person; a system only reads it. */
export interface Viewer {
  /** The GM and co-GMs see everything. */
  readonly gm: boolean;
  /** The person, or none for a message that everybody reads. */
  readonly user: string | undefined;
  /** The combatants or seats this person runs. */
  readonly controls: readonly string[];
  /** The combatants whose numbers this reader is told as they are. */
  readonly knows: readonly string[];
  /** The combatants of which this reader must learn nothing, not even that they are there. */
  readonly unseen: readonly string[];
  readonly foes: Disclosure;
  /** Those the GM runs: this reader is not told which of them has the moment. */
  readonly gmControlled?: readonly string[];
  /** Those the GM sees that are hidden from others: in the GM's own views they are marked. */
  readonly hiddenFromOthers?: readonly string[];
  /** The strokes this reader is not shown: what drew them was a hidden roll. */
  readonly hiddenStrokes?: readonly string[];
}

/** A number with a most, as one reader may see it. */
export interface Gauge {
  readonly label: string;
  /** What to print: `41/60`, or a word. */
  readonly text: string;
  /** Share left, 0 to 1, for a bar; absent where the reader is told no number. */
  readonly share: number | undefined;
}

/** What a system asks of a viewer. */
export interface Reader extends Viewer {
  readonly isControlled: (id: string) => boolean;
  readonly canSee: (id: string) => boolean;
  /** Is this reader told when it is the moment of that combatant? */
  readonly canSeeTurnOf: (id: string) => boolean;
  /** Is this reader told everything of that combatant? */
  readonly knowsAllOf: (id: string) => boolean;
  /** Is this reader told that number of that combatant as it is? `term` is one of the rulebook's `numbers`. */
  readonly isNumberVisible: (id: string, term: string) => boolean;
  /** The name, or `somebody` where the reader must not know who. */
  readonly name: (id: string) => string;
  /** A number with a most: as it is, in words, or not at all. Its term is its label in small letters. */
  readonly gauge: (id: string, label: string, value: number, most: number, term?: string) => Gauge | undefined;
  /** The share of a number with a most that is believed to be left: as it is, the middle of what the word tells, or all of it. */
  readonly estimateShare: (id: string, term: string, value: number, most: number) => number;
  /** A number without a most: as it is, in the GM's own words, or not at all. */
  readonly describeRate: (id: string, term: string, value: number) => string | undefined;
}

const wordFor = (value: number, words: NumberWords): string | undefined =>
  words.toSorted((a, b) => b.from - a.from).find(({ from }) => value >= from)?.word;

/** A word for a share; what is felled is felled, unless the GM has a word for nothing left. */
const shareWord = (share: number, words: NumberWords): string =>
  wordFor(share * 100, share > 0 ? words : words.filter(({ from }) => from === 0)) ??
  (share > 0 ? (words.at(-1)?.word ?? 'standing') : 'felled');

/** The middle of the shares that the same word tells; all and nothing are known for certain. */
const middleOf = (words: NumberWords): ((share: number) => number) => {
  const froms = words.map(({ from }) => from).toSorted((a, b) => b - a);
  const bands = froms.map((from, at) => ({
    from,
    middle: from >= 100 ? 1 : ((at === froms.length - 1 ? 0 : from) + (froms[at - 1] ?? 100)) / 200,
  }));
  return (share) =>
    share >= 1 ? 1 : share <= 0 ? 0 : ((bands.find(({ from }) => share * 100 >= from) ?? bands.at(-1))?.middle ?? 1);
};

/** The middle of what is left, as the usual words tell it: unhurt, scratched, wounded, badly wounded, nearly felled. */
export const estimatedShare = middleOf(defaultNumberWords);

/** The words of a table, or where it chose none, those the rulebook has for a number. */
const wordsFor = (words: NumberWords, term: NumberTerm | undefined): NumberWords => {
  const chosen =
    words.length !== defaultNumberWords.length || words.some(({ word }, at) => word !== defaultNumberWords[at]?.word);
  return chosen ? words : (term?.words ?? words);
};

const disclosureOf = ({ of, mode, words }: Disclosure, term: NumberTerm | undefined, name: string): TermDisclosure => {
  const own = ownValue(of, name);
  if (own !== undefined) return own;
  const usual = defaultDisclosure[term?.kind ?? 'health'];
  const usually =
    term?.kind === 'reserve' ? reserveWords : term === undefined || term.kind === 'health' ? wordsFor(words, term) : [];
  if (mode === 'exact' || (usual === 'exact' && mode === 'words')) return { mode: 'exact', words: usually };
  return { mode: mode === 'off' ? 'off' : usual, words: usually };
};

/** How each number of a rulebook is told to those who do not run the combatant, as things stand. */
export const listDisclosures = (
  foes: Disclosure,
  numbers: NumberTerms,
): readonly (readonly [string, NumberTerm, TermDisclosure])[] =>
  Object.entries(numbers).map(([name, term]) => [name, term, disclosureOf(foes, term, name)]);

export const createReader = (viewer: Viewer, numbers: NumberTerms = {}): Reader => {
  const sees = (id: string) => viewer.gm || viewer.controls.includes(id) || !viewer.unseen.includes(id);
  const knowsOf = (id: string) => viewer.gm || viewer.controls.includes(id) || viewer.knows.includes(id);
  const told = (term: string) => disclosureOf(viewer.foes, numbers[term], term);
  return {
    ...viewer,
    isControlled: (id) => viewer.gm || viewer.controls.includes(id),
    canSee: sees,
    canSeeTurnOf: (id) => sees(id) && !viewer.gmControlled?.includes(id),
    knowsAllOf: knowsOf,
    isNumberVisible: (id, term) => knowsOf(id) || told(term).mode === 'exact',
    name: (id) => (sees(id) ? id : 'somebody'),
    gauge: (id, label, value, most, term = label.toLowerCase()) => {
      const share = most > 0 ? Math.max(0, Math.min(1, value / most)) : 0;
      const { mode, words } = told(term);
      if (knowsOf(id) || mode === 'exact') return { label, text: `${formatNumber(value)}/${most}`, share };
      const own = words.length > 0 ? words : reserveWords;
      return mode === 'off' ? undefined : { label, text: shareWord(share, own), share: undefined };
    },
    estimateShare: (id, term, value, most) => {
      const share = most > 0 ? value / most : 0;
      const { mode, words } = told(term);
      if (knowsOf(id) || mode === 'exact') return share;
      return share <= 0 ? 0 : mode === 'off' ? 1 : middleOf(words)(share);
    },
    describeRate: (id, term, value) => {
      const { mode, words } = told(term);
      if (knowsOf(id) || mode === 'exact') return String(value);
      return mode === 'off' ? undefined : wordFor(value, words);
    },
  };
};

/** The one who sees everything. */
export const gmViewer: Viewer = {
  gm: true,
  user: undefined,
  controls: [],
  knows: [],
  unseen: [],
  foes: { mode: 'exact', words: defaultNumberWords },
};
