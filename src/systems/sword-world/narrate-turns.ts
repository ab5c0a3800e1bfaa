import { listed, signed } from '../../core/text.ts';
import { type Line, line, step } from '../../rules/lines.ts';
import type { Moment } from '../../rules/ruleset.ts';
import type { EventOf } from './events.ts';
import { areaNames, placeName } from './field.ts';
import type { State } from './model.ts';
import { typeNames } from './movement.ts';
import { actingSide } from './rounds.ts';
import { rolledRow, type Telling } from './telling.ts';
import { theUnit } from './units.ts';
import { sideName } from './view.ts';

const seenOf = (ids: readonly string[], telling: Telling): string => listed(ids.filter(telling.sees).map(telling.name));

/** SW-INIT told; monsters' numbers only to those who know them. */
export const initiativeLines = (
  event: EventOf<'initiative'>,
  { after }: Moment<State>,
  telling: Telling,
): readonly Line[] => {
  const { winner, target, rolls } = event;
  const foes = after.units.filter(({ sheet }) => sheet.kind === 'monster');
  const known = target !== undefined && foes.every(({ id }) => telling.told(id, 'checks'));
  const rows = [
    ...rolls
      .filter(({ unit }) => telling.told(unit, 'checks'))
      .map(({ unit, rolled }) => [
        step('SW-INIT-2', telling.name(unit)),
        ...rolledRow('SW-INIT-2', 'initiative', rolled),
      ]),
    ...(known ? [[step('SW-INIT-2', `to reach: ${target}`)]] : []),
  ];
  return [line(`Initiative: ${sideName(after, winner)} act first, every round.`, 'plain', rows)];
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
  const far = distance === undefined || distance === 0 ? '' : ` (${distance} m)`;
  const stays = from.area === to.area && from.pos === to.pos;
  const height = altitude === undefined ? '' : altitude > 0 ? ` at ${altitude} m` : ' and lands';
  const many = units.filter(telling.sees).length > 1;
  const moves = retreated ? (many ? 'retreat' : 'retreats') : many ? 'take' : 'takes';
  const how = retreated ? '' : ` a ${typeNames[moveType]} Move`;
  const where = stays ? ' on the spot' : ` to ${placeName(to)}${far}`;
  const by = blockedBy.some(telling.sees) ? `, blocked by ${seenOf(blockedBy, telling)}` : '';
  const rows = moveType === 'full' ? [[step('SW-MOVE-2', '−4 Evasion until the next turn')]] : [];
  return [line(`${seen} ${moves}${how}${where}${height}${by}.`, 'plain', rows)];
};

export const joinedLines = (event: EventOf<'joined'>, { after }: Moment<State>, telling: Telling): readonly Line[] => {
  const who = seenOf(event.units, telling);
  const center = after.skirmishes.find(({ id }) => id === event.skirmish)?.center;
  if (who === '' || center === undefined) return [];
  const why = {
    declared: ['SW-SKIRM-7', 'joins the melee'],
    attacked: ['SW-SKIRM-9', 'is drawn into the melee'],
    time: ['SW-SKIRM-10', 'has stayed and is in the melee now'],
    blocked: ['SW-BLOCK-8', 'is stopped in the melee'],
    helping: ['SW-BLOCK-10', 'steps into the melee to block'],
  } as const;
  const [rule, says] = why[event.why];
  return [line(`${who} ${says} at ${center} m.`, 'plain', [[step(rule, `centre ${center} m`)]])];
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
          line(`The skirmish at ${center} m is over.`, 'quiet', [[step('SW-SKIRM-17', 'one side is left')]]),
        )),
    ...changed
      .filter(({ participants }) => participants.some(telling.sees))
      .map(({ center, radius }) =>
        line(
          `${merged ? 'The skirmishes merge: centre' : 'The skirmish at'} ${center} m${merged ? ',' : ' now has a'} radius ${radius} m.`,
          'quiet',
          [[step(merged ? 'SW-SKIRM-16' : 'SW-SKIRM-3', `radius ${radius} m`)]],
        ),
      ),
  ];
};

export const retreatedLines = (
  event: EventOf<'retreated'>,
  { after }: Moment<State>,
  telling: Telling,
): readonly Line[] => {
  const who = seenOf(event.units, telling);
  if (who === '') return [];
  const { friends, hostiles, penalty } = event;
  // The count would tell of those whom this reader does not see.
  const counted = after.units.every(({ id }) => telling.sees(id)) ? `friends ${friends}, hostiles ${hostiles}: ` : '';
  const sum = `${counted}${penalty === 0 ? 'more than double, no penalty' : 'not more than double'}`;
  const cost = penalty === 0 ? '' : ` Evasion ${signed(penalty)} until the next turn.`;
  const text = event.ready ? 'retreats and may leave now.' : 'declares a retreat; the next movement may leave.';
  return [line(`${who} ${text}${cost}`, 'plain', [[step('SW-RETREAT-4', sum)]])];
};

export const roundLines = ({ after }: Moment<State>): readonly Line[] => {
  const side = actingSide(after);
  return [line(`Round ${after.round} begins.${side ? ` ${sideName(after, side)} act first.` : ''}`)];
};

export const gearLines = (event: EventOf<'geared'>, { after }: Moment<State>, telling: Telling): readonly Line[] => {
  if (!telling.sees(event.unit)) return [];
  const who = telling.name(event.unit);
  const receiver = event.gear.map(({ unit }) => unit).find((id) => id !== event.unit);
  const to = receiver !== undefined && telling.sees(receiver) ? ` to ${receiver}` : '';
  const grip = theUnit(after, event.unit).grips[event.item];
  const words: Readonly<Record<string, string>> = {
    equip: `${who} takes ${event.item} in hand.`,
    stance: `${who} holds ${event.item} ${grip === '2H' ? 'in both hands' : 'in one hand'}.`,
    sheathe: `${who} sheathes ${event.item}.`,
    drop: `${who} drops ${event.item}.`,
    receive: `${who} receives ${event.item}.`,
    stow: `${who} stows ${event.item}.`,
    'pick-up': `${who} picks up ${event.item}.`,
    'hand-over': `${who} hands ${event.item}${to}.`,
    accessory: `${who} changes an accessory: ${event.item}.`,
    thrown: `${event.item} lies where it was thrown.`,
    lapse: `${event.item} was not taken and lies on the ground.`,
  };
  return [line(words[event.what] ?? `${who} handles ${event.item}.`, 'quiet')];
};

export const overranLines = (event: EventOf<'overran'>, telling: Telling): readonly Line[] => {
  const who = seenOf(event.units, telling);
  if (who === '') return [];
  return [
    line(`Nobody held the line for ${who}: overrun, in the ${areaNames.front}.`, 'plain', [
      [step('SW-PLACE-4', 'moved up')],
    ]),
  ];
};
