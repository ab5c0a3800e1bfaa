import type { Entrant } from '../../battle/decide/decisions.ts';
import { effectiveEntries, type LogRange } from '../../battle/saved/replay.ts';
import type { LogEntry, OpenBattle } from '../../battle/saved/store.ts';
import { isPlainObject } from '../../core/plain-object.ts';

const parseEntrance = (doing: unknown): { readonly id: string; readonly sheet: unknown } | undefined => {
  const entrant =
    isPlainObject(doing) && doing.do === 'enter' && isPlainObject(doing.entrant) ? doing.entrant : undefined;
  return typeof entrant?.id === 'string' ? { id: entrant.id, sheet: entrant.sheet } : undefined;
};

/** The sheet with which each combatant joined, by name, converted to the current edition. */
export const findEntrances = (log: readonly LogEntry[], { ruleset }: OpenBattle): ReadonlyMap<string, unknown> => {
  const sheets = new Map<string, unknown>();
  for (const { request, edition, table } of log) {
    for (const event of table)
      if (event.type === 'combatant-renamed') {
        sheets.set(event.to, sheets.get(event.who));
        sheets.delete(event.who);
      }
    for (const doing of request.kind === 'order' ? request.doings : []) {
      const entrance = parseEntrance(ruleset.editions.doing(edition.rules, doing));
      if (entrance !== undefined) sheets.set(entrance.id, ruleset.editions.sheet(edition.rules, entrance.sheet));
    }
  }
  return sheets;
};

/** Finds the combatants of a battle, as they joined, and its map. In a campaign, saved characters must join again. */
export const findCast = (battle: OpenBattle, { log, after }: LogRange) => {
  const begun = after.findLast(({ game }) => game.status === 'setup') ?? battle;
  const { control, hidden, faces, backdrop, characters, campaign } = begun.saved.table;
  const sheets = findEntrances(effectiveEntries(log), begun);
  const entrants: readonly Entrant[] = [...new Map(begun.game.roster().map(({ actor, side }) => [actor, side]))]
    .filter(([id]) => sheets.has(id) && (campaign === undefined || characters[id] === undefined))
    .map(([id, side]) => ({
      ...{ id, side, sheet: sheets.get(id) },
      ...{ hidden: hidden[id], portrait: faces?.[id], controller: control[id] },
    }));
  return { entrants, ground: begun.game.layout().ground, backdrop };
};
