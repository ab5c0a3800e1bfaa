import { listed, listText, phrase, sideTerm, worded } from '../core/message.ts';
import { type Line, line } from '../rules/event.ts';
import type { ExpectedAction } from '../rules/expected-action.ts';
import type { BattleView, CombatantView, TurnOrderView } from '../rules/view.ts';
import { type Card, type CardField, type CardLine, card } from './card.ts';
import { type FigureLabels, figureLabels } from './figure-labels.ts';
import { describeLife, describePosition, formatActors, formatGauge, formatMainGauge, sentence } from './view-facts.ts';

/** The gauges of a combatant. If the combatant is down, only the first gauge. */
const gaugesOf = ({ life, gauges }: CombatantView): readonly string[] => {
  const [first, ...others] = gauges;
  if (first === undefined || life === 'out') return [];
  if (life === 'down') return first.share === undefined ? [] : [formatGauge(first)];
  return [formatMainGauge(first), ...others.map(formatGauge)];
};

/** The state of a combatant: gauges, life and marks. */
const describeState = (combatant: CombatantView): readonly string[] => [
  ...gaugesOf(combatant),
  ...describeLife(combatant),
  ...combatant.marks,
];

const rosterLine = (view: BattleView, labels: FigureLabels, combatant: CombatantView): string => {
  const { id } = combatant;
  const player = labels.of(id);
  const name = `${player.now ? '▸ ' : ''}${player.numbered ? phrase`${id} (${player.tag})` : id}`;
  const rest = [...describeState(combatant), ...describePosition(view.board, combatant)];
  return rest.length === 0 ? name : phrase`${name}: ${rest.join(' · ')}`;
};

/** A card field for each side, with a line per combatant and one line for all combatants who are out. */
const sideFields = (view: BattleView, labels: FigureLabels): readonly CardField[] => {
  const sides = [...Map.groupBy(view.combatants, ({ side }) => side)];
  return sides.map(([side, combatants]) => {
    const out = combatants.filter(({ life }) => life === 'out').map(({ id }) => id);
    const left = combatants.filter(({ life }) => life !== 'out').map((each) => rosterLine(view, labels, each));
    return {
      name: worded(side === undefined ? (sides.length === 1 ? 'Combatants' : 'Without a side') : sideTerm(side)),
      pictured: true,
      text: [...left, ...(out.length > 0 ? [phrase`Out: ${listed(out)}`] : [])].join('\n'),
    };
  });
};

const orderMarks: Readonly<Record<TurnOrderView['state'], string>> = { done: '✓ ', now: '▸ ', next: '' };

const orderLine = (order: readonly TurnOrderView[]): string =>
  listText(order.map(({ id, note, state }) => `${orderMarks[state]}${note === '' ? id : phrase`${id} (${note})`}`));

/** A line for each expected action: `Ann and Bob to declare`. */
const expectedLines = (awaiting: readonly ExpectedAction[]): readonly string[] =>
  [...Map.groupBy(awaiting, ({ what }) => what)].map(([what, those]) => {
    const actors = [...new Set(those.map(({ actor }) => actor))];
    return phrase.of('who is to do what')`${formatActors(actors, true)} ${what}`;
  });

const field = (name: string, lines: readonly string[]): readonly CardField[] =>
  lines.length === 0 ? [] : [{ name, text: lines.join('\n') }];

/** The card of a combatant, as far as the reader may see its sheet. */
export const combatantCard = (view: BattleView, combatant: CombatantView): Card => {
  const { id, side, sheet } = combatant;
  const state = describeState(combatant);
  return card(side === undefined ? id : phrase`${id} · ${sideTerm(side)}`, {
    lines: [
      ...(state.length === 0 ? [] : [line(state.join(' · '))]),
      ...describePosition(view.board, combatant).map((place) => line(place)),
      ...(sheet.length === 0
        ? [line('You know nothing else about this combatant.', 'quiet')]
        : sheet.map((text) => line(text))),
    ],
  });
};

/** A line that the picture for terminals also contains. */
const toCardLine = (said: Line): CardLine => ({ ...said, pictured: true });

/** The name of the field that lists the expected actions. */
export const waitingField = 'Waiting for';

/** The card of a battle: combatants, turn order, expected actions and deadlines. */
export const statusCard = (
  view: BattleView,
  awaiting: readonly ExpectedAction[],
  title: string,
  untilWhen: readonly CardField[] = [],
): Card => {
  const labels = figureLabels(view);
  const awaited = field(waitingField, view.status === 'ended' ? [] : expectedLines(awaiting));
  return card(title, {
    tone: view.status === 'ended' ? 'good' : 'plain',
    lines: [
      ...(view.outcome === undefined ? [] : [toCardLine(line(sentence(view.outcome), 'good'))]),
      toCardLine(line(view.phase)),
    ],
    fields: [
      ...sideFields(view, labels),
      ...field('Turn order', view.order.length === 0 || view.status === 'ended' ? [] : [orderLine(view.order)]),
      ...awaited,
      ...(awaited.length === 0 ? [] : untilWhen),
      ...field('Notes', view.notes),
    ],
  });
};
