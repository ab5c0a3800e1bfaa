import { memoizeByObject } from '../../../core/memoize.ts';
import { estimatedShare, type Reader } from '../../../rules/reader.ts';
import { pickOne, roundedMean, type SampleBelief, visibleEffects } from '../../../rules/tactics.ts';
import { withoutWeapon } from '../attack/plan.ts';
import { isBodyAble, isUnitAble } from '../conditions.ts';
import {
  accuracyParts,
  attackClasses,
  bestClass,
  evasionParts,
  extraDamage,
  initiativeParts,
  magicPower,
  resistParts,
  wornDefense,
} from '../derived-values.ts';
import { type CheckFormula, sumParts } from '../dice.ts';
import { defaultGrip, findWeapon } from '../equipment.ts';
import { damageReductionFeats } from '../feats.ts';
import { attacksOf } from '../natural-attacks.ts';
import { areHostile } from '../relations.ts';
import type { Attack, Body, CheckValue, Sheet } from '../sheet.ts';
import type { State, Unit } from '../state.ts';
import { isKnownTerm, isVisibleTerm } from '../visibility.ts';

/** HP for an estimated share of the maximum, at least 1. */
const estimateHp = (share: number, maxHp: number): number => Math.max(1, Math.round(share * maxHp));

const withoutOffence = ({ attack: _, attacks: __, accuracy: ___, used: ____, majors: _____, ...seen }: Body) => seen;

const seenBody = (body: Body, maxHp: number): Body => {
  const hp = body.hp <= 0 ? 0 : estimateHp(estimatedShare(body.hp / body.maxHp), maxHp);
  return { ...withoutOffence(body), hp, maxHp, mp: 0, maxMp: 0 };
};

/** The average maximum HP of a side’s own bodies, assumed for foes whose sheet no one has recalled. */
const averageHp = (own: readonly Unit[]): number => {
  const all = own.flatMap(({ bodies }) => bodies.map(({ maxHp }) => maxHp));
  return Math.max(1, roundedMean(all, 1));
};

/** The feats whose only effect is to reduce damage. */
const defensiveFeats = memoizeByObject(({ feats }: Pick<Sheet, 'feats'>): Sheet['feats'] =>
  feats.filter((feat) => damageReductionFeats({ feats: [feat] }).length > 0),
);

/** Copies of a foe’s sheet with what rolls reveal: `recalled` has the weaknesses, `unknown` has none. */
const seenSheets = memoizeByObject((sheet: Sheet) => {
  const recalled = { ...sheet, feats: defensiveFeats(sheet), weapons: [], spells: [], increases: [] };
  return { recalled, unknown: { ...recalled, weaknesses: [] } };
});

/** A foe with only the numbers that its rolls reveal: Evasion, resistances and reductions of damage. */
const seenFoe = (foe: Unit, maxHp: number): Unit => {
  const { recalled, unknown } = seenSheets(foe.sheet);
  return {
    ...foe,
    weapons: [],
    bodies: foe.bodies.map((body) => seenBody(body, foe.revealed ? body.maxHp : maxHp)),
    sheet: foe.weaknessKnown ? recalled : unknown,
  };
};

/** The battle as a unit’s side knows it: of foes rolled numbers, rough HP and recalled weaknesses. SW-KNOW-2. */
export const sideBelief = (state: State, me: Unit): State => {
  const maxHp = averageHp(state.units.filter((each) => !areHostile(me, each)));
  return { ...state, units: state.units.map((each) => (areHostile(me, each) ? seenFoe(each, maxHp) : each)) };
};

/** The term in `numberTerms` that decides whether a reader sees an effect’s modifier. */
const effectTerms = {
  ...{ checks: 'checks', accuracy: 'accuracy', magicPower: 'accuracy', evasion: 'evasion' },
  ...{ fortitude: 'evasion', willpower: 'evasion', power: 'damage', cMod: 'damage', increase: 'damage' },
  ...{ reduction: 'defense', defense: 'defense', speed: 'sheet' },
};

/** Converts a check to the form of a sheet. */
const asCheck = ({ rolled, parts }: CheckFormula): CheckValue => {
  const sum = sumParts(parts);
  return rolled ? { mod: sum, fixed: sum + 7 } : { mod: sum - 7, fixed: sum };
};

const atEase = (unit: Unit): Unit => {
  const { turn: _, ...rest } = unit;
  return { ...rest, effects: [], statuses: [] };
};

type Offence = Pick<Body, 'accuracy' | 'attack' | 'attacks' | 'majors'>;

/** The attacks of a body: its natural attacks, or its weapon written as a natural attack. */
const estimateOffence = (state: State, unit: Unit, body: Body): Offence => {
  if (attacksOf(body).length > 0) {
    const { attack, attacks, majors } = body;
    return {
      accuracy: asCheck(accuracyParts(state, unit, body, withoutWeapon)),
      ...(attack && { attack }),
      ...(attacks && { attacks }),
      ...(majors !== undefined && { majors }),
    };
  }
  const weapon = unit.held.flatMap((id) => findWeapon(unit, id) ?? [])[0] ?? unit.weapons[0];
  const mode = weapon?.modes[0] ?? 'melee';
  const grip = weapon && (mode === 'throw' ? 'throw' : defaultGrip(unit, weapon));
  const aim = { weapon, mode, grip, cls: bestClass(unit, attackClasses(mode)) };
  const stance = grip && weapon?.stances[grip];
  const attack: Attack = {
    damage: { power: stance?.power ?? 0, c: stance?.c ?? 11, extra: extraDamage(state, unit, aim) },
    damageType: weapon?.damageType ?? 'physical',
    attributes: weapon?.attributes ?? [],
    pool: 'hp',
    ...(mode !== 'melee' && { range: weapon?.range ?? 0 }),
  };
  return { accuracy: asCheck(accuracyParts(state, unit, body, aim)), attack };
};

/** A unit of the reader’s side, without effects, whose numbers replace the numbers of unknown foes. */
interface Model {
  readonly unit: Unit;
  readonly body: Body;
  readonly offence: Offence;
  readonly magicPower: number;
  /** The unit’s initiative, written like a monster’s fixed number. SW-INIT-2. */
  readonly initiative: number;
}

const findModel = (state: State, own: Unit): Model | undefined => {
  const unit = atEase(own);
  const [body] = unit.bodies;
  if (body === undefined) return undefined;
  const initiative = unit.sheet.initiative ?? 7 + sumParts(initiativeParts(state, unit));
  return {
    ...{ unit, body, initiative },
    offence: estimateOffence(state, unit, body),
    magicPower: magicPower(state, unit, undefined),
  };
};

const bodyToPlay = (state: State, foe: Unit, body: Body, maxHp: number, model: Model, reader: Reader): Body => {
  const isShown = (term: string): boolean => isKnownTerm(reader, foe, term);
  const calm = atEase(foe);
  const [guarded, guard] = isShown('evasion') ? [calm, body] : [model.unit, model.body];
  const [worn, shell] = isShown('defense') ? [calm, body] : [model.unit, model.body];
  return {
    ...withoutOffence(body),
    ...model.offence,
    hp:
      isShown('hp') || body.hp <= 0
        ? body.hp
        : estimateHp(reader.estimateShare(foe.id, 'hp', body.hp, body.maxHp), maxHp),
    maxHp: isShown('hp') || foe.revealed ? body.maxHp : maxHp,
    mp: isShown('mp') ? body.mp : model.body.maxMp,
    maxMp: isShown('mp') ? body.maxMp : model.body.maxMp,
    defense: wornDefense(worn, shell),
    evasion: asCheck(evasionParts(state, guarded, guard)),
    fortitude: asCheck(resistParts(state, guarded, guard, 'fortitude')),
    willpower: asCheck(resistParts(state, guarded, guard, 'willpower')),
  };
};

/** A foe whose unknown numbers are replaced by the numbers of `model`. */
const unitToPlay = (state: State, foe: Unit, maxHp: number, model: Model, reader: Reader): Unit => {
  const { sheet } = foe;
  const { core: _, cores: __, ...rest } = sheet;
  const { offer: ___, potionsUsed: ____, ...seen } = foe;
  return {
    ...seen,
    ...{ weapons: [], held: [], grips: {}, luggage: [], accessories: [], studied: [], xp: 0 },
    bodies: foe.bodies.map((body) => bodyToPlay(state, foe, body, maxHp, model, reader)),
    sheet: {
      // Keeps the core section only if it was taken down, because that reveals it.
      ...(isUnitAble(foe) || foe.bodies.every((body) => isBodyAble(foe, body)) ? rest : sheet),
      feats: defensiveFeats(sheet),
      ...{ weapons: [], held: [], shields: [], defenses: [], sections: [], potions: [], drops: [], increases: [] },
      weaknesses: foe.weaknessKnown ? sheet.weaknesses : [],
      spells: model.unit.sheet.spells,
      magicPower: model.magicPower,
      magicPowers: undefined,
      ...{ hp: maxHp, mp: model.body.maxMp, extra: undefined, reputation: undefined, weaknessValue: undefined },
      initiative: model.initiative,
    },
  };
};

/** A foe whose sheet is known, with estimated HP. */
const healthToPlay = (foe: Unit, maxHp: number, reader: Reader): Unit => {
  const { id, bodies, revealed, sheet } = foe;
  return {
    ...foe,
    sheet: foe.weaknessKnown || reader.isNumberVisible(id, 'sheet') ? sheet : { ...sheet, weaknesses: [] },
    bodies: bodies.map((body) => {
      const most = revealed || reader.isNumberVisible(id, 'hp') ? body.maxHp : maxHp;
      const share = reader.estimateShare(id, 'hp', body.hp, body.maxHp);
      return {
        ...body,
        maxHp: most,
        hp: reader.isNumberVisible(id, 'hp') || body.hp <= 0 ? body.hp : estimateHp(share, most),
        ...(!reader.isNumberVisible(id, 'mp') && { mp: body.maxMp }),
      };
    }),
  };
};

/** The battle as a reader believes it: unknown foes have the numbers of one of the reader’s units. SW-KNOW-2. */
export const sampleBelief: SampleBelief<State> = (state, reader, draw) => {
  const own = state.units.filter(({ id }) => reader.knowsAllOf(id));
  const maxHp = averageHp(own);
  const known = { ...state, effects: visibleEffects(state.effects, reader, effectTerms) };
  const plain = { ...known, effects: [] };
  const models = own.flatMap((each) => findModel(plain, each) ?? []);
  return {
    ...known,
    units: state.units.map((each) => {
      const model = pickOne(models, draw);
      if (model === undefined || reader.knowsAllOf(each.id)) return each;
      return isVisibleTerm(reader, each, 'sheet')
        ? healthToPlay(each, maxHp, reader)
        : unitToPlay(plain, each, maxHp, model, reader);
    }),
  };
};
