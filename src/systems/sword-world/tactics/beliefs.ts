import { guardFeats } from '../feats.ts';
import type { Body } from '../sheet.ts';
import { hostile, type State, type Unit } from '../state.ts';

/** The middle of what is left, as the usual words tell it: unhurt, scratched, wounded, badly wounded, nearly felled. */
const believedShare = (share: number): number =>
  share >= 1 ? 1 : share >= 0.75 ? 0.875 : share >= 0.5 ? 0.625 : share >= 0.25 ? 0.375 : 0.125;

const believedBody = (body: Body, maxHp: number): Body => {
  const { attack: _, attacks: __, accuracy: ___, used: ____, majors: _____, ...seen } = body;
  const hp = body.hp <= 0 ? 0 : Math.max(1, Math.round(believedShare(body.hp / body.maxHp) * maxHp));
  return { ...seen, hp, maxHp, mp: 0, maxMp: 0 };
};

/** The HP of one's own side on the average: what is believed of a foe that nobody has recalled. */
const usualHp = (own: readonly Unit[]): number => {
  const all = own.flatMap(({ bodies }) => bodies);
  return Math.max(1, Math.round(all.reduce((sum, { maxHp }) => sum + maxHp, 0) / Math.max(1, all.length)));
};

/** A foe as its rolls tell of it: Evasion, Resistance and what is taken off damage, and not what else its sheet says. */
const believed = (foe: Unit, maxHp: number): Unit => {
  const { sheet } = foe;
  const guards = sheet.feats.filter((feat) => guardFeats({ ...foe, sheet: { ...sheet, feats: [feat] } }).length > 0);
  return {
    ...foe,
    weapons: [],
    bodies: foe.bodies.map((body) => believedBody(body, foe.revealed ? body.maxHp : maxHp)),
    sheet: {
      ...sheet,
      feats: guards,
      weapons: [],
      spells: [],
      increases: [],
      weaknesses: foe.weaknessKnown ? sheet.weaknesses : [],
    },
  };
};

/**
 * The battle as the side of this unit knows it: of foes the numbers that rolls tell, their life in words, and the weaknesses that
 * somebody has recalled (SW-KNOW-2; `numbers` in `visibility.ts`).
 */
export const asBelieved = (state: State, me: Unit): State => {
  const maxHp = usualHp(state.units.filter((each) => !hostile(me, each)));
  return { ...state, units: state.units.map((each) => (hostile(me, each) ? believed(each, maxHp) : each)) };
};
