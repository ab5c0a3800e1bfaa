import type { OpenBattle } from '../../battle/saved/store.ts';
import { isSameName, normalizeName, ok, type Result, refuse } from '../../core/message.ts';
import { toEnglish } from '../../core/own-words.ts';
import { parseSquare } from '../../rules/grid/square.ts';
import { gmViewer } from '../../rules/reader.ts';
import type { BoardView } from '../../rules/view.ts';
import { splitNames } from './match-name.ts';

const nearOnGrid = (board: BoardView | undefined, near: string, reach: number): readonly string[] => {
  if (board?.kind !== 'grid') return [];
  const centre = board.figures.find(({ id }) => isSameName(id, near)) ?? parseSquare(near);
  if (centre === undefined) return [];
  return board.figures
    .filter(({ x, y }) => Math.max(Math.abs(x - centre.x), Math.abs(y - centre.y)) <= reach)
    .map(({ id }) => id);
};

/** Selects combatants by name or side; an exact name comes first: `Zombie*`, `side:red`, `all` or `near:D4:3` (squares). `withParts`: parts too. */
export const selectTargets = ({ game }: OpenBattle, text: string, withParts = false): Result<readonly string[]> => {
  const roster = game.roster();
  const ids = [
    ...new Set(roster.flatMap(({ id, actor, parts = [] }) => (withParts ? [id, actor, ...parts] : [id, actor]))),
  ];
  const sides = roster.flatMap(({ side = [] }) => side);
  const ofSide = (name: string) => {
    const wanted = toEnglish(name, sides);
    return roster.filter(({ side }) => side !== undefined && isSameName(side, wanted)).map(({ id }) => id);
  };
  const named = (name: string) => ids.filter((id) => isSameName(id, name));
  const chosen = splitNames(text, ids).map((part): readonly string[] => {
    const key = normalizeName(toEnglish(part, ['all']));
    if (named(part).length > 0) return named(part);
    const [word = '', near = '', reach = '1'] = part.split(':').map((each) => each.trim());
    if (key === 'all') return roster.map(({ id }) => id);
    if (isSameName(word, 'side')) return ofSide(near);
    if (isSameName(word, 'near'))
      return /^\d{1,2}$/.test(reach) ? nearOnGrid(game.view(gmViewer).board, near, Number(reach)) : [];
    if (key.endsWith('*'))
      return roster.filter(({ id }) => normalizeName(id).startsWith(key.slice(0, -1))).map(({ id }) => id);
    return ofSide(part);
  });
  return chosen.length === 0 || chosen.some((each) => each.length === 0)
    ? refuse('bad-selection', { text })
    : ok([...new Set(chosen.flat())]);
};
