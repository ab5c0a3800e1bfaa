import { oncePer } from '../core/lazily.ts';
import type { BattleView, CombatantView } from '../rules/view.ts';
import { tagsFor } from './figure-tags.ts';
import { drawable } from './picture/measure.ts';

const forms = ['disc', 'square', 'diamond', 'hexagon'] as const;

/** By what one tells sides apart: a colour of Okabe and Ito's palette, and a form, so that colour is never needed. */
export interface Livery {
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

/** Seven colours and four forms come together anew 28 times before a livery is seen again. */
const liveryAt = (index: number): Livery => ({
  ...(colours[index % colours.length] ?? colours[0]),
  form: forms[index % forms.length] ?? 'disc',
});

/** A combatant with all that pictures know it by. */
export interface Player {
  readonly id: string;
  /** One or two characters, its own in this battle. */
  readonly tag: string;
  /** Its name as our font can write it; its number where it cannot. */
  readonly label: string;
  /** True where the picture can only show a number. */
  readonly numbered: boolean;
  readonly livery: Livery;
  readonly now: boolean;
  readonly view: CombatantView;
}

export interface Cast {
  readonly players: readonly Player[];
  readonly of: (id: string) => Player;
  readonly sides: readonly { readonly name: string; readonly livery: Livery }[];
}

/** Somebody of whom nothing is known but the name. */
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

/** Who is in the picture. A side, or a combatant without one, is known by one livery everywhere. */
export const castOf = oncePer((view: BattleView): Cast => {
  const flags = [...new Set(view.combatants.map(({ side, actor }) => side ?? actor))];
  const tags = tagsFor(view.combatants.map(({ id }) => id));
  const acting = new Set(view.order.filter(({ state }) => state === 'now').map(({ id }) => id));
  const player = (combatant: CombatantView, index: number): Player => {
    const label = drawable(combatant.id);
    const numbered = !/[\p{L}\p{N}]/u.test(label);
    return {
      id: combatant.id,
      tag: tags.get(combatant.id) ?? '?',
      label: numbered ? `no. ${index + 1}` : label,
      numbered,
      livery: liveryAt(Math.max(0, flags.indexOf(combatant.side ?? combatant.actor))),
      now: acting.has(combatant.id) || acting.has(combatant.actor),
      view: combatant,
    };
  };
  const players = view.combatants.map(player);
  const byId = new Map(players.map((each) => [each.id, each]));
  const sided = view.combatants.flatMap(({ side }) => (side === undefined ? [] : [side]));
  return {
    players,
    of: (id) => byId.get(id) ?? { ...player(stranger(id), players.length), livery: liveryAt(flags.length) },
    sides: [...new Set(sided)].map((name) => ({ name, livery: liveryAt(flags.indexOf(name)) })),
  };
});
