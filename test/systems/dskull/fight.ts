import type { Caller } from '../../../src/rules/expected-action.ts';
import type { Game } from '../../../src/rules/game.ts';
import { parseSquare } from '../../../src/rules/grid/square.ts';
import { gmViewer } from '../../../src/rules/reader.ts';
import { type State, stateSchema } from '../../../src/systems/dskull/state.ts';
import type { Pick } from '../../chance.ts';
import type { Fight, Give } from '../fights.ts';

const stateOf = (game: Game): State => stateSchema.parse(game.save());

const calling = (actor: string): Caller => ({ actor, by: actor, gm: false, controls: [actor], pending: undefined });

const values = (game: Game, actor: string, verb: string, param: string): readonly string[] =>
  (game.offers(verb, param, calling(actor), {}, gmViewer) ?? []).map(({ value }) => String(value));

/** Attacks if possible, otherwise uses what is near, blasts, or moves closer. */
const acted = (give: Give, game: Game, actor: string, pick: Pick): Game | undefined => {
  const first = (verb: string, param: string): Game | undefined =>
    values(game, actor, verb, param)
      .map((value) => give(game, actor, verb, { [param]: value }))
      .find((each) => each !== undefined);
  const { warriors, current, activation } = stateOf(game);
  const me = warriors.find(({ id }) => id === activation?.warrior);
  const nearness = ({ x, y }: { readonly x: number; readonly y: number }): number =>
    Math.min(
      99,
      ...warriors.flatMap(({ owner, at, removed }) =>
        owner === (me?.owner ?? current) || at === undefined || removed !== undefined
          ? []
          : [Math.abs(at.x - x) + Math.abs(at.y - y)],
      ),
    );
  const nearer = (): Game | undefined => {
    const paths = values(game, actor, 'move', 'path')
      .map((path) => ({ path, at: parseSquare(path.split(' ').at(-1) ?? '') }))
      .flatMap(({ path, at }) => (at === undefined ? [] : [{ path, near: nearness(at) }]))
      .toSorted((a, b) => a.near - b.near);
    const here = me?.at === undefined ? 99 : nearness(me.at);
    return paths
      .filter(({ near }) => near < here)
      .map(({ path }) => give(game, actor, 'move', { path }))
      .find((each) => each);
  };
  return (
    first('dare', 'target') ??
    first('attack', 'target') ??
    (pick(2) === 0 ? first('interact', 'what') : undefined) ??
    (pick(3) === 0 ? first('blast', 'to') : undefined) ??
    (pick(3) === 0 ? first('special', 'skill') : undefined) ??
    nearer() ??
    (pick(2) === 0 ? give(game, actor, 'gain') : undefined)
  );
};

/** A battle of two to four warbands on any scenario. */
export const fight: Fight = {
  settings: (pick) => ({ round: { tactics: pick(2) === 0 ? 'auto' : 'command' } }),
  fought: (give, game, actor, kind, pick) => {
    if (kind === 'turn') return acted(give, game, actor, pick);
    const ready = kind === 'activation' ? values(game, actor, 'activate', 'warrior') : [];
    const warrior = ready[pick(ready.length)];
    return warrior === undefined ? undefined : give(game, actor, 'activate', { warrior });
  },
  round: (saved) => stateSchema.parse(saved).round,
  able: (saved) => {
    const { warriors, phase, seats } = stateSchema.parse(saved);
    const placed = warriors.filter(
      ({ at, removed }) => removed === undefined && (phase === 'deploy' || at !== undefined),
    );
    return [
      ...placed.map(({ id }) => id),
      ...seats.map(({ id }) => id).filter((id) => placed.some(({ owner }) => owner === id)),
    ];
  },
  over: () => false,
};
