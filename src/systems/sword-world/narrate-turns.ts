import { listed, numeral, signed } from '../../core/text.ts';
import type { Moment } from '../../rules/definition.ts';
import { type Line, line, step } from '../../rules/lines.ts';
import { somethingUnseen } from '../../rules/unseen-parts.ts';
import type { EventOf } from './events.ts';
import { areaNames, placeName } from './field.ts';
import { gripOf } from './handling.ts';
import type { State } from './model.ts';
import { typeNames } from './movement.ts';
import { retreatCount } from './retreat.ts';
import { actingSide } from './rounds.ts';
import { rolledRow, type Telling } from './telling.ts';
import { theUnit, unitAble, unitOf } from './units.ts';
import { without } from './without.ts';
import { capital, thePlace, theSide, theThing } from './wording.ts';

const seenOf = (ids: readonly string[], telling: Telling): string => listed(ids.filter(telling.sees).map(telling.name));

/** SW-INIT-2: the highest number of the monsters that this reader sees, against those who roll. */
const bestOfMonsters = (state: State, rollers: readonly string[], telling: Telling): number => {
  const side = rollers.map((id) => unitOf(state, id)?.side).find((each) => each !== undefined);
  const scores = state.units
    .filter((unit) => telling.sees(unit.id) && unit.side !== side && unitAble(unit))
    .flatMap(({ sheet }) => (sheet.kind === 'monster' ? [sheet.initiative ?? 0] : []));
  return scores.length > 0 ? Math.max(...scores) : 0;
};

/** SW-INIT told; monsters' numbers only to those who know them. */
export const initiativeLines = (
  event: EventOf<'initiative'>,
  { before, after }: Moment<State>,
  telling: Telling,
): readonly Line[] => {
  const { winner, target, rolls } = event;
  const foes = after.units.filter(({ id, sheet }) => sheet.kind === 'monster' && telling.sees(id));
  const seen = rolls.map(({ unit }) => unit).filter(telling.sees);
  // Where nobody in sight rolled there is nothing to reach; where one side of those in sight did, only the unseen can make it a contest.
  const rollers = new Set(seen.map((id) => unitOf(before, id)?.side));
  const isContested = target === undefined && seen.length < rolls.length && rollers.size === 1;
  const isReached = seen.length > 0 && (target !== undefined || isContested);
  const known = isReached && foes.every(({ id }) => telling.told(id, 'checks'));
  const usual = bestOfMonsters(before, seen, telling);
  const rest = target === undefined ? 0 : target - usual;
  const more = [step('', `${signed(rest)} ${somethingUnseen}`), step('SW-INIT-2', `= ${target}`)];
  const rows = [
    ...rolls
      .filter(({ unit }) => telling.told(unit, 'checks'))
      .map(({ unit, rolled }) => [
        step('SW-INIT-2', telling.name(unit)),
        ...rolledRow('SW-INIT-2', 'initiative', rolled),
      ]),
    ...(known
      ? [
          [
            step('SW-INIT-2', `to reach: ${usual}`),
            ...(isContested ? [step('', somethingUnseen)] : rest === 0 ? [] : more),
          ],
        ]
      : []),
  ];
  return [line(`Initiative: ${theSide(after, winner)} act first, every round.`, 'plain', rows)];
};

export const placedLines = (event: EventOf<'placed'>, telling: Telling): readonly Line[] => {
  const seen = event.places.filter(({ unit }) => telling.sees(unit));
  if (seen.length === 0) return [];
  return [line(`${seen.map((each) => `${each.unit}: ${placeName(each)}`).join('; ')}.`)];
};

export const movedLines = (event: EventOf<'moved'>, telling: Telling): readonly Line[] => {
  const { unit, units, moveType, from, to, distance, altitude, blockedBy, retreated } = event;
  const seen = seenOf(units, telling) || (telling.sees(unit) ? unit : '');
  if (seen === '') return [];
  const stays = from.area === to.area && from.pos === to.pos;
  const height = altitude === undefined ? '' : altitude > 0 ? `, ${altitude} m up` : ' and lands';
  const many = units.filter(telling.sees).length > 1;
  const moves = retreated ? (many ? 'retreat' : 'retreats') : many ? 'take' : 'takes';
  const how = retreated ? '' : ` a ${typeNames[moveType]} Move`;
  const where = stays ? ' on the spot' : ` to ${thePlace(to)}`;
  const by = blockedBy.some(telling.sees) ? `, blocked by ${seenOf(blockedBy, telling)}` : '';
  const rows = [
    ...(distance ? [[step('SW-MOVE-9', `moved ${distance} m`)]] : []),
    ...(moveType === 'full' ? [[step('SW-MOVE-2', '−4 Evasion until the next turn')]] : []),
  ];
  return [line(`${seen} ${moves}${how}${where}${height}${by}.`, 'plain', rows)];
};

export const joinedLines = (event: EventOf<'joined'>, { after }: Moment<State>, telling: Telling): readonly Line[] => {
  const who = seenOf(event.units, telling);
  const center = after.skirmishes.find(({ id }) => id === event.skirmish)?.center;
  if (who === '' || center === undefined) return [];
  const why = {
    declared: ['SW-SKIRM-7', 'joins the melee', 'join the melee'],
    attacked: ['SW-SKIRM-9', 'is drawn into the melee', 'are drawn into the melee'],
    time: ['SW-SKIRM-10', 'stayed inside and joins the melee', 'stayed inside and join the melee'],
    blocked: ['SW-BLOCK-8', 'is stopped in the melee', 'are stopped in the melee'],
    helping: ['SW-BLOCK-10', 'steps into the melee to block', 'step into the melee to block'],
  } as const;
  const [rule, one, many] = why[event.why];
  const says = event.units.filter(telling.sees).length > 1 ? many : one;
  return [line(`${who} ${says} at ${numeral(center)} m.`, 'plain', [[step(rule, `centre ${numeral(center)} m`)]])];
};

export const skirmishLines = (
  event: EventOf<'skirmishes'>,
  { before }: Moment<State>,
  telling: Telling,
): readonly Line[] => {
  const changed = event.skirmishes.filter(({ id, center, radius }) => {
    const old = before.skirmishes.find((each) => each.id === id);
    return old === undefined || old.center !== center || old.radius !== radius;
  });
  const gone = before.skirmishes.filter(
    ({ id, participants }) => event.ended.includes(id) && participants.some(telling.sees),
  );
  const merged =
    event.ended.length > 0 &&
    changed.some(({ center, id }) => before.skirmishes.some((each) => each.id === id && each.center !== center));
  return [
    ...(merged
      ? []
      : gone.map(({ center }) =>
          line(`The skirmish at ${numeral(center)} m is over.`, 'quiet', [[step('SW-SKIRM-17', 'one side is left')]]),
        )),
    ...changed
      .filter(({ participants }) => participants.some(telling.sees))
      .map(({ center, radius }) =>
        line(
          `${merged ? 'The skirmishes merge: centre' : 'The skirmish at'} ${numeral(center)} m${merged ? ', radius' : ' now has a radius of'} ${radius} m.`,
          'quiet',
          [[step(merged ? 'SW-SKIRM-16' : 'SW-SKIRM-3', `radius ${radius} m`)]],
        ),
      ),
  ];
};

export const retreatedLines = (
  event: EventOf<'retreated'>,
  { before }: Moment<State>,
  telling: Telling,
): readonly Line[] => {
  const who = seenOf(event.units, telling);
  if (who === '') return [];
  const { penalty } = event;
  const unseen = before.units.map(({ id }) => id).filter((id) => !telling.sees(id));
  const seen = without(before, unseen);
  const first = event.units.map((id) => unitOf(seen, id)).find((unit) => unit !== undefined);
  const { friends, hostiles } = first === undefined || unseen.length === 0 ? event : retreatCount(seen, first);
  const beside = (now: number, known: number): string =>
    now === known ? '' : ` ${signed(now - known)} ${somethingUnseen}`;
  const counted = `friends ${friends}${beside(event.friends, friends)}, hostiles ${hostiles}${beside(event.hostiles, hostiles)}: `;
  const sum = `${counted}${penalty === 0 ? 'more than double, no penalty' : 'not more than double'}`;
  const cost = penalty === 0 ? '' : ` Evasion ${signed(penalty)} until the next turn.`;
  const many = event.units.filter(telling.sees).length > 1;
  const text = event.ready
    ? `${many ? 'retreat' : 'retreats'} and may leave now.`
    : `${many ? 'declare' : 'declares'} a retreat; the next movement may leave.`;
  return [line(`${who} ${text}${cost}`, 'plain', [[step('SW-RETREAT-4', sum)]])];
};

export const roundLines = ({ after }: Moment<State>): readonly Line[] => {
  const side = actingSide(after);
  return [line(`Round ${after.round} begins.${side ? ` ${capital(theSide(after, side))} act first.` : ''}`)];
};

export const gearLines = (event: EventOf<'geared'>, { after }: Moment<State>, telling: Telling): readonly Line[] => {
  if (!telling.sees(event.unit)) return [];
  const who = telling.name(event.unit);
  const receiver = event.gear.map(({ unit }) => unit).find((id) => id !== event.unit);
  const to = receiver !== undefined && telling.sees(receiver) ? ` to ${receiver}` : '';
  const item = theThing(event.item);
  const grip = gripOf(theUnit(after, event.unit), event.item);
  const words: Readonly<Record<string, string>> = {
    equip: `${who} takes ${item} in hand.`,
    stance: `${who} holds ${item} in ${grip === '2H' ? 'both hands' : 'one hand'}.`,
    sheathe: `${who} sheathes ${item}.`,
    drop: `${who} drops ${item}.`,
    receive: `${who} receives ${item}.`,
    stow: `${who} stows ${item}.`,
    'pick-up': `${who} picks up ${item}.`,
    'hand-over': `${who} holds out ${item}${to}.`,
    accessory: `${who} changes an accessory: ${item}.`,
    thrown: `${capital(item)} lies where it fell.`,
    lapse: `${capital(item)} was not taken and lies on the ground.`,
  };
  return [line(words[event.what] ?? `${who} handles ${item}.`, 'quiet')];
};

/** Effects that came upon a unit, and those that left it. */
export const effectLines = (
  { unit, effects, why }: EventOf<'effects'>,
  { before }: Moment<State>,
  telling: Telling,
): readonly Line[] => {
  const had = theUnit(before, unit).effects.map(({ id }) => id);
  const has = effects.map(({ id }) => id);
  const ended = had.filter((id) => !has.includes(id));
  const name = telling.name(unit);
  return ended.length > 0
    ? ended.map((id) => line(`${capital(id)} ends on ${name}.`, 'quiet'))
    : [line(`${name} is under ${theThing(why)}.`, 'quiet')];
};

export const overranLines = (event: EventOf<'overran'>, telling: Telling): readonly Line[] => {
  const who = seenOf(event.units, telling);
  if (who === '') return [];
  const many = event.units.filter(telling.sees).length > 1;
  return [
    line(`Nobody held the line: ${who} ${many ? 'are' : 'is'} overrun, and now in the ${areaNames.front}.`, 'plain', [
      [step('SW-PLACE-4', 'moved up')],
    ]),
  ];
};
