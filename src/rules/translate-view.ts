import { currentDictionary, worded } from '../core/message.ts';
import type { BattleView, BoardView, CombatantView, TimelineView } from './view.ts';

const translateCombatant = (combatant: CombatantView): CombatantView => ({
  ...combatant,
  gauges: combatant.gauges.map((gauge) => ({ ...gauge, label: worded(gauge.label), text: worded(gauge.text) })),
  marks: combatant.marks.map(worded),
  ...(combatant.signs && {
    signs: Object.fromEntries(Object.entries(combatant.signs).map(([mark, sign]) => [worded(mark), sign])),
  }),
  place: combatant.place && worded(combatant.place),
  sheet: combatant.sheet.map(worded),
});

const translateBoard = (board: BoardView): BoardView => {
  switch (board.kind) {
    case 'grid':
      return {
        ...board,
        scale: worded(board.scale),
        objects: board.objects.map((each) => ({ ...each, label: worded(each.label) })),
        zones: board.zones.map((each) => ({ ...each, label: worded(each.label) })),
      };
    case 'line':
      return {
        ...board,
        brackets: board.brackets.map((each) => ({ ...each, label: worded(each.label) })),
        objects: board.objects.map((each) => ({ ...each, label: worded(each.label) })),
      };
    case 'areas':
      return { ...board, areas: board.areas.map((each) => ({ ...each, name: worded(each.name) })) };
  }
};

const translateTimeline = ({ label, slots }: TimelineView): TimelineView => ({
  label: worded(label),
  slots: slots.map((slot) => ({
    ...slot,
    label: worded(slot.label),
    entries: slot.entries.map((entry) => ({ ...entry, what: worded(entry.what) })),
  })),
});

/** A view with the rulebook’s fixed words in the language that is read now. */
export const translateView = (view: BattleView): BattleView =>
  currentDictionary() === undefined
    ? view
    : {
        ...view,
        phase: worded(view.phase),
        combatants: view.combatants.map(translateCombatant),
        order: view.order.map((each) => ({ ...each, note: worded(each.note) })),
        board: view.board && translateBoard(view.board),
        timeline: view.timeline && translateTimeline(view.timeline),
        notes: view.notes.map(worded),
        ...(view.score && { score: view.score.map(worded) }),
        outcome: view.outcome && worded(view.outcome),
      };
