import { BoundedCache, memoizeByObject } from '../core/memoize.ts';
import { normalizeName, phrase } from '../core/message.ts';
import type { BattleView, CombatantView } from '../rules/view.ts';
import { drawableText } from './drawing/draw.ts';
import type { Colour } from './palette.ts';

const forms = ['disc', 'square', 'diamond', 'hexagon'] as const;

/** By what one tells sides apart: a colour and a form, so that colour is never needed. */
export interface SideStyle {
  readonly fill: Colour;
  /** What can be read on it. */
  readonly ink: Colour;
  readonly form: (typeof forms)[number];
}

interface SideColour {
  readonly fill: Colour;
  readonly ink: Colour;
  /** The words that a side can be called by. */
  readonly words: string;
}

/** The colours of sides in the order in which they are given out, each unlike those before for the colour-blind too. */
const colours: readonly SideColour[] = [
  { fill: 'blue', ink: 'onDark', words: 'blue blues azure navy' },
  { fill: 'orange', ink: 'onLight', words: 'orange oranges amber' },
  { fill: 'green', ink: 'onDark', words: 'green greens emerald' },
  { fill: 'pink', ink: 'onLight', words: 'pink pinks rose' },
  { fill: 'sky', ink: 'onLight', words: 'cyan turquoise teal' },
  { fill: 'red', ink: 'onDark', words: 'red reds crimson scarlet' },
  { fill: 'yellow', ink: 'onLight', words: 'yellow yellows gold golden' },
];

/** Colours that only a name asks for. */
const namedColours: readonly SideColour[] = [
  ...colours,
  { fill: 'purple', ink: 'onDark', words: 'purple violet' },
  { fill: 'brown', ink: 'onDark', words: 'brown browns bronze' },
  { fill: 'black', ink: 'onDark', words: 'black blacks' },
  { fill: 'white', ink: 'onLight', words: 'white whites silver' },
  { fill: 'grey', ink: 'onLight', words: 'grey greys gray grays' },
];

/** The colour that a side is called by: `red`, `The Reds`, `Red Hand`. */
const findColourByName = (flag: string): SideColour | undefined => {
  const words = normalizeName(flag).split(/[^\p{L}]+/u);
  return words.map((word) => namedColours.find((each) => each.words.split(' ').includes(word))).find((each) => each);
};

/** Seven colours and four forms make 28 styles before one is seen again. */
const sideStyleAt = (index: number, palette: readonly SideColour[] = colours): SideStyle => {
  const { fill, ink } = palette[index % palette.length] ?? { fill: 'blue', ink: 'onDark' };
  return { fill, ink, form: forms[index % forms.length] ?? 'disc' };
};

/** The colours of sides in their order: the first that is called by a colour has it, the others what is left. */
const assignColours = (flags: readonly string[]): readonly SideColour[] => {
  const wanted = flags.map(findColourByName);
  const own = wanted.map((each, at) => (each !== undefined && wanted.indexOf(each) === at ? each : undefined));
  const left = colours.filter((each) => !own.includes(each));
  const others = left.length === 0 ? colours : left;
  let next = 0;
  return own.flatMap((each) => each ?? others[next++ % others.length] ?? []);
};

/** A combatant with all that pictures know it by. */
export interface LabelledFigure {
  readonly id: string;
  /** One or two characters, its own in this battle. */
  readonly tag: string;
  /** Its name as our fonts can write it; its number where it cannot. */
  readonly label: string;
  /** True where the picture can only show a number. */
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

/** Somebody known by name alone. */
export const nameOnlyLabel = (id: string): CombatantView => ({
  ...{ id, actor: id, side: undefined, life: 'up', gauges: [], marks: [], place: undefined, sheet: [] },
});

/** Who is in the picture. A side, or a combatant without one, has one style everywhere. */
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

const upper = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Signs that fill a token alone. */
const broad = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u;

/** Ways to write a name in one or two characters, the best first: `Zombie 3` Z3, `Old Tom` OT, `Grim` Gr, `山田` 山, `🔥` itself. */
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
  for (const letter of letters.slice(1)) yield upper(first + letter);
  for (let count = 1; count <= 9; count += 1) yield first.toUpperCase() + count;
}

/** The forms of names that were drawn lately: the same are on every picture of a battle. */
const known = new BoundedCache<string, readonly string[]>(1000);
const formsOf = (name: string): readonly string[] => known.get(name) ?? known.put(name, [...shortForms(name)]);

/** Numbers, its own in the list first. */
function* numbersFrom(own: number): Generator<string> {
  for (let number = own; ; number += 1) yield String(number);
}

const firstFree = (forms: Iterable<string>, taken: ReadonlySet<string>): string | undefined => {
  for (const form of forms) if (!taken.has(form)) return form;
  return undefined;
};

/** One or two characters for each name, no two the same; a name that cannot be drawn gets a number that is left, its own in the list if it can. */
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
