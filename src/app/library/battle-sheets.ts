import type { LogEntry, OpenBattle } from '../../battle/saved/store.ts';
import { ok, type Refusal, type Result, refuse } from '../../core/message.ts';
import { isPlainObject, type PlainObject } from '../../core/plain-object.ts';
import { parseSheet } from '../input/sheets.ts';
import type { Services } from '../services.ts';

const parseEntrance = (doing: unknown): { readonly id: string; readonly sheet: unknown } | undefined => {
  const entrant =
    isPlainObject(doing) && doing.do === 'enter' && isPlainObject(doing.entrant) ? doing.entrant : undefined;
  return typeof entrant?.id === 'string' ? { id: entrant.id, sheet: entrant.sheet } : undefined;
};

/** The sheets with which everybody came in, by their names; each in the present edition of its rulebook. */
const findEntrances = (log: readonly LogEntry[], { ruleset }: OpenBattle): ReadonlyMap<string, unknown> => {
  const sheets = new Map<string, unknown>();
  for (const { request, edition } of log)
    for (const doing of request.kind === 'order' ? request.doings : []) {
      const entrance = parseEntrance(ruleset.editions.doing(edition.rules, doing));
      if (entrance !== undefined) sheets.set(entrance.id, ruleset.editions.sheet(edition.rules, entrance.sheet));
    }
  return sheets;
};

/** How somebody’s sheet is taken from a battle: as they stand now, wounds and all, or whole again. */
export type SheetCondition = 'whole' | 'as-it-is';

/** What is to be had of a battle for a shelf: the sheet of anybody in it, by the name they are commanded by. */
export const createBattleSheetLookup = async (
  battle: OpenBattle,
  { battles }: Pick<Services, 'battles'>,
): Promise<Result<(actor: string, state: SheetCondition) => Result<unknown, Refusal>, Refusal>> => {
  const log = await battles.log(battle.saved.channel);
  if (!log.ok) return log;
  const came = findEntrances(log.value, battle);
  const { game, ruleset } = battle;
  return ok((actor, state) => {
    const before = came.get(actor);
    const sheet: PlainObject | undefined = isPlainObject(before) ? before : undefined;
    if (sheet === undefined) return refuse('no-sheet-in-battle', { who: actor });
    const checked = parseSheet(ruleset, sheet);
    if (!checked.ok) return checked;
    const now = game.carry(actor, checked.value)?.sheet ?? checked.value;
    const taken = state === 'whole' ? ruleset.restore(now) : ok(now);
    return taken.ok ? parseSheet(ruleset, taken.value) : taken;
  });
};
