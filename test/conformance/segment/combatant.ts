import { createScriptedDice } from '../../../src/dice/dice.ts';
import { gmCaller } from '../../../src/rules/expected-action.ts';
import { segment } from '../../../src/systems/segment/index.ts';
import {
  type Combatant,
  combatantSchema,
  find,
  mainActionKinds,
  stateSchema,
} from '../../../src/systems/segment/state.ts';
import { defenseBonus, defenseRank, attacksLostByAction as lostByMain } from '../../systems/segment/inner.ts';
import {
  list,
  maybeRaw,
  number,
  pick,
  type Raw,
  raw,
  raws,
  square,
  text,
  texts,
  withoutEmptyKeys,
  yes,
} from './raw.ts';

const sheetSchema = combatantSchema.shape.sheet;

const sheetKeys = Object.keys(sheetSchema.shape).filter(
  (key) => key !== 'shieldReady' && key !== 'hp' && key !== 'hand' && key !== 'offHand',
);

const dummyWeapon = { use: 'melee', sc: 100, damage: '1d6', rank: 0 };

const dummySpell = { tradition: 'cleric', castingTime: 5 };

/** All weapons that a case says a combatant holds, draws or attacks with. */
const namedWeapons = (value: Raw): readonly string[] => {
  const declared = raw(value.declaration);
  const options = raw(declared.options);
  return [
    text(value.hand),
    text(value.offHand),
    ...texts(value.atFeet),
    text(declared.weapon),
    ...raws(declared.attacks).map((each) => text(each.weapon)),
    ...texts(options.draw),
  ].filter((name) => name !== undefined);
};

const spellNames = (value: Raw): readonly string[] =>
  [
    text(raw(value.declaration).spell),
    text(raw(value.casting).spell),
    text(raw(value.carried).spell),
    text(raw(value.pendingCast).spell),
  ].filter((name) => name !== undefined);

const withNamed = (known: readonly Raw[], names: readonly string[], dummy: Raw): readonly Raw[] => [
  ...known,
  ...[...new Set(names)]
    .filter((name) => !known.some((each) => each.name === name))
    .map((name) => ({ name, ...dummy })),
];

/** The sheet of a case's combatant, completed with what the case mentions. */
const sheetOf = (value: Raw, extra: Named) =>
  sheetSchema.parse({
    maxHp: 50,
    ...pick(withoutEmptyKeys(value), sheetKeys),
    weapons: withNamed(
      raws(value.weapons).map(withoutEmptyKeys),
      [...namedWeapons(value), ...extra.weapons],
      dummyWeapon,
    ),
    spells: withNamed(raws(value.spells).map(spellOf), [...spellNames(value), ...extra.spells], dummySpell),
  });

/** A spell listed by its time alone is a cleric's. */
const spellOf = (value: Raw): Raw => ({
  tradition: value.rank === undefined ? 'cleric' : 'mage',
  ...withoutEmptyKeys(value),
});

interface Named {
  readonly weapons: readonly string[];
  readonly spells: readonly string[];
}

const plainKeys = [
  'armorLoss',
  'stunned',
  'prone',
  'invisible',
  'encumbered',
  'mountedMoving',
  'alert',
  'shieldReady',
  'atFeet',
  'noMovement',
  'dodging',
  'pace',
  'ambushLevel',
  'unseen',
  'pushedBy',
  'freeActionsUsed',
  'freeMoveUsed',
  'life',
] as const;

const lyingAt = (names: readonly string[], at: Combatant['pos']): Combatant['lying'] =>
  Object.fromEntries(at === undefined ? [] : names.map((name) => [name, at]));

const defendingOf = (value: Raw, who: Combatant): Combatant['defending'] => {
  const given = typeof value.defending === 'string' ? { kind: value.defending } : maybeRaw(value.defending);
  if (given === undefined) return undefined;
  const kind = given.kind === 'full' || given.kind === 'desperate' ? given.kind : 'partial';
  const scLoss = number(given.scLoss) ?? 0;
  return { kind, scLoss, defBonus: number(given.defBonus) ?? defenseBonus(kind, scLoss, defenseRank(who)) };
};

export const noOptions = {
  noMovement: false,
  aim: false,
  doubleShot: false,
  sheathe: [],
  draw: [],
  readyShield: false,
  freeActions: [],
};

const nobody = segment.createGame({});
if (!nobody.ok) throw new Error('a battle cannot be opened');
const empty = nobody.value;
const usual = stateSchema.parse(empty.save());

/** A combatant as it joins a battle. */
const joined = (id: string, side: string, sheet: unknown): Combatant => {
  const outcome = empty.act({ do: 'enter', entrant: { id, side, sheet } }, gmCaller(), [], createScriptedDice([]));
  const game = outcome.ok && outcome.value.kind === 'decided' ? outcome.value.game : undefined;
  const entered = game && find(stateSchema.parse(game.save()), id);
  if (entered === undefined) throw new Error(`${id} cannot come in: ${JSON.stringify(outcome)}`);
  return entered;
};

/** A declaration as it is in the state, as far as a case describes it. */
export const declarationOf = (value: Raw, who: Combatant): Combatant['declaration'] => {
  const given = maybeRaw(value.declaration);
  if (given === undefined) return undefined;
  const options = raw(given.options);
  const drink = maybeRaw(options.drink);
  const held = who.sheet.weapons.find(({ name }) => name === (text(given.weapon) ?? who.hand));
  const single = text(given.target);
  const listed = raws(given.attacks).map((each) => ({
    weapon: text(each.weapon) ?? held?.name,
    target: text(each.target),
  }));
  const { attacks: normal } = who.sheet;
  const main = mainActionKinds.find((each) => each === given.main) ?? 'attack';
  const kept = number(given.kept) ?? Math.max(0, normal - lostByMain(usual, main, normal));
  const implied =
    single === undefined ? [] : Array.from({ length: kept }, () => ({ weapon: held?.name, target: single }));
  const attacks = (listed.length > 0 ? listed : implied).flatMap(({ weapon, target }) => {
    const found = who.sheet.weapons.find(({ name }) => name === weapon);
    return found === undefined || target === undefined
      ? []
      : [{ weapon: found.name, use: found.use, target, hand: 'main' as const }];
  });
  const path = list(given.path).flatMap((each) => square(each) ?? []);
  return combatantSchema.shape.declaration.parse({
    main,
    attacks,
    kept,
    options: {
      ...noOptions,
      ...pick(options, ['noMovement', 'aim', 'doubleShot', 'readyShield', 'freeActions', 'defend']),
      ...(drink && { drink: { potion: drink.potion, pay: drink.pay ?? 'attacks' } }),
      ...(square(options.freeMove) && { freeMove: square(options.freeMove) }),
    },
    ...(single !== undefined && { target: single }),
    ...(text(given.spell) !== undefined && { spell: given.spell }),
    ...(path.length > 0 && { route: { squares: path } }),
    ...pick(given, ['pace', 'follow']),
    byAir: yes(given.byAir),
  });
};

/** The numbers of a missile if a case names only its kind. SEG-PEN-2. */
const missiles = { arrow: [-2, 1], quarrel: [-2, 1], javelin: [-3, 2], spear: [-4, 5] } as const;

const stuckOf = (given: Raw, round: number): Combatant['stuck'][number] => {
  const { kind: told } = given;
  const kind = told === 'spear' || told === 'javelin' || told === 'quarrel' ? told : 'arrow';
  const [dexPenalty, bleed] = missiles[kind];
  return {
    kind,
    dexPenalty: number(given.dexPenalty) ?? dexPenalty,
    bleed: number(given.bleed) ?? bleed,
    round: number(given.round) ?? round,
  };
};

export interface Extras {
  readonly team?: string;
  readonly weapons?: readonly string[];
  readonly spells?: readonly string[];
  /** The aim's target, if a case only says that a combatant aims. */
  readonly aimsAt?: { readonly weapon: string; readonly target: string };
  readonly round?: number;
}

/** A combatant in the state that a case describes. */
export const combatantOf = (value: Raw, extras: Extras = {}): Combatant => {
  const { weapons = [], spells = [], round = 1 } = extras;
  const sheet = sheetOf(value, { weapons, spells });
  const fresh = joined(text(value.name) ?? 'X', text(value.team) ?? extras.team ?? 'us', sheet);
  const hp = number(value.hp) ?? sheet.maxHp;
  const hand = value.hand === null ? undefined : (text(value.hand) ?? weapons[0] ?? fresh.hand);
  const aiming = maybeRaw(value.aiming);
  const aimCarried = number(value.hpLostSinceAiming) ? undefined : maybeRaw(value.aimCarried);
  const carried =
    typeof value.carried === 'string'
      ? { spell: value.carried }
      : value.carried === true
        ? { spell: sheet.spells[0]?.name }
        : maybeRaw(value.carried);
  const held: Combatant = {
    ...fresh,
    ...pick(withoutEmptyKeys(value), plainKeys),
    hp,
    entryHp: number(value.entryHp) ?? hp,
    life: value.life === 'dead' ? 'dead' : hp > 0 && value.life !== 'down' ? 'up' : 'down',
    hand,
    offHand: text(value.offHand),
    pos: square(value.pos),
    lying: lyingAt(texts(value.atFeet), square(value.pos)),
    potions: [...texts(value.potions)],
    aiming:
      aiming === undefined
        ? yes(value.aiming) || yes(raw(raw(value.declaration).options).aim)
          ? (extras.aimsAt ?? { weapon: hand ?? '-', target: '-' })
          : undefined
        : { weapon: String(aiming.weapon), target: String(aiming.target) },
    aimCarried: aimCarried && {
      weapon: String(aimCarried.weapon),
      target: String(aimCarried.target),
      round: round - 1,
    },
    carried: carried && { spell: text(carried.spell), target: text(carried.target) },
    stuck: list(value.stuck).map((each) => stuckOf(typeof each === 'string' ? { kind: each } : raw(each), round)),
  };
  const declared = { ...held, declaration: declarationOf(value, held) };
  const casting = maybeRaw(value.casting);
  return {
    ...declared,
    picking: declared.declaration?.main === 'pick-up' || yes(value.picking) || value.defPenalty === -15,
    dodging: declared.dodging || declared.declaration?.main === 'dodge',
    noMovement: declared.noMovement || declared.declaration?.options.noMovement === true,
    pace: value.pace === undefined ? paceOf(declared) : declared.pace,
    defending: defendingOf(value, declared) ?? impliedDefense(declared),
    casting: casting && {
      spell: text(casting.spell) ?? 'X',
      ...(text(casting.target) !== undefined && { target: String(casting.target) }),
      begins: number(casting.begins) ?? 8,
      goesOff: number(casting.goesOff) ?? 3,
    },
  };
};

const impliedDefense = (who: Combatant): Combatant['defending'] => {
  const { main, options } = who.declaration ?? {};
  const kind =
    main === 'full-defense'
      ? 'full'
      : main === 'desperate-defense'
        ? 'desperate'
        : options?.defend
          ? 'partial'
          : undefined;
  const scLoss = options?.defend ?? 0;
  return kind && { kind, scLoss, defBonus: defenseBonus(kind, scLoss, defenseRank(who)) };
};

const paceOf = ({ declaration, pace }: Combatant): Combatant['pace'] => {
  switch (declaration?.main) {
    case 'run-attack':
      return 'run';
    case 'move':
    case 'withdraw':
      return declaration.pace ?? 'walk';
    case 'dodge':
    case 'move-attack':
    case 'attack-move':
      return 'walk';
    default:
      return pace;
  }
};
