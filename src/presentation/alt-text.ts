import { memoizeByObject } from '../core/memoize.ts';
import { counted, listed, listText, normalizeText, phrase, sentences, term, worded } from '../core/message.ts';
import { formatSquare } from '../rules/grid/square.ts';
import type { BattleView, BoardStrokeView, CombatantView, GridBoardView } from '../rules/view.ts';
import {
  currentActorIds,
  cutText,
  describeLife,
  describePosition,
  describeStrokes,
  edgesByKind,
  formatGauge,
  sentence,
  sideName,
} from './view-facts.ts';

/** Maximum length of an alt text (characters). Discord allows 1024. */
const maxLength = 1000;

/** Describes a combatant: `Ann (Brothers) D4 facing north, 41/60 HP, aiming.` */
const describeCombatant = (view: BattleView, combatant: CombatantView): string => {
  const { id, side, life, gauges, marks } = combatant;
  const [gauge] = gauges;
  const fares =
    gauge === undefined || life !== 'up' ? [] : [gauge.share === undefined ? gauge.text : formatGauge(gauge)];
  const state = [...fares, ...describeLife(combatant)];
  const facts = [...describePosition(view.board, combatant), ...state, ...marks];
  const name = side === undefined ? cutText(id, 40) : phrase`${cutText(id, 40)} (${cutText(sideName(side), 30)})`;
  return facts.length === 0 ? phrase`${name}.` : phrase`${name}: ${listText(facts)}.`;
};

const describeActing = (view: BattleView): readonly string[] => {
  if (view.status === 'ended') return [sentence(view.outcome ?? worded('The battle is over'))];
  const now = currentActorIds(view).map((id) => cutText(id, 40));
  if (now.length === 0) return [];
  return [now.length > 4 ? phrase`${now.length} may act now.` : phrase`It is the turn of ${listed(now)}.`];
};

const strokeSentences: Readonly<Record<BoardStrokeView['kind'], (from: string, to: string) => string>> = {
  move: (from, to) => phrase`A move is drawn from ${from} to ${to}.`,
  attack: (from, to) => phrase`An attack is drawn from ${from} to ${to}.`,
  sight: (from, to) => phrase`A clear line of sight is drawn from ${from} to ${to}.`,
  'blocked-sight': (from, to) => phrase`A blocked line of sight is drawn from ${from} to ${to}.`,
};

const gridText = (grid: GridBoardView): readonly string[] => {
  const { width, height, blocked, objects, zones } = grid;
  const squares = [...blocked.slice(0, 8).map(formatSquare), ...(blocked.length > 8 ? [worded('more')] : [])];
  return [
    phrase`The board is ${width} by ${height} squares.`,
    ...describeStrokes(grid, (kind, from, to) => strokeSentences[kind](from, to)),
    ...(blocked.length > 0 ? [phrase`Blocked squares: ${listed(squares)}.`] : []),
    ...objects.slice(0, 6).map((object) => phrase`${cutText(object.label, 30)} at ${formatSquare(object)}.`),
    ...zones.map(({ label, squares: { length } }) => phrase`${cutText(label, 30)}: ${counted(length, 'square')}.`),
    ...edgesByKind(grid).map(({ kind, count }) => phrase`${counted(count, 'edge')}: ${term(kind)}.`),
  ];
};

const boardText = ({ board }: BattleView): readonly string[] => {
  switch (board?.kind) {
    case 'grid':
      return gridText(board);
    case 'line':
      return [
        phrase`The battlefield is a line from ${board.from} to ${board.to} m.`,
        ...board.brackets.map(
          ({ at, radius, label, ids }) =>
            phrase`${cutText(label, 30)} at ${at} m, with a radius of ${radius} m: ${listed(ids.slice(0, 8).map((id) => cutText(id, 30)))}.`,
        ),
        ...board.objects.slice(0, 6).map(({ at, label }) => phrase`${cutText(label, 30)} at ${at} m.`),
      ];
    case 'areas':
      return [phrase`Areas: ${listed(board.areas.map(({ name, ids }) => phrase`${name} (${ids.length})`))}.`];
    case undefined:
      return [];
  }
};

const timelineText = ({ timeline }: BattleView): readonly string[] =>
  timeline === undefined
    ? []
    : timeline.slots
        .filter(({ entries, now }) => now || entries.some(({ done }) => !done))
        .map(({ label, now, entries }) => {
          const left = entries
            .filter(({ done }) => !done)
            .map(({ id, what }) => `${cutText(id, 30)} ${cutText(what, 40)}`.trim());
          const actions = left.length === 0 ? term('no actions left') : listed(left);
          return now ? phrase`Now ${label}: ${actions}.` : phrase`${label}: ${actions}.`;
        });

export const timelineAltText = (view: BattleView): string =>
  normalizeText(cutText(worded(sentences(phrase`${cutText(view.phase, 80)}.`, ...timelineText(view))), maxLength));

const moreCombatants = (n: number): string => phrase`And ${counted(n, 'more combatant')}.`;

/** The sentences that fit into `room` characters. If `more` is given, a last sentence counts the omitted items. */
const fitSentences = <Of>(
  all: readonly Of[],
  says: (of: Of) => string,
  room: number,
  more?: (omitted: number) => string,
): readonly string[] => {
  const kept: string[] = [];
  let used = 0;
  for (const [index, each] of all.entries()) {
    const sentence = says(each);
    const left = all.length - index - 1;
    const tail = left === 0 || more === undefined ? 0 : more(left).length + 1;
    if (used + sentence.length + 1 + tail > room)
      return more === undefined ? kept : [...kept, more(all.length - index)];
    kept.push(sentence);
    used += sentence.length + 1;
  }
  return kept;
};

const lifeRank = ({ life }: CombatantView): number => ['up', 'down', 'out'].indexOf(life);

/** Describes the picture of a battle, most important facts first. */
export const altText = memoizeByObject((view: BattleView): string => {
  const now = new Set(view.order.filter(({ state }) => state === 'now').map(({ id }) => id));
  const people = view.combatants.toSorted(
    (a, b) => lifeRank(a) - lifeRank(b) || Number(now.has(b.id)) - Number(now.has(a.id)),
  );
  const short = (sentence: string): string => cutText(sentence, 200);
  const opening = [phrase`${cutText(view.phase, 80)}.`, ...describeActing(view).map(short)];
  const scenery = [...timelineText(view), ...boardText(view)].map(short);
  const used = opening.join(' ').length + 1;
  // The board may use a fifth of the text, or more if combatants need less.
  const reserved = Math.min(200, scenery.join(' ').length);
  const told = [
    ...opening,
    ...fitSentences(
      people,
      (each) => short(describeCombatant(view, each)),
      maxLength - used - reserved,
      moreCombatants,
    ),
  ];
  const left = maxLength - told.join(' ').length - 1;
  return normalizeText(cutText(worded(sentences(...told, ...fitSentences(scenery, (each) => each, left))), maxLength));
});
