import { describeWhoMayUndo, undoableEntries } from '../../battle/decide/undoable.ts';
import type { LogEntry, OpenBattle } from '../../battle/saved/store.ts';
import { isPartOfRun } from '../../battle/views/autopilot.ts';
import type { VisibleEntry } from '../../battle/views/log-view.ts';
import { parseFollowUpOrderId } from '../../battle/views/report.ts';
import { appearsToRoll, isGm } from '../../battle/views/viewer.ts';
import { phrase } from '../../core/message.ts';

/** An entry that could be taken back. */
export interface UndoChoice {
  /** Its number as this person counts. */
  readonly value: string;
  readonly label: string;
  readonly note: string;
  /** Of a run that came by itself: of how many orders it is, and the number of the last of them. */
  readonly run?: { readonly orders: number; readonly last: number };
}

export const maxChoices = 25;

/** What could be taken back as far as this person was told of it, newest first: what it was, what goes with it, and who may. */
export const undoChoices = (battle: OpenBattle, told: readonly VisibleEntry[], user: string): readonly UndoChoice[] => {
  const known = new Map(told.flatMap((each) => (each.lines.length > 0 ? [[each.entry.n, each]] : [])));
  const log = told.map(({ entry }) => entry);
  const candidates = undoableEntries(log).flatMap(({ n }) => known.get(n) ?? []);
  const chains = Map.groupBy(log, ({ orderId }) => parseFollowUpOrderId(orderId).first);
  /** The run that an entry is of, in the order of the log. */
  const runOf = (entry: LogEntry): readonly LogEntry[] => {
    const chain = chains.get(parseFollowUpOrderId(entry.orderId).first) ?? [];
    return isPartOfRun(entry, chain) ? chain.filter((each) => isPartOfRun(each, chain)) : [];
  };
  // Within a run nobody has anything to choose: it is taken back whole.
  const offered = candidates
    .map((one, at) => ({ ...one, at, run: runOf(one.entry) }))
    .filter(({ entry, run }) => run.length === 0 || run[0]?.n === entry.n);
  return offered.slice(0, maxChoices).map(({ entry, number, lines: [first], isReadable, at, run }) => {
    const whole = run.length === 0 ? '' : phrase`Series of ${run.length} orders: `;
    // Among the dice may be some of those hidden from this person: how many there were is the GM’s to know.
    const gm = isGm(battle.saved.table, user);
    const rolled = gm ? entry.dice.length > 0 : isReadable && appearsToRoll(battle, entry);
    const fell = rolled ? phrase`, ${gm ? phrase`${entry.dice.length} dice` : 'dice were rolled'}` : '';
    const last = run.flatMap(({ n }) => known.get(n) ?? []).at(-1);
    const many = at === 0 ? 'only this entry' : phrase`${at + 1} entries`;
    return {
      value: String(number),
      label: phrase`${number}. ${whole}${first?.text ?? ''}`.slice(0, 100),
      note: phrase`${many}${fell}; ${describeWhoMayUndo(battle, log, user, entry.n)}`,
      ...(last !== undefined && { run: { orders: run.length, last: last.number } }),
    };
  });
};
