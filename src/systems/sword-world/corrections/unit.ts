import { phrase } from '../../../core/language.ts';
import { names, oneOf, parseNumber, wholeNumber, words, yesNo } from '../../../rules/values.ts';
import { areaCalled, inBounds } from '../battlefield.ts';
import { abilities, type Body, sides } from '../sheet.ts';
import { moveTypes, type State, type Unit } from '../state.ts';
import { freshTurn } from '../turns.ts';
import { conditions, mountedOn, ofBody, ofCombatant } from './kinds.ts';
import { checkValue, figures } from './values.ts';

/** SW-HP-1, SW-HP-3. HP set by hand keep the status that goes with them. */
const withHp = (body: Body, hp: number): Partial<Body> => {
  const statuses = body.statuses.filter((status) => status !== 'unconscious');
  return { hp, statuses: hp <= 0 && !statuses.includes('dead') ? [...statuses, 'unconscious'] : statuses };
};

const placedAt = (unit: Unit, text: string, state: State): Partial<Unit> | undefined => {
  if (state.settings.mode === 'simplified') {
    const area = areaCalled(text, unit.side);
    return area && { area };
  }
  const pos = parseNumber(text.replace(/\s*m$/, ''));
  return pos !== undefined && inBounds(state, pos) ? { pos } : undefined;
};

/** The open turn of a unit, or the one it would begin with. */
export const turnToMend = (unit: Unit, state: State) => unit.turn ?? freshTurn(state, unit);

const checks = (['accuracy', 'evasion', 'fortitude', 'willpower'] as const).map(
  (name) =>
    [name, ofBody(phrase`${name} of a unit or section`, checkValue, (_body, given) => ({ [name]: given }))] as const,
);

const sheetNumbers = (
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
  ] as const
).map(
  ([name, key]) =>
    [
      name,
      ofCombatant(phrase`${name} on the sheet`, wholeNumber(), (unit, given) => ({
        sheet: { ...unit.sheet, [key]: key === 'speed' ? Math.max(0, given) : given },
      })),
    ] as const,
);

const turnFlags = (
  [
    ['moved', 'movementDone'],
    ['checks-rolled', 'checksRolled'],
    ['seat-changed', 'mountUsed'],
    ['limited-only', 'lockLimited'],
  ] as const
).map(
  ([name, key]) =>
    [
      name,
      ofCombatant(phrase`${name} this turn, yes or no`, yesNo, (unit, given, state) => ({
        turn: { ...turnToMend(unit, state), [key]: given },
      })),
    ] as const,
);

const sheetFlags = (
  [
    ['can-fly', 'canFly'],
    ['aquatic', 'aquatic'],
    ['breathes-water', 'breathesWater'],
    ['rolls-death-checks', 'deathCheck'],
  ] as const
).map(
  ([name, key]) =>
    [
      name,
      ofCombatant(phrase`${name}, yes or no`, yesNo, (unit, given) => ({ sheet: { ...unit.sheet, [key]: given } })),
    ] as const,
);

/** What the GM may put right of one unit. */
export const unitCorrections = {
  hp: ofBody('Hit points', wholeNumber(), withHp),
  'max-hp': ofBody('Maximum hit points', wholeNumber(), (_body, maxHp) => ({ maxHp })),
  mp: ofBody('Magic points left', wholeNumber(), (_body, mp) => ({ mp: Math.max(0, mp) })),
  'max-mp': ofBody('Maximum magic points', wholeNumber(), (_body, maxMp) => ({ maxMp: Math.max(0, maxMp) })),
  defense: ofBody('Defense', wholeNumber(), (_body, defense) => ({ defense })),
  damage: ofBody('A monster’s damage: the X in 2d + X', wholeNumber(), (body, x) =>
    body.attack ? { attack: { ...body.attack, damage: { x } } } : {},
  ),
  ...Object.fromEntries(checks),
  ...Object.fromEntries(sheetNumbers),
  ...Object.fromEntries(sheetFlags),
  ...Object.fromEntries(turnFlags),
  statuses: conditions,
  place: ofCombatant(
    'Where it stands: an area, or metres',
    words(),
    placedAt,
    'name an area, or a coordinate on the field',
  ),
  altitude: ofCombatant('Metres above the ground', wholeNumber(), (_unit, altitude) => ({
    altitude: Math.max(0, altitude),
  })),
  side: ofCombatant('Its faction: allies or enemies', oneOf(sides), (_unit, side) => ({ side })),
  acted: ofCombatant('Has it acted this round? yes or no', yesNo, (_unit, acted) => ({ acted })),
  'move-type': ofCombatant(
    'Its movement this turn: limited, normal, full',
    oneOf(moveTypes),
    (unit, moveType, state) => ({
      turn: { ...turnToMend(unit, state), moveType },
    }),
  ),
  majors: ofCombatant('The bodies that have used their Major Action', names, (unit, majors, state) => ({
    turn: { ...turnToMend(unit, state), majors },
  })),
  feats: ofCombatant('The active feats of this turn', names, (unit, feats, state) => ({
    turn: { ...turnToMend(unit, state), feats },
  })),
  retreat: ofCombatant('none, declared, or ready to leave', oneOf(['none', 'declared', 'ready']), (_unit, retreat) => ({
    retreat,
  })),
  'joins-next-round': ofCombatant('Does it join the melee next round? yes or no', yesNo, (_unit, joinsNextRound) => ({
    joinsNextRound,
  })),
  held: ofCombatant('What it has in hand', names, (_unit, held) => ({ held })),
  luggage: ofCombatant('What it has stowed', names, (_unit, luggage) => ({ luggage })),
  ammo: ofCombatant('Ammunition of its weapons: long bow 12', figures, (unit, given) => ({
    weapons: unit.weapons.map((weapon) => {
      const ammo = given.find(([name]) => name === weapon.id)?.[1];
      return ammo === undefined ? weapon : { ...weapon, ammo: Math.max(0, ammo) };
    }),
  })),
  classes: ofCombatant('Class levels: Fighter 3, Ranger 1', figures, (unit, given) => ({
    sheet: { ...unit.sheet, classes: Object.fromEntries(given.map(([name, level]) => [name, Math.max(0, level)])) },
  })),
  mods: ofCombatant(
    'Ability modifiers: dex 2, agi 3',
    figures,
    (unit, given) =>
      given.every(([name]) => abilities.some((ability) => ability === name))
        ? { sheet: { ...unit.sheet, mods: { ...unit.sheet.mods, ...Object.fromEntries(given) } } }
        : undefined,
    `use ${abilities.join(', ')}`,
  ),
  xp: ofCombatant('Experience earned', wholeNumber(), (_unit, xp) => ({ xp })),
  method: ofCombatant('fixed values or dice', oneOf(['fixed', 'dice']), (_unit, use) => ({
    useFixed: use === 'fixed',
  })),
  revealed: ofCombatant('Is its sheet known? yes or no', yesNo, (_unit, revealed) => ({ revealed })),
  'weakness-known': ofCombatant('Is its weakness known? yes or no', yesNo, (_unit, weaknessKnown) => ({
    weaknessKnown,
  })),
  'mounted-on': mountedOn,
  passengers: ofCombatant('Who rides along', names, (_unit, passengers) => ({ passengers })),
  breath: ofCombatant('Rounds spent underwater', wholeNumber(), (_unit, rounds) => ({
    underwaterRounds: Math.max(0, rounds),
    drowning: undefined,
  })),
};
