import { formatNumber, worded } from '../core/message.ts';
import { ownValue } from '../core/plain-object.ts';
/** How foes' numbers are shown: exactly, in words, or not at all. */
export const disclosureModes = ['exact', 'words', 'off'] as const;
export type DisclosureMode = (typeof disclosureModes)[number];

/** Words for ranges of a number, highest first. `from`: lowest percentage left, or lowest number without a maximum. */
export type NumberWords = readonly { readonly from: number; readonly word: string }[];

export interface TermDisclosure {
  readonly mode: DisclosureMode;
  readonly words: NumberWords;
}

/** How the GM shows foes' numbers: `exact` shows all, `off` none, `words` by the default of each kind of number. */
export interface Disclosure extends TermDisclosure {
  /** The GM's choices that differ from `mode`, by number, such as HP or Attack. */
  readonly of?: Readonly<Record<string, TermDisclosure>>;
}

/** A number of a combatant whose visibility the GM can choose. */
export interface NumberTerm {
  readonly description: string;
  /** `health` and `reserve` have a maximum and are used up; `roll` adds to a roll; `sheet` is any other number. */
  readonly kind: 'health' | 'reserve' | 'roll' | 'sheet';
  /** The rulebook's own words for the number, in place of the default words. */
  readonly words?: NumberWords;
}
export type NumberTerms = Readonly<Record<string, NumberTerm>>;

/** Default disclosure of foes' numbers: health in words, rolls exactly, reserves and other sheet numbers not at all. */
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

/** A user who looks at a battle, with what they may see. The battle service creates it; rulebooks only read it. */
export interface Viewer {
  /** True for the GM and co-GMs, who see everything. */
  readonly gm: boolean;
  /** The user. Undefined for a message to everyone. */
  readonly user: string | undefined;
  /** The combatants or seats that this user controls. */
  readonly controls: readonly string[];
  /** The combatants whose numbers this user sees exactly. */
  readonly knows: readonly string[];
  /** The combatants hidden from this user, who must not learn even that they exist. */
  readonly unseen: readonly string[];
  readonly foes: Disclosure;
  /** The GM's combatants. This user does not see which of them has its turn. */
  readonly gmControlled?: readonly string[];
  /** The combatants that are hidden from other users. The GM's own view marks them. */
  readonly hiddenFromOthers?: readonly string[];
  /** The kinds of lines on the board that this user must not see, because hidden rolls drew them. */
  readonly hiddenStrokes?: readonly string[];
}

/** A number with a maximum, as one reader may see it. */
export interface Gauge {
  readonly label: string;
  /** The text to show: `41/60`, or a word. */
  readonly text: string;
  /** The share left, 0 to 1, for a bar. Undefined if the reader sees no number. */
  readonly share: number | undefined;
}

/** A viewer with functions that answer what they may see. */
export interface Reader extends Viewer {
  readonly isControlled: (id: string) => boolean;
  readonly canSee: (id: string) => boolean;
  /** True if this reader may see that it is the combatant's turn. */
  readonly canSeeTurnOf: (id: string) => boolean;
  /** True if this reader may see everything of the combatant. */
  readonly knowsAllOf: (id: string) => boolean;
  /** True if this reader may see the exact number. `term` is one of the rulebook's `numberTerms`. */
  readonly isNumberVisible: (id: string, term: string) => boolean;
  /** The combatant's name, or `somebody` if it is hidden from this reader. */
  readonly name: (id: string) => string;
  /** A number with a maximum, exact or in words. Undefined if it is hidden. Default term: the label in lower case. */
  readonly gauge: (id: string, label: string, value: number, most: number, term?: string) => Gauge | undefined;
  /** The reader's estimate of the share left: the exact share, the middle of a word's range, or 1 if hidden. */
  readonly estimateShare: (id: string, term: string, value: number, most: number) => number;
  /** A number without a maximum, exact or in the GM's words. Undefined if it is hidden. */
  readonly describeRate: (id: string, term: string, value: number) => string | undefined;
}

const wordFor = (value: number, words: NumberWords): string | undefined =>
  words.toSorted((a, b) => b.from - a.from).find(({ from }) => value >= from)?.word;

/** The word for a share. A share of 0 is “felled” unless the GM chose a word for it. */
const shareWord = (share: number, words: NumberWords): string =>
  wordFor(share * 100, share > 0 ? words : words.filter(({ from }) => from === 0)) ??
  (share > 0 ? (words.at(-1)?.word ?? 'standing') : 'felled');

/** Creates a function from a share to the middle of all shares with the same word. Exact for 0 and 1. */
const createShareEstimate = (words: NumberWords): ((share: number) => number) => {
  const froms = words.map(({ from }) => from).toSorted((a, b) => b - a);
  const bands = froms.map((from, at) => ({
    from,
    middle: from >= 100 ? 1 : ((at === froms.length - 1 ? 0 : from) + (froms[at - 1] ?? 100)) / 200,
  }));
  return (share) =>
    share >= 1 ? 1 : share <= 0 ? 0 : ((bands.find(({ from }) => share * 100 >= from) ?? bands.at(-1))?.middle ?? 1);
};

/** The middle of a share's range by the default words: unhurt, scratched, wounded, badly wounded, nearly felled. */
export const estimatedShare = createShareEstimate(defaultNumberWords);

/** The words that the GM chose, else the rulebook's words for the number, else the default words. */
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

/** Lists how each number of a rulebook is shown to users who do not control the combatant. */
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
    name: (id) => (sees(id) ? id : worded('somebody')),
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
      return share <= 0 ? 0 : mode === 'off' ? 1 : createShareEstimate(words)(share);
    },
    describeRate: (id, term, value) => {
      const { mode, words } = told(term);
      if (knowsOf(id) || mode === 'exact') return String(value);
      return mode === 'off' ? undefined : wordFor(value, words);
    },
  };
};

/** A viewer who sees everything. */
export const gmViewer: Viewer = {
  gm: true,
  user: undefined,
  controls: [],
  knows: [],
  unseen: [],
  foes: { mode: 'exact', words: defaultNumberWords },
};
