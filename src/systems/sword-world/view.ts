import { capitalize, formatSigned, listText, phrase, present, ref, say, term, worded } from '../../core/message.ts';
import type { RosterEntry } from '../../rules/definition.ts';
import { nameLookupForReader } from '../../rules/for-reader.ts';
import type { Gauge, Reader } from '../../rules/reader.ts';
import {
  type BattleView,
  type BoardView,
  type CombatantView,
  type Mark,
  mark,
  markByName,
  marksView,
  type TurnOrderView,
} from '../../rules/view.ts';
import { areaNames, placeName } from './battlefield.ts';
import { describeOutcome } from './combat-end.ts';
import { allConditions, bodyConditions, conditionsOf, isUnitAble } from './conditions.ts';
import { adventurerLevel, magicPower, speedOf, wornDefense } from './derived-values.ts';
import { featNames } from './feats.ts';
import { totalXp } from './life.ts';
import { countSectionsAndRider } from './mounts.ts';
import { moveTypeNames } from './movement/movement.ts';
import { attacksOf, formatAttackDamage } from './natural-attacks.ts';
import { findMountOfPassenger, isCharacter, otherSide, skirmishRole } from './relations.ts';
import { areas, type CheckValue, sides } from './sheet.ts';
import { isStalemate, stalemateNotes } from './stalemate.ts';
import type { State, Unit } from './state.ts';
import { effectName, placeWithArticle, withArticle } from './text.ts';
import { actingSide, hasOwnTurn, isRestricted } from './turns.ts';
import { isDead } from './units.ts';
import { isKnownTerm, isVisibleTerm } from './visibility.ts';

const describeLife = (unit: Unit): CombatantView['life'] => {
  if (unit.bodies.every(isDead) || unit.statuses.includes('left')) return 'out';
  return isUnitAble(unit) ? 'up' : 'down';
};

const listGauges = (unit: Unit, reader: Reader): readonly Gauge[] => {
  const gauge = (label: string, value: number, most: number, term = 'hp') =>
    reader.gauge(unit.id, label, value, most, term) ?? [];
  const [body] = unit.bodies;
  if (unit.bodies.length > 1)
    return unit.bodies.flatMap(({ id, hp, maxHp }) => gauge(id.slice(unit.id.length + 1) || id, hp, maxHp));
  if (body === undefined) return [];
  const magic = body.maxMp > 0 || reader.knowsAllOf(unit.id) ? gauge('MP', body.mp, body.maxMp, 'mp') : [];
  return [gauge('HP', body.hp, body.maxHp), magic].flat();
};

/** Conditions that say that a unit is down, so that its view needs no other mark for this. */
const endings: readonly string[] = ['unconscious', 'dead', 'surrendered'];

const saysLife = (unit: Unit): boolean => allConditions(unit).some((status) => endings.includes(status));

/** Displayed names of effects that the rules themselves cause. */
const ruleMarks: ReadonlyMap<string, string> = new Map([
  ['ambush', 'surprised'],
  ['retreat', 'Evasion −4'],
]);

/** The marks of a unit: its conditions and, for readers who know its sheet, its effects. */
const listMarks = (state: State, unit: Unit, reader: Reader): readonly Mark[] => {
  const fallen = unit.bodies.flatMap((body) =>
    bodyConditions(unit, body).map((status) =>
      unit.bodies.length > 1
        ? markByName(status, say`${term(body.id.slice(unit.id.length + 1))} ${term(status)}`)
        : markByName(status),
    ),
  );
  const standing = state.settings.mode === 'standard' && state.stage === 'combat' ? skirmishRole(state, unit) : 'free';
  const known = reader.isNumberVisible(unit.id, 'sheet') ? unit.effects : [];
  const carrier = findMountOfPassenger(state, unit.id);
  return present([
    ...conditionsOf(unit).map((status) => markByName(status)),
    ...fallen,
    standing === 'melee' && mark('in melee'),
    standing === 'independent' && mark('independent'),
    state.open === unit.id ? mark('acting') : unit.acted && state.stage === 'combat' && mark('acted'),
    isRestricted(state, unit) && !unit.acted && mark('no move, spell or shot in round 1'),
    unit.carried && !unit.acted && mark(say`carried: counts as a ${moveTypeNames[unit.carried]} Move`),
    unit.retreat !== 'none' && mark('retreating'),
    unit.altitude > 0 && mark(phrase`${unit.altitude} m up`, 'height'),
    unit.mountedOn !== undefined && reader.canSee(unit.mountedOn) && mark(say`on ${ref(unit.mountedOn)}`),
    carrier && reader.canSee(carrier.id) && mark(say`rides along on ${ref(carrier.id)}`),
    unit.offer && reader.canSee(unit.offer.from) && mark(say`is offered ${term(unit.offer.item)}`),
    ...known.map(({ id, remaining }) => {
      const name = ruleMarks.get(id) ?? effectName(id);
      return markByName(name, typeof remaining === 'number' ? say`${term(name)} (${remaining})` : name);
    }),
  ]);
};

const turnState = (state: State, { id, side, acted }: Unit): TurnOrderView['state'] => {
  if (acted) return 'done';
  return id === state.open || (side === actingSide(state) && state.open === undefined) ? 'now' : 'next';
};

const listTurnOrder = (state: State, reader: Reader): readonly TurnOrderView[] => {
  if (state.stage !== 'combat' || state.winner === undefined) return [];
  return [state.winner, otherSide(state.winner)].flatMap((side) =>
    state.units
      .filter((unit) => unit.side === side && isUnitAble(unit) && hasOwnTurn(state, unit) && reader.canSee(unit.id))
      .map((unit) => ({
        id: unit.id,
        note: side === state.winner ? 'acts first' : 'acts second',
        state: turnState(state, unit),
      })),
  );
};

/** The board: the three areas, or the line in metres with its skirmishes. SW-FIELD-1, SW-FIELD-3. */
const describeBoard = (state: State, reader: Reader): BoardView => {
  const seen = state.units.filter((unit) => reader.canSee(unit.id) && !unit.statuses.includes('left'));
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
    const ids = participants.filter(reader.canSee);
    return ids.length > 0 ? [{ at: center, radius, label: phrase`melee, radius ${radius} m`, ids }] : [];
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
    objects: present([
      ...state.field.obstacles.flatMap(({ from, to, label = 'blocks the view' }) => [
        { at: from, label: from === to ? label : phrase`${term(label)}, from` },
        from !== to && { at: to, label: phrase`${term(label)}, to` },
      ]),
      ...state.ground.map(({ item, pos }) => pos !== undefined && { at: pos, label: item }),
    ]),
  };
};

const describePhase = (state: State): string => {
  switch (state.stage) {
    case 'gathering':
      return 'Before combat';
    case 'initiative':
      return worded(term('Initiative', 'sword-world'));
    case 'placement':
      return worded('Placement');
    case 'combat': {
      const side = actingSide(state);
      return side ? phrase`Round ${state.round}: the ${term(side)} act` : phrase`Round ${state.round}`;
    }
    case 'aftermath':
      return 'After combat';
    case 'closed':
      return worded('Over');
  }
};

/** A unit as one reader may see it. */
export const combatantView = (state: State, reader: Reader, unit: Unit): CombatantView => ({
  id: unit.id,
  actor: unit.id,
  side: unit.side,
  life: describeLife(unit),
  gauges: listGauges(unit, reader),
  ...marksView(listMarks(state, unit, reader), nameLookupForReader(reader)),
  marksSayLife: saysLife(unit),
  place: unit.area === undefined && unit.pos === undefined ? undefined : placeName(unit),
  sheet: [...sheetLines(state, unit, reader), ...listKnownWeaknesses(unit)],
});

export const view = (state: State, reader: Reader): BattleView => ({
  status: state.stage === 'gathering' ? 'setup' : state.stage === 'closed' ? 'ended' : 'active',
  phase: describePhase(state),
  round: state.round,
  combatants: state.units.filter(({ id }) => reader.canSee(id)).map((unit) => combatantView(state, reader, unit)),
  order: listTurnOrder(state, reader),
  board: describeBoard(state, reader),
  timeline: undefined,
  notes: present([
    state.field.env === 'underwater' &&
      (state.field.depth === 'deep' ? 'The fight is underwater.' : 'The water is shoulder deep.'),
    ...(state.settings.mode === 'simplified' ? state.ground : []).map(
      ({ item, ...at }) => phrase`${capitalize(withArticle(item))} lies in ${placeWithArticle(at)}.`,
    ),
    ...stalemateNotes(state, reader),
  ]),
  outcome: describeOutcome(state),
});

/** HP or MP as text. For a revealed monster, readers see at least the maximum. */
const poolText = (reader: Reader, unit: Unit, pool: 'hp' | 'mp', now: number, most: number): readonly string[] =>
  reader.isNumberVisible(unit.id, pool)
    ? [phrase`${worded(pool.toUpperCase())} ${`${now}/${most}`}`]
    : unit.revealed
      ? [phrase`${worded(pool.toUpperCase())} ${most}`]
      : [];

const rateText = (reader: Reader, unit: Unit, label: string, term: string, value: number): readonly string[] => {
  const inWords = reader.foes.of?.[term]?.mode === 'words' ? reader.describeRate(unit.id, term, value) : undefined;
  const shown = isKnownTerm(reader, unit, term) ? String(value) : inWords;
  return shown === undefined ? [] : [phrase`${worded(label)} ${worded(shown)}`];
};

const checkText = (reader: Reader, unit: Unit, label: string, term: string, value?: CheckValue): readonly string[] => {
  if (value === undefined) return [];
  if (typeof value === 'number') return rateText(reader, unit, label, term, value);
  return isKnownTerm(reader, unit, term)
    ? [phrase`${worded(label)} ${formatSigned(value.mod)} (${value.fixed})`]
    : rateText(reader, unit, label, term, value.fixed);
};

/** A line for each body, with the numbers that the reader may see. */
const bodyLines = (unit: Unit, reader: Reader): readonly string[] =>
  unit.bodies.flatMap((body) => {
    const shown = [
      ...poolText(reader, unit, 'hp', body.hp, body.maxHp),
      ...poolText(reader, unit, 'mp', body.mp, body.maxMp),
      ...rateText(reader, unit, worded(term('Defense', 'sword-world')), 'defense', wornDefense(unit, body)),
      ...checkText(reader, unit, 'Accuracy', 'accuracy', body.accuracy),
      ...checkText(reader, unit, 'Evasion', 'evasion', body.evasion),
      ...(isKnownTerm(reader, unit, 'damage')
        ? attacksOf(body).map((attack) => {
            const told = phrase`${term(attack.id ?? 'damage')} ${formatAttackDamage(attack)}`;
            const isFar = attack.range !== undefined && attack.id !== undefined;
            return isFar ? phrase`${told} (${attack.range} m)` : told;
          })
        : []),
    ];
    const name = unit.bodies.length > 1 ? [worded(body.id.slice(unit.id.length + 1))] : [];
    return shown.length === 0 ? [] : [listText([...name, ...shown])];
  });

/** The lines of a sheet that the reader may see. Everyone knows the sheet of a revealed monster. */
const sheetLines = (state: State, unit: Unit, reader: Reader): readonly string[] => {
  if (!isVisibleTerm(reader, unit, 'sheet')) return bodyLines(unit, reader);
  const { sheet } = unit;
  const classes = Object.entries(sheet.classes).map(([cls, level]) => phrase`${term(cls)} ${level}`);
  const power = magicPower(state, unit, undefined);
  const spells = sheet.spells.map(({ id, mpCost }) => phrase`${term(id)} (${mpCost} MP)`);
  return present([
    classes.length > 0 && phrase`${listText(classes)}; level ${adventurerLevel(unit)}`,
    ...bodyLines(unit, reader),
    listText([phrase`Move Speed ${speedOf(state, unit)} m`, power > 0 && phrase`Magic Power ${power}`]),
    unit.held.length > 0 && phrase`In hand: ${listText(unit.held.map(worded))}`,
    unit.mountedOn !== undefined && phrase`Counts as ${countSectionsAndRider(state, unit)} sections for Throw Attack`,
    sheet.feats.length > 0 && phrase`Feats: ${listText(featNames(unit).map(worded))}`,
    spells.length > 0 && phrase`Spells: ${listText(spells)}`,
    !isCharacter(unit) && phrase`Uses ${term(unit.useFixed ? 'fixed values' : 'dice')}`,
    reader.isNumberVisible(unit.id, 'sheet') && (sheet.notes || undefined),
    totalXp(unit) > 0 &&
      (unit.xp > 0 ? phrase`XP ${totalXp(unit)}, ${unit.xp} earned in this battle` : phrase`XP ${totalXp(unit)}`),
  ]);
};

/** The weaknesses that a knowledge check revealed, as lines. SW-KNOW-2. */
const listKnownWeaknesses = ({ weaknessKnown, sheet: { weaknesses } }: Unit): readonly string[] => {
  const known = weaknesses.map(
    ({ attribute, damageType, bonus }) => phrase`${term(attribute ?? damageType ?? 'any')} ${formatSigned(bonus)}`,
  );
  return weaknessKnown && known.length > 0 ? [phrase`Weakness: ${listText(known)}`] : [];
};

/** The only side with able units. Empty in a stalemate or draw. Undefined before the battle ends. */
export const findWinners = (state: State): readonly string[] | undefined => {
  const standing = sides.filter((side) => state.units.some((unit) => unit.side === side && isUnitAble(unit)));
  if (standing.length < 2) return standing;
  return state.stage === 'closed' || isStalemate(state) ? [] : undefined;
};

/** The roster: all units with their sections, and whether they can act. */
export const buildRoster = (state: State): readonly RosterEntry[] =>
  state.units.map((unit) => ({
    id: unit.id,
    actor: unit.id,
    side: unit.side,
    up: isUnitAble(unit),
    parts: unit.bodies.flatMap(({ id }) => (id === unit.id ? [] : [id])),
  }));
