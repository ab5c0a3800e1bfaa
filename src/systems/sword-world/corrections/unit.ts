import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { areaCalled, inBounds } from '../battlefield.ts';
import { abilities, type Body, sides } from '../sheet.ts';
import { bodily, bodyCalled, called, moveTypes, type State, type Unit } from '../state.ts';
import { freshTurn } from '../turns.ts';
import { correction, ofBody, ofUnit, setRight } from './kinds.ts';
import { checkValue, figures, list, oneOf, whole, word, yesNo } from './values.ts';

/** SW-HP-1, SW-HP-3. HP set by hand keep the status that goes with them. */
const withHp = (body: Body, hp: number): Body => {
  const statuses = body.statuses.filter((status) => status !== 'unconscious');
  return { ...body, hp, statuses: hp <= 0 && !statuses.includes('dead') ? [...statuses, 'unconscious'] : statuses };
};

const placedAt = (unit: Unit, text: string, state: State): Unit | undefined => {
  if (state.settings.mode === 'simplified') {
    const area = areaCalled(text, unit.side);
    return area && { ...unit, area };
  }
  const pos = Number(text.replace('−', '-').replace(/\s*m$/, ''));
  return Number.isInteger(pos) && text.trim() !== '' && inBounds(state, pos) ? { ...unit, pos } : undefined;
};

/** The open turn of a unit, or the one it would begin with. */
export const turnToMend = (unit: Unit, state: State) => unit.turn ?? freshTurn(state, unit);

const checks = (['accuracy', 'evasion', 'fortitude', 'willpower'] as const).map(
  (name) =>
    [
      name,
      ofBody(name, `${name} of a unit or section`, checkValue, (body, given) => ({ ...body, [name]: given })),
    ] as const,
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
      ofUnit(name, `${name} on the sheet`, whole, (unit, given) => ({
        ...unit,
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
      ofUnit(name, `${name} this turn, yes or no`, yesNo, (unit, given, state) => ({
        ...unit,
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
      ofUnit(name, `${name}, yes or no`, yesNo, (unit, given) => ({ ...unit, sheet: { ...unit.sheet, [key]: given } })),
    ] as const,
);

/** What the GM may put right of one unit. */
export const unitCorrections = {
  hp: ofBody('hp', 'Hit points', whole, withHp),
  'max-hp': ofBody('max-hp', 'Most hit points', whole, (body, maxHp) => ({ ...body, maxHp })),
  mp: ofBody('mp', 'Magic points', whole, (body, mp) => ({ ...body, mp: Math.max(0, mp) })),
  'max-mp': ofBody('max-mp', 'Most magic points', whole, (body, maxMp) => ({ ...body, maxMp: Math.max(0, maxMp) })),
  defense: ofBody('defense', 'Defense', whole, (body, defense) => ({ ...body, defense })),
  damage: ofBody('damage', 'A monster’s damage: the X of 2d + X', whole, (body, x) =>
    body.attack ? { ...body, attack: { ...body.attack, damage: { x } } } : body,
  ),
  ...Object.fromEntries(checks),
  ...Object.fromEntries(sheetNumbers),
  ...Object.fromEntries(sheetFlags),
  ...Object.fromEntries(turnFlags),
  statuses: correction({
    says: 'Conditions, all that apply: prone, asleep, flying; or none',
    of: 'combatant',
    value: list,
    resolve: (state, who, given) => {
      const unit = called(state, who) ?? bodyCalled(state, who)?.unit;
      if (unit === undefined) return refuse('E_NO_UNIT', { unit: ref(who) });
      const section = unit.bodies.length > 1 ? bodyCalled(state, who)?.body.id : undefined;
      const own = given.filter((status) => bodily.includes(status));
      const bodies = unit.bodies.map((body) =>
        section === undefined || body.id === section ? { ...body, statuses: own } : body,
      );
      const statuses = section === undefined ? given.filter((status) => !bodily.includes(status)) : unit.statuses;
      return setRight('statuses', { ...unit, bodies, statuses }, given);
    },
  }),
  place: ofUnit(
    'place',
    'Where it stands: an area, or metres',
    word,
    placedAt,
    'name an area, or a coordinate on the field',
  ),
  altitude: ofUnit('altitude', 'Metres above the ground', whole, (unit, altitude) => ({
    ...unit,
    altitude: Math.max(0, altitude),
  })),
  side: ofUnit('side', 'Its faction: allies or enemies', oneOf(sides), (unit, side) => ({ ...unit, side })),
  acted: ofUnit('acted', 'Has it acted this round, yes or no', yesNo, (unit, acted) => ({ ...unit, acted })),
  'move-type': ofUnit(
    'move-type',
    'Its movement this turn: limited, normal, full',
    oneOf(moveTypes),
    (unit, moveType, state) => ({
      ...unit,
      turn: { ...turnToMend(unit, state), moveType },
    }),
  ),
  majors: ofUnit('majors', 'The bodies that have used their Major Action', list, (unit, majors, state) => ({
    ...unit,
    turn: { ...turnToMend(unit, state), majors },
  })),
  feats: ofUnit('feats', 'The active feats of this turn', list, (unit, feats, state) => ({
    ...unit,
    turn: { ...turnToMend(unit, state), feats },
  })),
  retreat: ofUnit(
    'retreat',
    'none, declared, or ready to leave',
    oneOf(['none', 'declared', 'ready']),
    (unit, retreat) => ({
      ...unit,
      retreat,
    }),
  ),
  'joins-next-round': ofUnit(
    'joins-next-round',
    'Does it join the melee next round, yes or no',
    yesNo,
    (unit, joinsNextRound) => ({
      ...unit,
      joinsNextRound,
    }),
  ),
  held: ofUnit('held', 'What it has in hand', list, (unit, held) => ({ ...unit, held })),
  luggage: ofUnit('luggage', 'What it has stowed', list, (unit, luggage) => ({ ...unit, luggage })),
  ammo: ofUnit('ammo', 'Ammunition of its weapons: long bow 12', figures, (unit, given) => ({
    ...unit,
    weapons: unit.weapons.map((weapon) => {
      const ammo = given.find(([name]) => name === weapon.id)?.[1];
      return ammo === undefined ? weapon : { ...weapon, ammo: Math.max(0, ammo) };
    }),
  })),
  classes: ofUnit('classes', 'Class levels: Fighter 3, Ranger 1', figures, (unit, given) => ({
    ...unit,
    sheet: { ...unit.sheet, classes: Object.fromEntries(given.map(([name, level]) => [name, Math.max(0, level)])) },
  })),
  mods: ofUnit(
    'mods',
    'Ability modifiers: dex 2, agi 3',
    figures,
    (unit, given) =>
      given.every(([name]) => abilities.some((ability) => ability === name))
        ? { ...unit, sheet: { ...unit.sheet, mods: { ...unit.sheet.mods, ...Object.fromEntries(given) } } }
        : undefined,
    `use ${abilities.join(', ')}`,
  ),
  xp: ofUnit('xp', 'Experience earned', whole, (unit, xp) => ({ ...unit, xp })),
  method: ofUnit('method', 'fixed values or dice', oneOf(['fixed', 'dice']), (unit, use) => ({
    ...unit,
    useFixed: use === 'fixed',
  })),
  revealed: ofUnit('revealed', 'Is its sheet known, yes or no', yesNo, (unit, revealed) => ({ ...unit, revealed })),
  'weakness-known': ofUnit('weakness-known', 'Is its weakness known, yes or no', yesNo, (unit, weaknessKnown) => ({
    ...unit,
    weaknessKnown,
  })),
  'mounted-on': correction({
    says: 'The mount it rides, or none',
    of: 'combatant',
    value: word,
    resolve: (state, who, given) => {
      const unit = called(state, who);
      if (unit === undefined) return refuse('E_NO_UNIT', { unit: ref(who) });
      const mount = given === 'none' || given === '' ? undefined : called(state, given);
      if (given !== 'none' && given !== '' && mount === undefined) return refuse('E_NO_UNIT', { unit: ref(given) });
      const units = state.units.map((each) => {
        const rides = each.id === unit.id ? mount?.id : each.mountedOn === mount?.id ? undefined : each.mountedOn;
        const rider = each.id === mount?.id ? unit.id : each.rider === unit.id ? undefined : each.rider;
        return { ...each, mountedOn: rides, rider };
      });
      return ok([
        { type: 'corrected', field: 'mounted-on', who: unit.id, value: mount?.id ?? 'none', battle: { units } },
      ]);
    },
  }),
  passengers: ofUnit('passengers', 'Who rides along', list, (unit, passengers) => ({ ...unit, passengers })),
  breath: ofUnit('breath', 'Rounds spent underwater', whole, (unit, rounds) => ({
    ...unit,
    underwaterRounds: Math.max(0, rounds),
    drowning: undefined,
  })),
};
