import type { z } from 'zod';
import { phrase } from '../../../core/message.ts';
import {
  isNoneText,
  nameListParser,
  oneOfParser,
  parseNumber,
  textParser,
  wholeNumberParser,
  yesNoParser,
} from '../../../rules/value-parsers.ts';
import { isInBounds, parseArea } from '../battlefield.ts';
import { totalHeadCount } from '../conditions.ts';
import { abilities, type Body, sides } from '../sheet.ts';
import { calculateSkirmishRadius } from '../skirmishes.ts';
import { moveTypes, type Skirmish, type State, stages, type Turn, type Unit } from '../state.ts';
import { turnOf } from '../turns.ts';
import { findByName } from '../units.ts';
import {
  battleCorrectionField,
  bodyField,
  checkValueParser,
  conditionsField,
  mountField,
  numberListParser,
  plainBattleField,
  plainUnitField,
  skirmishParser,
  unitField,
} from './correction-fields.ts';

/** HP, and whether they make the body unconscious. SW-HP-1, SW-HP-3. */
const withHp = (body: Body, hp: number): Partial<Body> => {
  const statuses = body.statuses.filter((status) => status !== 'unconscious');
  return { hp, statuses: hp <= 0 && !statuses.includes('dead') ? [...statuses, 'unconscious'] : statuses };
};

const placedAt = (unit: Unit, text: string, state: State): Partial<Unit> | undefined => {
  if (state.settings.mode === 'simplified') {
    const area = parseArea(text, unit.side);
    return area && { area };
  }
  const pos = parseNumber(text.replace(/\s*m$/, ''));
  return pos !== undefined && isInBounds(state, pos) ? { pos } : undefined;
};

/** Creates a field for each name and the key that it changes. */
const fieldsNamed = <Field>(
  names: readonly (readonly [name: string, key: string])[],
  create: (name: string, key: string) => Field,
) => Object.fromEntries(names.map(([name, key]) => [name, create(name, key)]));

const checks = fieldsNamed(
  ['accuracy', 'evasion', 'fortitude', 'willpower'].map((name) => [name, name]),
  (name) => bodyField(phrase`${name} of a unit or section`, checkValueParser, (_body, given) => ({ [name]: given })),
);

const sheetNumbers = fieldsNamed(
  [
    ['level', 'advLevel'],
    ['speed', 'speed'],
    ['magic-power', 'magicPower'],
    ['extra-damage', 'extra'],
    ['tumble', 'tumble'],
    ['initiative-value', 'initiativeValue'],
    ['initiative', 'initiative'],
    ['reputation', 'reputation'],
    ['weakness-value', 'weaknessValue'],
    ['evasion-armour', 'evaMod'],
  ],
  (name, key) =>
    unitField(phrase`${name} on the sheet`, wholeNumberParser(), ({ sheet }, given) => ({
      sheet: { ...sheet, [key]: key === 'speed' ? Math.max(0, given) : given },
    })),
);

const sheetFlags = fieldsNamed(
  [
    ['can-fly', 'canFly'],
    ['aquatic', 'aquatic'],
    ['breathes-water', 'breathesWater'],
    ['rolls-death-checks', 'deathCheck'],
  ],
  (name, key) =>
    unitField(phrase`${name}, yes or no`, yesNoParser, ({ sheet }, given) => ({ sheet: { ...sheet, [key]: given } })),
);

/** A correctable fact of a unit’s turn. */
const turnField = <Key extends keyof Turn>(says: string, value: z.ZodType<Turn[Key], string>, key: Key) =>
  unitField(says, value, (unit, given, state) => ({ turn: { ...turnOf(state, unit), [key]: given } }));

const turnFlags = fieldsNamed(
  [
    ['moved', 'movementDone'],
    ['checks-rolled', 'checksRolled'],
    ['seat-changed', 'mountUsed'],
    ['limited-only', 'lockLimited'],
  ],
  (name, key) =>
    unitField(phrase`${name} this turn, yes or no`, yesNoParser, (unit, given, state) => ({
      turn: { ...turnOf(state, unit), [key]: given },
    })),
);

/** Fields of a unit that the GM may correct. */
const unitCorrections = {
  hp: bodyField('Hit points', wholeNumberParser(), withHp),
  'max-hp': bodyField('Maximum hit points', wholeNumberParser(), (_body, maxHp) => ({ maxHp })),
  mp: bodyField('Magic points left', wholeNumberParser(), (_body, mp) => ({ mp: Math.max(0, mp) })),
  'max-mp': bodyField('Maximum magic points', wholeNumberParser(), (_body, maxMp) => ({ maxMp: Math.max(0, maxMp) })),
  defense: bodyField('Defense', wholeNumberParser(), (_body, defense) => ({ defense })),
  damage: bodyField('A monster’s damage: the X in 2d + X', wholeNumberParser(), (body, x) =>
    body.attack ? { attack: { ...body.attack, damage: { x } } } : {},
  ),
  ...checks,
  ...sheetNumbers,
  ...sheetFlags,
  ...turnFlags,
  statuses: conditionsField,
  place: unitField(
    'The unit’s position: an area, or metres',
    textParser(),
    placedAt,
    'name an area, or a coordinate on the field',
  ),
  altitude: unitField('Metres above the ground', wholeNumberParser(), (_unit, altitude) => ({
    altitude: Math.max(0, altitude),
  })),
  side: plainUnitField('The unit’s faction: allies or enemies', oneOfParser(sides), 'side'),
  acted: plainUnitField('Has the unit acted this round? yes or no', yesNoParser, 'acted'),
  'move-type': turnField('The unit’s movement this turn: limited, normal or full', oneOfParser(moveTypes), 'moveType'),
  majors: turnField('The sections, or the unit itself, that have used the Major Action', nameListParser, 'majors'),
  feats: turnField('The feats active this turn', nameListParser, 'feats'),
  retreat: plainUnitField(
    'The unit’s retreat: none, declared, or ready (to leave)',
    oneOfParser(['none', 'declared', 'ready']),
    'retreat',
  ),
  'joins-next-round': plainUnitField(
    'Does the unit join the melee next round? yes or no',
    yesNoParser,
    'joinsNextRound',
  ),
  held: plainUnitField('What the unit has in hand', nameListParser, 'held'),
  luggage: plainUnitField('What the unit has stowed', nameListParser, 'luggage'),
  ammo: unitField('Ammunition of the unit’s weapons, like long bow 12', numberListParser, (unit, given) => ({
    weapons: unit.weapons.map((weapon) => {
      const ammo = given.find(([name]) => name === weapon.id)?.[1];
      return ammo === undefined ? weapon : { ...weapon, ammo: Math.max(0, ammo) };
    }),
  })),
  classes: unitField('Class levels, like Fighter 3, Ranger 1', numberListParser, (unit, given) => ({
    sheet: { ...unit.sheet, classes: Object.fromEntries(given.map(([name, level]) => [name, Math.max(0, level)])) },
  })),
  mods: unitField(
    'Ability modifiers, like dex 2, agi 3',
    numberListParser,
    (unit, given) =>
      given.every(([name]) => abilities.some((ability) => ability === name))
        ? { sheet: { ...unit.sheet, mods: { ...unit.sheet.mods, ...Object.fromEntries(given) } } }
        : undefined,
    `use ${abilities.join(', ')}`,
  ),
  xp: plainUnitField('Experience points earned', wholeNumberParser(), 'xp'),
  method: unitField(
    'How the monster’s checks are made: fixed (fixed values) or dice',
    oneOfParser(['fixed', 'dice']),
    (_unit, use) => ({ useFixed: use === 'fixed' }),
  ),
  revealed: plainUnitField('Do the players know its sheet? yes or no', yesNoParser, 'revealed'),
  'weakness-known': plainUnitField('Do the players know its weakness? yes or no', yesNoParser, 'weaknessKnown'),
  'mounted-on': mountField,
  passengers: plainUnitField('The unit’s passengers', nameListParser, 'passengers'),
  breath: unitField('Rounds spent underwater', wholeNumberParser(), (_unit, rounds) => ({
    underwaterRounds: Math.max(0, rounds),
    drowning: undefined,
  })),
};

/** All fields that the GM may correct. */
export const corrections = {
  ...unitCorrections,
  round: battleCorrectionField('The round', wholeNumberParser(), (_state, round) => ({ round: Math.max(0, round) })),
  first: plainBattleField('The side that acts first', oneOfParser(sides), 'winner'),
  phase: plainBattleField(
    'The side that acts now: winner or loser of initiative',
    oneOfParser(['winner', 'loser']),
    'phase',
  ),
  turn: battleCorrectionField(
    'The unit whose turn it is, or none',
    textParser(),
    (state, name) => {
      if (isNoneText(name)) return { open: undefined };
      const unit = findByName(state, name);
      return (
        unit && {
          open: unit.id,
          units: state.units.map((each) =>
            each.id === unit.id ? { ...each, turn: turnOf(state, each), acted: false } : each,
          ),
        }
      );
    },
    'name a unit, or none',
  ),
  stage: plainBattleField('The stage of the battle, like placement or combat', oneOfParser(stages), 'stage'),
  restricted: plainBattleField('Units under the first-round restriction', nameListParser, 'restricted'),
  skirmishes: battleCorrectionField(
    'The skirmishes, like s1 at 10: Wolf, Goblin',
    skirmishParser,
    (state, given) => {
      const known = given.every(({ participants }) =>
        participants.every((id) => state.units.some((unit) => unit.id === id)),
      );
      if (!known || state.settings.mode === 'simplified') return undefined;
      const skirmishes: Skirmish[] = given.map((each) => ({
        ...each,
        radius: calculateSkirmishRadius(totalHeadCount(state.units.filter(({ id }) => each.participants.includes(id)))),
      }));
      const center = (id: string) => skirmishes.find(({ participants }) => participants.includes(id))?.center;
      return {
        skirmishes,
        nextSkirmish: state.nextSkirmish + given.length,
        units: state.units.map((unit) => ({ ...unit, pos: center(unit.id) ?? unit.pos })),
      };
    },
    'name units that are in the battle',
  ),
  pursuit: plainBattleField('Are the units that left pursued? yes or no', yesNoParser, 'pursued'),
};
