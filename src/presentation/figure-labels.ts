import { memoizeByObject } from '../core/memoize.ts';
import { nameKey } from '../core/text.ts';
import type { BattleView, CombatantView } from '../rules/view.ts';
import { tagsFor } from './figure-tags.ts';
import { drawable } from './picture/measure.ts';

const forms = ['disc', 'square', 'diamond', 'hexagon'] as const;

/** By what one tells sides apart: a colour of Okabe and Ito's palette, and a form, so that colour is never needed. */
export interface SideStyle {
  readonly fill: string;
  /** What can be read on it. */
  readonly ink: string;
  readonly form: (typeof forms)[number];
}

const colours = [
  { fill: '#0072b2', ink: '#ffffff' },
  { fill: '#e69f00', ink: '#111111' },
  { fill: '#009e73', ink: '#111111' },
  { fill: '#cc79a7', ink: '#111111' },
  { fill: '#56b4e9', ink: '#111111' },
  { fill: '#d55e00', ink: '#111111' },
  { fill: '#f0e442', ink: '#111111' },
] as const;

/** The colours that a side can be called by. */
const called: Readonly<Record<string, string>> = {
  blue: '#0072b2',
  orange: '#e69f00',
  green: '#009e73',
  pink: '#cc79a7',
  purple: '#cc79a7',
  red: '#d55e00',
  yellow: '#f0e442',
};

/** Seven colours and four forms make 28 styles before one is seen again. */
const sideStyleAt = (index: number, palette: readonly Omit<SideStyle, 'form'>[] = colours): SideStyle => ({
  ...(palette[index % palette.length] ?? colours[0]),
  form: forms[index % forms.length] ?? 'disc',
});

/** The colours of sides in their order: a side that is called by a colour has it, the others what is left. */
const paletteFor = (flags: readonly string[]): readonly Omit<SideStyle, 'form'>[] => {
  const own = flags.map((flag) => colours.find(({ fill }) => fill === called[nameKey(flag)]));
  const left = colours.filter((each) => !own.includes(each));
  const others = left.length === 0 ? colours : left;
  let next = 0;
  return own.map((each) => each ?? others[next++ % others.length] ?? colours[0]);
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
export const stranger = (id: string): CombatantView => ({
  id,
  actor: id,
  side: undefined,
  life: 'up',
  gauges: [],
  marks: [],
  place: undefined,
  sheet: [],
});

/** Who is in the picture. A side, or a combatant without one, has one style everywhere. */
export const figureLabels = memoizeByObject((view: BattleView): FigureLabels => {
  const flags = [...new Set(view.combatants.map(({ side, actor }) => side ?? actor))];
  const palette = paletteFor(flags);
  const styleOf = (at: number): SideStyle =>
    at >= 0 && at < flags.length ? sideStyleAt(at, palette) : sideStyleAt(Math.max(0, at));
  const tags = tagsFor(view.combatants.map(({ id }) => id));
  const acting = new Set(view.order.filter(({ state }) => state === 'now').map(({ id }) => id));
  const player = (combatant: CombatantView): LabelledFigure => {
    const label = drawable(combatant.id);
    const tag = tags.get(combatant.id) ?? '?';
    const numbered = !/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(label);
    return {
      id: combatant.id,
      tag,
      label: numbered ? `no. ${tag}` : label,
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
    figures: figures,
    of: (id) => byId.get(id) ?? { ...player(stranger(id)), style: sideStyleAt(flags.length) },
    sides: [...new Set(sided)].map((name) => ({ name, style: styleOf(flags.indexOf(name)) })),
  };
});
