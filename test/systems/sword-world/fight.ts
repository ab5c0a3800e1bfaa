import type { Caller } from '../../../src/rules/expected-action.ts';
import type { Game } from '../../../src/rules/game.ts';
import { gmViewer } from '../../../src/rules/reader.ts';
import { swordWorld } from '../../../src/systems/sword-world/index.ts';
import { type State, stateSchema } from '../../../src/systems/sword-world/state.ts';
import type { Pick } from '../../chance.ts';
import type { Fight, Give } from '../fights.ts';
import { isEveryAttackHopeless, isMount, isUnitAble } from './inner.ts';

const stateOf = (game: Game): State => stateSchema.parse(game.save());

const calling = (actor: string): Caller => ({ actor, by: actor, gm: false, controls: [actor], pending: undefined });

/** The GM orders a mount without a rider. SW-MOUNT-17. */
const ordered = (give: Give, game: Game, pick: Pick): Game | undefined => {
  const byGm: Give = (now, actor, verb, params) => give(now, actor, verb, params, true);
  for (const mount of stateOf(game).units.filter((unit) => isMount(unit) && isUnitAble(unit))) {
    const after = acted(byGm, game, mount.id, pick);
    if (after !== undefined) return after;
  }
  return undefined;
};

/** Attacks what is in reach, by an ability if it has one; casts; otherwise moves to the enemies. */
const acted = (give: Give, game: Game, actor: string, pick: Pick): Game | undefined => {
  const { units } = stateOf(game);
  const me = units.find(({ id }) => id === actor);
  const foes = units.filter(({ side, ...unit }) => side !== me?.side && isUnitAble({ side, ...unit }));
  const abilities = (game.offers('attack', 'ability', calling(actor), {}, gmViewer) ?? []).map(({ value }) => value);
  const bodies = foes
    .flatMap((foe) => foe.bodies)
    .toSorted((a, b) => Number(b.hp > 0) - Number(a.hp > 0))
    .map(({ id }) => id);
  const tried = (orders: readonly (readonly [string, Readonly<Record<string, unknown>>])[]): Game | undefined => {
    for (const [verb, params] of orders) {
      const after = give(game, actor, verb, params);
      if (after !== undefined) return after;
    }
    return undefined;
  };
  const blows = bodies.flatMap((target) => [
    ...(pick(2) === 0 ? abilities.map((ability) => ['attack', { target, ability }] as const) : []),
    ['attack', { target }] as const,
  ]);
  const spells = (me?.sheet.spells ?? []).flatMap(({ id: spell }) =>
    foes.map(({ id: target }) => ['cast', { spell, target }] as const),
  );
  const moves = (game.offers('move', 'to', calling(actor), {}, gmViewer) ?? [])
    .map(({ value }) => String(value))
    .map((to) => ({ to, near: Math.min(...foes.map(({ pos }) => Math.abs((pos ?? 99) - (Number(to) || 0)))) }))
    .toSorted((a, b) => a.near - b.near)
    .flatMap(({ to }) => [['move', { to, join: true }] as const, ['move', { to }] as const]);
  return tried([
    ['minor', { kind: 'stand' }],
    ...(pick(2) === 0 ? spells : []),
    ...blows,
    ...spells,
    ['join', {}],
    ['move', { to: 'front', join: true }],
    ['move', { to: 'front' }],
    ...moves,
    ['end', {}],
  ]);
};

/** A rider and its mount, on whatever side. */
const riders = (name: (at: number) => string): readonly unknown[] => [
  swordWorld.presets.dusty?.sheet,
  { ...Object(swordWorld.presets.bram?.sheet), rides: name(0) },
];

/** Either mode; mounts, flyers, monsters of many sections. */
export const fight: Fight = {
  settings: (pick) => ({ mode: pick(2) === 0 ? 'simplified' : 'standard' }),
  sheets: (pick, name) => (pick(4) === 0 ? riders(name) : undefined),
  fought: (give, game, actor, kind, pick) => {
    if (kind === 'round') return ordered(give, game, pick);
    return kind === 'turn' ? acted(give, game, actor, pick) : undefined;
  },
  round: (saved) => stateSchema.parse(saved).round,
  able: (saved) =>
    stateSchema
      .parse(saved)
      .units.filter(isUnitAble)
      .map(({ id }) => id),
  over: (game) => ['aftermath', 'closed'].includes(stateOf(game).stage) || isEveryAttackHopeless(stateOf(game)),
};
