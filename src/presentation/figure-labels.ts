import { BoundedCache, memoizeByObject } from '../core/memoize.ts';
import { capitalize, normalizeName, phrase } from '../core/message.ts';
import type { BattleView, CombatantView } from '../rules/view.ts';
import { drawableText } from './drawing/draw.ts';
import type { Colour } from './palette.ts';

const forms = ['disc', 'square', 'diamond', 'hexagon'] as const;

/** The look of a side: colour and form. */
export interface SideStyle {
  readonly fill: Colour;
  /** The colour of text on the side's colour. */
  readonly ink: Colour;
  readonly form: (typeof forms)[number];
}

interface SideColour {
  readonly fill: Colour;
  readonly ink: Colour;
  /** Words in a side's name that select this colour. */
  readonly words: string;
}

/** The colours of sides in order of assignment, also distinguishable for colour-blind people. */
const colours: readonly SideColour[] = [
  { fill: 'blue', ink: 'onDark', words: 'blue blues azure navy' },
  { fill: 'orange', ink: 'onLight', words: 'orange oranges amber' },
  { fill: 'green', ink: 'onDark', words: 'green greens emerald' },
  { fill: 'pink', ink: 'onLight', words: 'pink pinks rose' },
  { fill: 'sky', ink: 'onLight', words: 'cyan turquoise teal' },
  { fill: 'red', ink: 'onDark', words: 'red reds crimson scarlet' },
  { fill: 'yellow', ink: 'onLight', words: 'yellow yellows gold golden' },
];

/** All colours that a side's name can select. */
const namedColours: readonly SideColour[] = [
  ...colours,
  { fill: 'purple', ink: 'onDark', words: 'purple violet' },
  { fill: 'brown', ink: 'onDark', words: 'brown browns bronze' },
  { fill: 'black', ink: 'onDark', words: 'black blacks' },
  { fill: 'white', ink: 'onLight', words: 'white whites silver' },
  { fill: 'grey', ink: 'onLight', words: 'grey greys gray grays' },
];

/** The colour that a side's name selects: `red`, `The Reds`, `Red Hand`. Undefined if none. */
const findColourByName = (flag: string): SideColour | undefined => {
  const words = normalizeName(flag).split(/[^\p{L}]+/u);
  return words.map((word) => namedColours.find((each) => each.words.split(' ').includes(word))).find((each) => each);
};

/** The style of the nth side. Seven colours and four forms repeat after 28 sides. */
const sideStyleAt = (index: number, palette: readonly SideColour[] = colours): SideStyle => {
  const { fill, ink } = palette[index % palette.length] ?? { fill: 'blue', ink: 'onDark' };
  return { fill, ink, form: forms[index % forms.length] ?? 'disc' };
};

/** Assigns colours to sides: first those selected by name, then the remaining ones in order. */
const assignColours = (flags: readonly string[]): readonly SideColour[] => {
  const wanted = flags.map(findColourByName);
  const own = wanted.map((each, at) => (each !== undefined && wanted.indexOf(each) === at ? each : undefined));
  const left = colours.filter((each) => !own.includes(each));
  const others = left.length === 0 ? colours : left;
  let next = 0;
  return own.flatMap((each) => each ?? others[next++ % others.length] ?? []);
};

/** A combatant with its style, tag and label for pictures. */
export interface LabelledFigure {
  readonly id: string;
  /** The tag: one or two characters, unique in this battle. */
  readonly tag: string;
  /** The name in characters of our fonts. If none of them can be drawn, a number. */
  readonly label: string;
  /** True if the label is only a number. */
  readonly numbered: boolean;
  readonly style: SideStyle;
  readonly now: boolean;
  readonly view: CombatantView;
}

export interface FigureLabels {
  readonly figures: readonly LabelledFigure[];
  readonly of: (id: string) => LabelledFigure;
  readonly sides: readonly { readonly name: string; readonly style: SideStyle }[];
}

/** A view of a combatant that has only a name. */
export const nameOnlyLabel = (id: string): CombatantView => ({
  ...{ id, actor: id, side: undefined, life: 'up', gauges: [], marks: [], place: undefined, sheet: [] },
});

/** Labels the combatants of a battle for pictures. Each side has a style. */
export const figureLabels = memoizeByObject((view: BattleView): FigureLabels => {
  const flags = [...new Set(view.combatants.map(({ side, actor }) => side ?? actor))];
  const palette = assignColours(flags);
  const styleOf = (at: number): SideStyle =>
    at >= 0 && at < flags.length ? sideStyleAt(at, palette) : sideStyleAt(Math.max(0, at));
  const tags = assignFigureTags(view.combatants.map(({ id }) => id));
  const acting = new Set(view.order.filter(({ state }) => state === 'now').map(({ id }) => id));
  const player = (combatant: CombatantView): LabelledFigure => {
    const label = drawableText(combatant.id);
    const tag = tags.get(combatant.id) ?? '?';
    const numbered = !/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(label);
    return {
      id: combatant.id,
      tag,
      label: numbered ? phrase`no. ${tag}` : label,
      numbered,
      style: styleOf(Math.max(0, flags.indexOf(combatant.side ?? combatant.actor))),
      now: acting.has(combatant.id) || acting.has(combatant.actor),
      view: combatant,
    };
  };
  const figures = view.combatants.map(player);
  const byId = new Map(figures.map((each) => [each.id, each]));
  const sided = view.combatants.flatMap(({ side }) => (side === undefined ? [] : [side]));
  return {
    figures,
    of: (id) => byId.get(id) ?? { ...player(nameOnlyLabel(id)), style: sideStyleAt(flags.length) },
    sides: [...new Set(sided)].map((name) => ({ name, style: styleOf(flags.indexOf(name)) })),
  };
});

/** Matches scripts in which one character fills a figure. */
const broad = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u;

/** Yields possible tags of a name, best first: `Zombie 3` Z3, `Old Tom` OT, `Grim` Gr, `山田` 山. */
function* shortForms(name: string): Generator<string> {
  const shown = drawableText(name);
  const parts = shown
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '')
    .map((part) => [...part]);
  const letters = parts.flat();
  const [first = ''] = letters;
  const number = /(?:^|\D)(\d{1,2})$/.exec(name)?.[1];
  if (letters.length === 1) yield first.toUpperCase();
  if (number?.length === 1) yield first.toUpperCase() + number;
  if (number?.length === 2) yield number;
  if (broad.test(first)) yield first;
  if (first === '') yield* shown.match(/\p{Extended_Pictographic}/gu) ?? [];
  const [one, two] = parts;
  if (one?.[0] !== undefined && two?.[0] !== undefined) yield (one[0] + two[0]).toUpperCase();
  if (first === '') return;
  for (const letter of letters.slice(1)) yield capitalize(first + letter);
  for (let count = 1; count <= 9; count += 1) yield first.toUpperCase() + count;
}

/** Cached tags by names, because all pictures of a battle have the same names. */
const known = new BoundedCache<string, readonly string[]>(1000);
const formsOf = (name: string): readonly string[] => known.get(name) ?? known.put(name, [...shortForms(name)]);

/** Yields integers as text, from `own` on without end. */
function* numbersFrom(own: number): Generator<string> {
  for (let number = own; ; number += 1) yield String(number);
}

const firstFree = (forms: Iterable<string>, taken: ReadonlySet<string>): string | undefined => {
  for (const form of forms) if (!taken.has(form)) return form;
  return undefined;
};

/** Assigns each name a unique tag of one or two characters. Names without drawable characters get a number. */
export const assignFigureTags = (names: readonly string[]): ReadonlyMap<string, string> => {
  const tags = new Map<string, string>();
  const taken = new Set<string>();
  const take = (name: string, forms: Iterable<string>): void => {
    const tag = firstFree(forms, taken);
    if (tag === undefined) return;
    taken.add(tag);
    tags.set(name, tag);
  };
  for (const name of names) take(name, formsOf(name));
  names.forEach((name, index) => {
    if (!tags.has(name)) take(name, numbersFrom(index + 1));
  });
  return new Map(names.map((name) => [name, tags.get(name) ?? '?']));
};
