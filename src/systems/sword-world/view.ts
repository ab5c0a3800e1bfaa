import type { Gauge, Reader } from '../../rules/reader.ts';
import type { BattleView, BoardView, CombatantView, OrderView } from '../../rules/view.ts';
import { areaNames, placeName } from './field.ts';
import type { State, Unit } from './model.ts';
import { actingSide } from './rounds.ts';
import { areas, sides } from './sheet.ts';
import { learned, sheetLines } from './sheet-lines.ts';
import { isDead, otherSide, standingOf, unitAble } from './units.ts';
import { capital, sideName, thePlace, theSide, theThing } from './wording.ts';

const lifeOf = (unit: Unit): CombatantView['life'] => {
  if (unit.bodies.every(isDead) || unit.statuses.includes('left')) return 'out';
  return unitAble(unit) ? 'up' : 'down';
};

const gaugesOf = (unit: Unit, reader: Reader): readonly Gauge[] => {
  const gauge = (label: string, value: number, most: number, term = 'hp') =>
    reader.gauge(unit.id, label, value, most, term) ?? [];
  const [body] = unit.bodies;
  if (unit.bodies.length > 1)
    return unit.bodies.flatMap(({ id, hp, maxHp }) => gauge(id.slice(unit.id.length + 1) || id, hp, maxHp));
  if (body === undefined) return [];
  const magic = body.maxMp > 0 || reader.knowsOf(unit.id) ? gauge('MP', body.mp, body.maxMp, 'mp') : [];
  return [gauge('HP', body.hp, body.maxHp), magic].flat();
};

/** The conditions that say by themselves that somebody fights no more. */
const endings: readonly string[] = ['unconscious', 'dead', 'surrendered'];

const saysLife = ({ statuses, bodies }: Unit): boolean =>
  [...statuses, ...bodies.flatMap((body) => body.statuses)].some((status) => endings.includes(status));

/** What the rules themselves leave on a unit, in words. */
const ruleMarks: ReadonlyMap<string, string> = new Map([
  ['fullMove', 'Full Move'],
  ['ambush', 'surprised'],
  ['retreat', 'Evasion −4'],
]);

/** Conditions, in the rulebook's words; how a foe's numbers are changed stays with those who know them. */
const marksOf = (state: State, unit: Unit, reader: Reader): readonly string[] => {
  const fallen = unit.bodies.flatMap(({ id, statuses }) =>
    unit.bodies.length > 1 ? statuses.map((status) => `${id.slice(unit.id.length + 1)} ${status}`) : statuses,
  );
  const standing = state.settings.mode === 'standard' && state.stage === 'combat' ? standingOf(state, unit) : 'free';
  const known = reader.tells(unit.id, 'sheet');
  return [
    ...unit.statuses,
    ...fallen,
    ...(standing === 'melee' ? ['in melee'] : standing === 'independent' ? ['independent'] : []),
    ...(state.open === unit.id ? ['acting'] : unit.acted && state.stage === 'combat' ? ['acted'] : []),
    ...(unit.retreat === 'none' ? [] : ['retreating']),
    ...(unit.altitude > 0 ? [`${unit.altitude} m up`] : []),
    ...(unit.mountedOn !== undefined && reader.sees(unit.mountedOn) ? [`on ${unit.mountedOn}`] : []),
    ...(unit.offer && reader.sees(unit.offer.from) ? [`offered ${unit.offer.item}`] : []),
    ...(known
      ? unit.effects.map(({ id, remaining }) => {
          const name = ruleMarks.get(id) ?? id;
          return typeof remaining === 'number' ? `${name} (${remaining})` : name;
        })
      : []),
    ...(known ? state.effects.filter(({ who }) => who === unit.id).map(({ name }) => name) : []),
  ];
};

const orderOf = (state: State, reader: Reader): readonly OrderView[] => {
  if (state.stage !== 'combat' || state.winner === undefined) return [];
  const acting = actingSide(state);
  return [state.winner, otherSide(state.winner)].flatMap((side) =>
    state.units
      .filter((unit) => unit.side === side && unitAble(unit) && unit.sheet.kind !== 'mount' && reader.sees(unit.id))
      .map((unit) => ({
        id: unit.id,
        note: side === state.winner ? 'acts first' : 'acts second',
        state: unit.acted
          ? ('done' as const)
          : unit.id === state.open || (side === acting && state.open === undefined)
            ? ('now' as const)
            : ('next' as const),
      })),
  );
};

/** SW-FIELD-1, SW-FIELD-3. The three areas, or the line with its skirmishes. */
const boardOf = (state: State, reader: Reader): BoardView => {
  const seen = state.units.filter((unit) => reader.sees(unit.id) && !unit.statuses.includes('left'));
  if (state.settings.mode === 'simplified')
    return {
      kind: 'areas',
      areas: areas.map((area) => ({
        name: areaNames[area],
        ids: seen.filter((unit) => unit.area === area).map(({ id }) => id),
      })),
    };
  const units = seen.flatMap(({ id, pos }) => (pos === undefined ? [] : [{ id, at: pos }]));
  const brackets = state.skirmishes.flatMap(({ center, radius, participants }) => {
    const ids = participants.filter(reader.sees);
    return ids.length > 0 ? [{ at: center, radius, label: `melee, ${radius} m`, ids }] : [];
  });
  const marks = [
    ...units.map(({ at }) => at),
    ...brackets.flatMap(({ at, radius }) => [at - radius, at + radius]),
    ...(state.field.bounds?.filter((pos) => Math.abs(pos) < 9999) ?? []),
  ];
  return {
    kind: 'line',
    from: Math.min(0, ...marks) - 2,
    to: Math.max(10, ...marks) + 2,
    units,
    brackets,
    objects: [
      ...state.field.obstacles.flatMap(({ from, to, label = 'hides what is beyond' }) =>
        from === to
          ? [{ at: from, label }]
          : [
              { at: from, label: `${label}, from` },
              { at: to, label: `${label}, to` },
            ],
      ),
      ...state.ground.flatMap(({ item, pos }) => (pos === undefined ? [] : [{ at: pos, label: item }])),
    ],
  };
};

const phaseOf = (state: State): string => {
  switch (state.stage) {
    case 'gathering':
      return 'Before combat';
    case 'initiative':
      return 'Initiative';
    case 'placement':
      return 'Placement';
    case 'combat': {
      const side = actingSide(state);
      return `Round ${state.round}${side ? `: ${theSide(state, side)} act` : ''}`;
    }
    case 'aftermath':
      return 'After combat';
    case 'closed':
      return 'Over';
  }
};

/** The outcome in words; the sides by the names they were entered under. */
export const outcomeText = (state: State): string | undefined => {
  const { outcome } = state;
  if (outcome === undefined) return undefined;
  const reason = sides.reduce(
    (text, side) =>
      text
        .replace(`the ${side} side has`, `${theSide(state, side)} have`)
        .replace(`the ${side} side`, theSide(state, side))
        .replace(`the ${side}`, theSide(state, side)),
    outcome.reason.replace(/\.$/, ''),
  );
  return `${outcome.winner ? `${capital(theSide(state, outcome.winner))} win` : 'Nobody wins'}: ${reason}.`;
};

/** A battle as one reader may see it. */
export const view = (state: State, reader: Reader): BattleView => ({
  status: state.stage === 'gathering' ? 'setup' : state.stage === 'closed' ? 'ended' : 'active',
  phase: phaseOf(state),
  round: state.round,
  combatants: state.units
    .filter(({ id }) => reader.sees(id))
    .map((unit) => ({
      id: unit.id,
      actor: unit.id,
      side: unit.side && sideName(state, unit.side),
      life: lifeOf(unit),
      gauges: gaugesOf(unit, reader),
      marks: marksOf(state, unit, reader),
      marksSayLife: saysLife(unit),
      place: unit.area === undefined && unit.pos === undefined ? undefined : placeName(unit),
      sheet: [...sheetLines(state, unit, reader), ...learned(unit)],
    })),
  order: orderOf(state, reader),
  board: boardOf(state, reader),
  timeline: undefined,
  notes: [
    ...(state.field.env === 'underwater'
      ? [state.field.depth === 'deep' ? 'The fight is underwater.' : 'The water is shoulder deep.']
      : []),
    ...(state.settings.mode === 'simplified'
      ? state.ground.map(({ item, ...at }) => `${capital(theThing(item))} lies in ${thePlace(at)}.`)
      : []),
  ],
  outcome: outcomeText(state),
});
