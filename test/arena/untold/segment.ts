import { areDeclarationsSecret, type Combatant, type State, stateSchema } from '../../../src/systems/segment/state.ts';
import { type Pick, picker } from '../../chance.ts';

/** What is left, in the five words of default disclosure. */
const word = (hp: number, maxHp: number): number => (hp >= maxHp ? 4 : Math.floor((hp / maxHp) * 4));

/**
 * Another foe that looks the same: life in the same word, visible items, and the defense and protection that attacks
 * reveal.
 */
const other = (foe: Combatant, secret: boolean, pick: Pick): Combatant => {
  const { sheet, hand, offHand, hp } = foe;
  const maxHp = 10 + pick(90);
  const alike = Array.from({ length: maxHp }, (_, n) => n + 1).filter(
    (each) => word(each, maxHp) === word(hp, sheet.maxHp),
  );
  const { declaration, ...rest } = foe;
  const declared = new Set(
    secret
      ? []
      : [
          ...(declaration?.attacks ?? []),
          ...(declaration?.options.draw ?? []),
          ...foe.initiatives,
          { weapon: declaration?.weapon },
        ].map(({ weapon }) => weapon),
  );
  return {
    ...rest,
    ...(!secret && declaration !== undefined && { declaration }),
    hp: hp <= 0 ? hp : (alike[pick(alike.length)] ?? maxHp),
    energy: pick(30),
    uses: { other: pick(3) },
    potions: pick(2) === 0 ? ['other'] : [],
    wounds: [],
    sheet: {
      ...sheet,
      maxHp,
      con: 5 + pick(20),
      luck: pick(90),
      firstAid: pick(90),
      skills: [{ name: 'Other', chance: pick(90) }],
      spells: [],
      energy: pick(30),
      weapons: [
        ...sheet.weapons
          .filter(({ name }) => name === hand || name === offHand || declared.has(name))
          .map((weapon) => ({ ...weapon, sc: pick(150), damage: `${1 + pick(4)}d6+${pick(9)}`, rank: pick(9) })),
        { ...(sheet.weapons[0] ?? bare), name: 'other', sc: 150, damage: '4d8', use: 'missile' as const },
      ],
    },
  };
};

const bare = {
  ...{ name: 'other', use: 'missile' as const, sc: 0, damage: '1d1', rank: 0, reach: 5, group: 'none' as const },
  ...{ penetrating: 'none' as const, specialization: 0 as const, hands: 1 as const },
};

/** A friend with another sealed declaration. */
const sealed = (friend: Combatant, foes: readonly Combatant[], pick: Pick): Combatant => {
  const { declaration, sheet } = friend;
  const [target, weapon] = [foes[pick(foes.length)], sheet.weapons[pick(sheet.weapons.length)]];
  if (declaration === undefined || target === undefined || weapon === undefined) return friend;
  const attack = { weapon: weapon.name, use: weapon.use, target: target.id, hand: 'main' as const };
  return { ...friend, declaration: { ...declaration, main: 'attack', target: target.id, attacks: [attack] } };
};

/** The battle with everything changed that the combatant's side cannot know by default. */
export const otherwise = (saved: unknown, actor: string, seed: number): State => {
  const state = stateSchema.parse(saved);
  const pick = picker(seed);
  const mine = state.combatants.find(({ id }) => id === actor);
  const secret = areDeclarationsSecret(state);
  const foes = state.combatants.filter(({ team }) => team !== mine?.team);
  const adHoc = { who: actor, on: 'attack' as const, amount: pick(50), reason: 'other' };
  return {
    ...state,
    adHocs: pick(2) === 0 ? [] : [adHoc],
    combatants: state.combatants.map((each) => {
      if (each.team !== mine?.team) return other(each, secret, pick);
      return secret && each.id !== actor ? sealed(each, foes, pick) : each;
    }),
  };
};
