import { formatNumber } from '../core/message.ts';
import { ownValue } from '../core/plain-object.ts';
/** How foes' numbers are shown: exactly, in words, or not at all. */
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

/** The GM's choice how foes' numbers are shown. `exact` shows all; otherwise each kind has its default, and `off` hides it. */
export interface Disclosure extends TermDisclosure {
  /** Numbers of which the GM chose by themselves, by their term. */
  readonly of?: Readonly<Record<string, TermDisclosure>>;
}

/** One number that a rulebook stores for a combatant. */
export interface NumberTerm {
  readonly description: string;
  /** `health` and `reserve` have a maximum and are used up; `roll` is part of a roll; `sheet` is the rest. */
  readonly kind: 'health' | 'reserve' | 'roll' | 'sheet';
  /** Words for it in place of the usual ones, where the rulebook’s own words say something else with those. */
  readonly words?: NumberWords;
}
export type NumberTerms = Readonly<Record<string, NumberTerm>>;

/** Default disclosure of the GM's combatants: life in words, roll numbers exactly, reserves and other sheet numbers not at all. */
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
  /** The user. Undefined for a message that everyone reads. */
  readonly user: string | undefined;
  /** The combatants or seats this person runs. */
  readonly controls: readonly string[];
  /** The combatants whose numbers this reader sees exactly. */
  readonly knows: readonly string[];
  /** The combatants of which this reader must learn nothing, not even that they are there. */
  readonly unseen: readonly string[];
  readonly foes: Disclosure;
  /** The GM's combatants: this reader does not see whose turn it is among them. */
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
  /** Share left, 0 to 1, for a bar. Undefined if the reader sees no number. */
  readonly share: number | undefined;
}

/** What a system asks of a viewer. */
export interface Reader extends Viewer {
  readonly isControlled: (id: string) => boolean;
  readonly canSee: (id: string) => boolean;
  /** True if this reader sees when it is that combatant's turn. */
  readonly canSeeTurnOf: (id: string) => boolean;
  /** True if this reader sees everything of that combatant. */
  readonly knowsAllOf: (id: string) => boolean;
  /** True if this reader sees that number of that combatant exactly. `term` is one of the rulebook's `numberTerms`. */
  readonly isNumberVisible: (id: string, term: string) => boolean;
  /** The name, or `somebody` if the reader must not know who it is. */
  readonly name: (id: string) => string;
  /** A number with a most: as it is, in words, or not at all. Its term is its label in small letters. */
  readonly gauge: (id: string, label: string, value: number, most: number, term?: string) => Gauge | undefined;
  /** The share that is believed to be left: exact, the middle of the word's range, or all of it. */
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

/** The middle of the shares that have the same word. All and nothing are exact. */
const middleOf = (words: NumberWords): ((share: number) => number) => {
  const froms = words.map(({ from }) => from).toSorted((a, b) => b - a);
  const bands = froms.map((from, at) => ({
    from,
    middle: from >= 100 ? 1 : ((at === froms.length - 1 ? 0 : from) + (froms[at - 1] ?? 100)) / 200,
  }));
  return (share) =>
    share >= 1 ? 1 : share <= 0 ? 0 : ((bands.find(({ from }) => share * 100 >= from) ?? bands.at(-1))?.middle ?? 1);
};

/** The middle of the share's range by the default words: unhurt, scratched, wounded, badly wounded, nearly felled. */
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

/** How each number of a rulebook is shown to users who do not control the combatant. */
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
