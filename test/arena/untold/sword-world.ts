import { type State, stateSchema, type Unit } from '../../../src/systems/sword-world/state.ts';
import { type Pick, picker } from '../../chance.ts';
import { type Body, isBodyAble, sheetSchema } from '../../systems/sword-world/inner.ts';

type Weapon = Unit['weapons'][number];

/** What is left, in the five words of default disclosure. */
const word = (hp: number, maxHp: number): number => (hp >= maxHp ? 4 : Math.floor((hp / maxHp) * 4));

/** Other HP that the same word describes. Of an identified monster the maximum is known. */
const otherBody = (body: Body, revealed: boolean, pick: Pick): Body => {
  const maxHp = revealed ? body.maxHp : 8 + pick(60);
  const alike = Array.from({ length: maxHp }, (_, n) => n + 1).filter(
    (hp) => word(hp, maxHp) === word(body.hp, body.maxHp),
  );
  const attack = {
    id: 'other',
    damage: { flat: pick(30) },
    damageType: 'magical' as const,
    attributes: [],
    pool: 'hp' as const,
  };
  return {
    ...body,
    maxHp,
    hp: body.hp <= 0 ? body.hp : (alike[pick(alike.length)] ?? maxHp),
    mp: pick(30),
    maxMp: 30,
    accuracy: { mod: pick(9), fixed: pick(20) },
    attack: { ...attack, ...(pick(2) === 0 && { range: 30 }) },
    attacks: [],
    majors: 1 + pick(3),
    used: { other: pick(3) },
  };
};

const woundedOtherwise = (body: Body, pick: Pick): Body => {
  const { hp, mp } = otherBody(body, true, pick);
  return { ...body, hp, mp: Math.min(mp, body.maxMp) };
};

const otherWeapon = (pick: Pick): Weapon => ({
  id: 'other',
  category: 'gun',
  modes: ['gun'],
  stances: { '1H': { power: pick(50), c: 8 + pick(5) } },
  range: 30,
});

const weakOtherwise = (pick: Pick) => ({
  weaknesses: [{ damageType: 'physical' as const, bonus: pick(9), accuracy: pick(9) }],
});

const otherUnit = (unit: Unit, pick: Pick): Unit => {
  const { sheet, weaknessKnown, revealed, bodies } = unit;
  // Of an identified monster all is known but its current state and its weakness.
  if (revealed)
    return {
      ...unit,
      bodies: bodies.map((body) => woundedOtherwise(body, pick)),
      sheet: { ...sheet, ...(!weaknessKnown && weakOtherwise(pick)) },
    };
  const whole = !revealed && bodies.every((body) => body.hp > 0 && isBodyAble(unit, body));
  return {
    ...unit,
    bodies: bodies.map((body) => otherBody(body, revealed, pick)),
    weapons: [otherWeapon(pick)],
    xp: pick(50),
    studied: [],
    sheet: {
      ...sheet,
      ...(whole && { core: bodies[pick(bodies.length)]?.id, cores: undefined }),
      hp: pick(99),
      mp: pick(99),
      magicPower: pick(20),
      extra: pick(20),
      initiative: pick(20),
      reputation: pick(20),
      feats: [...sheet.feats, 'Precise Shot', 'Power Attack', 'Hawk Eye'],
      weapons: [otherWeapon(pick)],
      spells: sheetSchema.parse({ spells: [{ id: 'other', mpCost: 1, range: 30, damage: { power: pick(60) } }] })
        .spells,
      increases: [{ value: pick(9), type: 'any' }],
      drops: [{ item: 'other' }],
      potions: [{ id: 'other', power: 20, left: pick(5) }],
      ...(!weaknessKnown && weakOtherwise(pick)),
    },
  };
};

/** The battle with everything changed that the unit's side cannot know by default. */
export const otherwise = (saved: unknown, actor: string, seed: number): State => {
  const state = stateSchema.parse(saved);
  const pick = picker(seed);
  const mine = state.units.find(({ id }) => id === actor);
  return {
    ...state,
    units: state.units.map((each) => (each.side === mine?.side ? each : otherUnit(each, pick))),
  };
};
