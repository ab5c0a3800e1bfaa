import { formatSigned, listText, phrase, present, ref, say, sideTerm, term, worded } from '../../core/message.ts';
import { nameLookupForReader } from '../../rules/for-reader.ts';
import { formatSquare } from '../../rules/grid/square.ts';
import type { NumberTerms, Reader } from '../../rules/reader.ts';
import {
  type BattleView,
  type BoardStrokeView,
  type BoardView,
  type CombatantView,
  type GridBoardView,
  type Mark,
  mark,
  markByName,
  marksView,
  oneSpaceScale,
  type TurnOrderView,
} from '../../rules/view.ts';
import { remainsTexts } from './death.ts';
import { objectiveNotes, objectiveOf, stalemateNotes } from './objectives.ts';
import { describeMove } from './sheet.ts';
import { aimBonus } from './stances.ts';
import { type Combatant, effectiveRating, find, isPlaced, type State, type Turn } from './state.ts';

const stanceMark = ({ stance, defendAlly }: Combatant, reader: Reader): Mark | undefined => {
  switch (stance) {
    case 'none':
      return undefined;
    case 'defend-self':
      return mark('defending', 'guard');
    case 'counter':
      return mark('countering');
    case 'defend-ally':
      return mark(
        say`defending ${defendAlly !== undefined && reader.canSee(defendAlly) ? ref(defendAlly) : term('an ally')}`,
        'guard',
      );
  }
};

/** Class, promotion and role of a combatant as a line above its numbers. SK-GEN-6. */
const standingLine = ({ sheet }: Combatant): readonly string[] => {
  const role = sheet.role !== 'member' && worded(sheet.role);
  const parts = present([sheet.class !== '' && worded(sheet.class), sheet.promoted && worded('promoted'), role]);
  return parts.length === 0 ? [] : [parts.join(' · ')];
};

const marks = (combatant: Combatant, reader: Reader): readonly Mark[] => {
  const { conditions, aim, altitude, life, remains, sheet } = combatant;
  return present([
    sheet.role !== 'member' && mark(sheet.role),
    life !== 'conscious' && mark(life),
    remains !== undefined && remains !== 'body' && mark(remainsTexts[remains]),
    ...conditions.map(({ name, turns }) => markByName(name, turns === undefined ? name : say`${term(name)} ${turns}`)),
    stanceMark(combatant, reader),
    aim !== undefined &&
      reader.canSee(aim.target) &&
      mark(say`aims at ${ref(aim.target)} (${formatSigned(aimBonus(aim.turns))})`, 'aim'),
    altitude !== 'ground' && mark(phrase`at ${term(altitude)} height`, 'height'),
  ]);
};

const ratesLine = (state: State, combatant: Combatant, reader: Reader): readonly string[] => {
  const rates = (['agility', 'speed', 'attack', 'defense'] as const).flatMap((each) => {
    const rate = reader.describeRate(combatant.id, each, effectiveRating(state, combatant, each));
    return rate === undefined ? [] : phrase`${term(each)} ${rate}`;
  });
  return rates.length === 0 ? [] : [rates.join(' · ')];
};

/** The damage of a spell or breath, with its element. */
const describePower = (damage: number, element: string | null): string =>
  element === null ? `${damage}` : phrase`${damage} ${term(element)}`;

const sheetLines = (combatant: Combatant): readonly string[] => {
  const { sheet } = combatant;
  const extras = [
    ...sheet.traits.map((trait) => worded(trait.replace('_', ' '))),
    ...sheet.conversions.map(({ percent, element }) => phrase`converts ${percent}% ${term(element)}`),
    ...sheet.addOns.map(({ percent, element }) => phrase`adds ${percent}% ${term(element)}`),
    ...Object.entries(sheet.affinities).map(([element, percent]) => phrase`${term(element)} ${formatSigned(percent)}%`),
  ];
  return present([
    ...standingLine(combatant),
    present([
      phrase`size ${sheet.size}`,
      worded(describeMove(sheet.move)),
      phrase`melee ${sheet.meleeRange}`,
      sheet.rangedRange !== null && phrase`ranged ${sheet.rangedRange}`,
      worded(term(sheet.alignment, 'skure')),
    ]).join(' · '),
    extras.length > 0 && extras.join(' · '),
    sheet.notes !== '' && sheet.notes,
    ...sheet.spells.map(({ name, cost, range, damage, element, inflicts, revives }) => {
      const does = revives === null ? describePower(damage, element) : worded('revives');
      const cast = say`${term(name)}: cost ${cost}, range ${range}, ${does}`;
      return listText([cast, inflicts !== null && term(inflicts.condition)]);
    }),
    ...sheet.breaths.map(
      ({ name, range, damage, element }) => phrase`${term(name)}: range ${range}, ${describePower(damage, element)}`,
    ),
  ]);
};

/** A combatant as one reader may see it. */
export const combatantView = (state: State, reader: Reader, combatant: Combatant): CombatantView => {
  const { id, team, hp, essence, sheet, life, at, facing } = combatant;
  const gauges = [
    reader.gauge(id, 'HP', hp, sheet.maxHp),
    sheet.maxEssence > 0 ? reader.gauge(id, 'Essence', essence, sheet.maxEssence) : undefined,
  ];
  return {
    id,
    actor: id,
    side: team,
    life: life === 'conscious' ? 'up' : life === 'unconscious' ? 'down' : 'out',
    gauges: gauges.filter((each) => each !== undefined),
    ...marksView(marks(combatant, reader), nameLookupForReader(reader)),
    marksSayLife: life !== 'conscious',
    place: at === undefined ? undefined : phrase`${formatSquare(at)} facing ${term(facing)}`,
    sheet: [
      ...ratesLine(state, combatant, reader),
      ...(reader.isNumberVisible(id, 'sheet') ? sheetLines(combatant) : []),
    ],
  };
};

const orderView = (state: State, reader: Reader): readonly TurnOrderView[] => {
  return state.order.flatMap((id, index) => {
    const combatant = find(state, id);
    if (combatant === undefined || !reader.canSee(id)) return [];
    const done = index < state.place || (index === state.place && state.turn === undefined);
    return [
      {
        id,
        note: reader.isNumberVisible(id, 'agility')
          ? phrase`agility ${effectiveRating(state, combatant, 'agility')}`
          : '',
        state: index === state.place && !done ? 'now' : done ? 'done' : 'next',
      },
    ];
  });
};

const middle = ({ x, y }: { readonly x: number; readonly y: number }) => ({ x: x + 0.5, y: y + 0.5 });

/** The visible combatant whose moves are drawn: the current one, or the previous one until the current one acts. */
const findDrawnTurn = (
  { turn, order, place }: State,
  reader: Reader,
): { readonly who?: string; readonly since?: Turn } => {
  const seen = (names: readonly string[]) => names.filter((each) => reader.canSee(each));
  if (turn !== undefined && (turn.moved || turn.acted) && reader.canSeeTurnOf(turn.who) && reader.canSee(turn.who))
    return { who: turn.who, since: turn };
  const who = seen(order.slice(0, turn === undefined ? place + 1 : place)).at(-1) ?? seen(order).at(-1);
  return who === undefined ? {} : { who };
};

const strokes = (state: State, reader: Reader): readonly BoardStrokeView[] => {
  const { lastMove, movesBefore = [], lastAttack } = state;
  const { who, since } = findDrawnTurn(state, reader);
  const moves = since?.moved === false ? [] : [...movesBefore, ...(lastMove === undefined ? [] : [lastMove])];
  const isDrawn = lastAttack !== undefined && [lastAttack.attacker, lastAttack.target].some((each) => each === who);
  return present([
    // A move followed by another combatant’s move belongs to an earlier turn.
    ...moves
      .filter((each) => reader.canSee(each.who))
      .slice(-1)
      .filter((each) => each.who === who)
      .map(({ points }) => ({ kind: 'move' as const, points: points.map(middle) })),
    isDrawn &&
      reader.canSee(lastAttack.attacker) &&
      reader.canSee(lastAttack.target) && {
        kind: 'attack' as const,
        points: [middle(lastAttack.from), middle(lastAttack.to)],
      },
  ]);
};

/** Squares to hold or reach, as zones of the board. SK-OBJ-3, SK-OBJ-4. */
const objectiveZones = (state: State): GridBoardView['zones'] => {
  const objective = objectiveOf(state);
  if (objective?.kind !== 'hold' && objective?.kind !== 'reach') return [];
  return [{ label: objective.kind === 'hold' ? 'squares to hold' : 'squares to reach', squares: objective.squares }];
};

const boardView = (state: State, seen: readonly Combatant[], reader: Reader): BoardView => ({
  kind: 'grid',
  width: state.board.width,
  height: state.board.height,
  scale: oneSpaceScale,
  blocked: state.board.blocked,
  figures: seen.filter(isPlaced).map(({ id, at, facing }) => ({ id, ...at, facing })),
  edges: [],
  objects: [],
  zones: objectiveZones(state),
  strokes: strokes(state, reader),
});

const describePhase = ({ status, round, turn }: State, reader: Reader): Pick<BattleView, 'phase' | 'phaseNames'> => {
  if (status === 'setup') return { phase: worded('Preparation') };
  if (status === 'ended') return { phase: phrase`Ended in round ${round}` };
  if (turn === undefined) return { phase: phrase`Round ${round}: no one can act` };
  return reader.canSeeTurnOf(turn.who)
    ? { phase: phrase`Round ${round}: ${turn.who}’s turn`, phaseNames: turn.who }
    : { phase: phrase`Round ${round}` };
};

/** The battle as one reader may see it. SK-GEN-1. */
export const view = (state: State, reader: Reader): BattleView => {
  const seen = state.combatants.filter(({ id }) => reader.canSee(id));
  return {
    status: state.status,
    ...describePhase(state, reader),
    round: state.round,
    combatants: seen.map((combatant) => combatantView(state, reader, combatant)),
    order: orderView(state, reader),
    board: boardView(state, seen, reader),
    timeline: undefined,
    notes: [
      ...objectiveNotes(state),
      ...stalemateNotes(state, reader),
      ...state.stunts
        .filter(({ who, target }) => reader.canSee(who) && (target === undefined || reader.canSee(target)))
        .map(({ who, text }) => phrase`${who} proposes a stunt: ${text}`),
    ],
    outcome:
      state.status !== 'ended'
        ? undefined
        : state.winner === undefined
          ? (state.ending ?? 'A draw.')
          : phrase`${phrase`Victory for ${sideTerm(state.winner)}.`} ${term(state.ending ?? '')}`.trim(),
  };
};

/** Numbers of a combatant that a battle may hide from players. */
export const numberTerms: NumberTerms = {
  hp: { description: 'Hit points', kind: 'health' },
  essence: { description: 'Essence, and what spells cost', kind: 'reserve' },
  attack: { description: 'Attack', kind: 'roll' },
  defense: { description: 'Defense, and the damage that depends on it', kind: 'roll' },
  speed: { description: 'Speed', kind: 'roll' },
  agility: { description: 'Agility', kind: 'roll' },
  affinity: { description: 'Weakness or strength against elements, and by how much', kind: 'roll' },
  sheet: { description: 'The rest of the sheet: reach, traits, spells', kind: 'sheet' },
};
