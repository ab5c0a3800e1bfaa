import { memoizeByObject } from '../../../core/memoize.ts';
import { ownValue } from '../../../core/plain-object.ts';
import { estimatedShare, type Reader } from '../../../rules/reader.ts';
import { roundedMean, type SampleBelief, visibleEffects } from '../../../rules/tactics.ts';
import { isAlly } from '../checks.ts';
import { planAttack } from '../maneuvers.ts';
import { sumParts, woundPenalty } from '../pools.ts';
import type { Settings } from '../settings.ts';
import type { Sheet } from '../sheet.ts';
import { type ActionSlot, type Combatant, type DeferredEffect, isAble, type Nomination, type State } from '../state.ts';

/** Dice and base damage of the combatant’s best attack, as if unwounded. */
const bestAttack = (me: Combatant, state: State): { readonly pool: number; readonly base: number } => {
  const fresh = { ...me, lost: 0, life: 'up' as const, modifiers: [] };
  const ways: readonly Pick<Nomination, 'action' | 'spell'>[] = [
    ...(['brawl', 'melee', 'archery', 'thrown'] as const).map((action) => ({ action })),
    ...me.sheet.spells.map(({ name }) => ({ action: 'spell' as const, spell: name })),
  ];
  const [best] = ways
    .flatMap((way) => planAttack(fresh, way, state) ?? [])
    .map(({ parts, base }) => ({ pool: sumParts(parts), base }))
    .toSorted((a, b) => b.pool + b.base - (a.pool + a.base));
  return best ?? { pool: 0, base: 0 };
};

/** The name of the weapon on a guessed sheet. */
const believedWeapon = 'weapon';

const averageOf = <One>(all: readonly One[], figure: (each: One) => number, usual: number): number =>
  roundedMean(all.map(figure), usual);

/** Guesses a foe’s sheet: the average of the combatant’s own side. */
const believedSheet = (own: readonly Combatant[], state: State): Sheet => {
  const attribute = (name: 'strength' | 'dexterity' | 'stamina' | 'wits') =>
    averageOf(own, ({ sheet }) => sheet.attributes[name], 3);
  const ability = (name: string) => averageOf(own, ({ sheet }) => ownValue(sheet.abilities, name) ?? 0, 2);
  const best = own.map((each) => bestAttack(each, state));
  const dexterity = attribute('dexterity');
  const base = Math.min(
    20,
    averageOf(best, (attack) => attack.base, 4),
  );
  return {
    attributes: { strength: attribute('strength'), dexterity, stamina: attribute('stamina'), wits: attribute('wits') },
    abilities: {
      brawl: ability('brawl'),
      weaponry: Math.max(ability('weaponry'), ability('melee')),
      athletics: ability('athletics'),
      dodge: ability('dodge'),
      archery: Math.max(0, averageOf(best, ({ pool }) => pool, dexterity + 2) - dexterity),
    },
    armor: averageOf(own, ({ sheet }) => sheet.armor, 0),
    brawlDamage: { base: 0, addStrength: true },
    weapons: [
      {
        name: believedWeapon,
        categories: ['melee', 'bow'],
        damage: { base, addStrength: false },
        difficultyMod: 0,
        ready: true,
        broken: false,
      },
    ],
    spells: [],
  };
};

/** The sheets of one side, and the average of these sheets. */
interface UsualSheet {
  readonly own: readonly Sheet[];
  readonly sheet: Sheet;
}

/** The average sheet last calculated, by settings and the first sheet of the side. */
const lastBelieved = memoizeByObject((_: Settings) =>
  memoizeByObject((__: Sheet): { last: UsualSheet | undefined } => ({ last: undefined })),
);

const usualSheet = (own: readonly Combatant[], state: State): Sheet => {
  const [first] = own;
  if (first === undefined || state.effects.length > 0) return believedSheet(own, state);
  const kept = lastBelieved(state.settings)(first.sheet);
  const { last } = kept;
  if (last?.own.length === own.length && own.every(({ sheet }, at) => sheet === last.own[at])) return last.sheet;
  const sheet = believedSheet(own, state);
  kept.last = { own: own.map((each) => each.sheet), sheet };
  return sheet;
};

/** Health levels lost, from the share of health left: 0 if unhurt, else at least 1, never all. */
const levelsLostAt = (share: number, most: number): number =>
  share >= 1 ? 0 : Math.min(most - 1, Math.max(1, Math.round((1 - share) * most)));

/** Replaces a private nomination by the action `none`. ST-NOM-4. */
const visibleSlot = (slot: ActionSlot): ActionSlot =>
  slot.status !== 'nominated' || slot.opened ? slot : { ...slot, as: { action: 'none', class: 'plain' } };

const visibleActions = ([first, second]: Combatant['actions']): Combatant['actions'] => [
  visibleSlot(first),
  visibleSlot(second),
];

/** Removes the GM’s modifiers and the unsettled botch, which only the GM knows. */
const withoutGmModifiers = (me: Combatant): Combatant => ({ ...me, modifiers: [], openBotch: undefined });

const hasSealedStance = ({ actions: [first] }: Combatant): boolean => first.status === 'nominated' && !first.opened;

const asFoe = (each: Combatant, sheet: Sheet, most: number): Combatant => ({
  ...withoutGmModifiers(each),
  actions: visibleActions(each.actions),
  sheet,
  lost: isAble(each) ? levelsLostAt(estimatedShare((most - each.lost) / most), most) : most,
  overflow: 0,
  rating: undefined,
  extended: undefined,
  stance: hasSealedStance(each) ? 'none' : each.stance,
});

/** The battle as a combatant’s side knows it; hidden facts are guessed. See `visibility.ts`. */
export const sideBelief = (state: State, me: Combatant): State => {
  const own = state.combatants.filter((each) => isAlly(me, each));
  const ours = new Set(own.map(({ id }) => id));
  const effects = state.effects.filter(({ who }) => ours.has(who));
  const known = { ...state, effects, endOfTurnQueue: [] };
  const sheet = usualSheet(own, known);
  const most = state.settings.healthTrack.length;
  return {
    ...known,
    combatants: state.combatants.map((each) =>
      each.id === me.id
        ? withoutGmModifiers(each)
        : ours.has(each.id)
          ? { ...withoutGmModifiers(each), actions: visibleActions(each.actions) }
          : asFoe(each, sheet, most),
    ),
  };
};

/** The attack of a foe with a guessed sheet: dice after wounds, and base damage. */
export const believedAttack = (
  foe: Combatant,
  { settings }: State,
): { readonly pool: number; readonly base: number } => ({
  pool:
    foe.sheet.attributes.dexterity +
    (foe.sheet.abilities.archery ?? 0) -
    (settings.woundsReducePools ? (woundPenalty(foe, settings) ?? 0) : 0),
  base: foe.sheet.weapons[0]?.damage?.base ?? 0,
});

/** The term in `numberTerms` that decides whether a reader sees an effect’s modifier. */
const modifierTerms = {
  ...{ initiative: 'pools', attack: 'pools', defense: 'pools', difficulty: 'pools' },
  ...{ damage: 'health', soak: 'soak' },
};

/** Adapts a nomination to the guessed sheet: each attack uses the one weapon on it. */
const withBelievedWeapon = (as: Nomination): Nomination => {
  const { spell: _, ready: __, stow: ___, ...rest } = as;
  if (as.class !== 'attack' || as.action === 'brawl')
    return as.class === 'attack' ? rest : { action: 'none', class: 'plain' };
  return { ...rest, action: as.action === 'melee' ? 'melee' : 'archery', weapon: believedWeapon };
};

/** Empties a private nomination, so that a simulation makes a new one. ST-NOM-4. */
const withoutPrivateNomination = (slot: ActionSlot): ActionSlot =>
  slot.status === 'nominated' && !slot.opened ? { status: 'empty' } : slot;

const believedSlot = (slot: ActionSlot): ActionSlot =>
  slot.status === 'empty' || slot.as === undefined ? slot : { ...slot, as: withBelievedWeapon(slot.as) };

/** The combatant without the secrets that only its owner and the GM know. */
const withoutOwnersSecrets = (each: Combatant): Combatant => ({
  ...each,
  modifiers: [],
  intent: {},
  openBotch: undefined,
  stance: hasSealedStance(each) ? 'none' : each.stance,
  actions: [withoutPrivateNomination(each.actions[0]), withoutPrivateNomination(each.actions[1])],
});

const asUnknown = (each: Combatant, sheet: Sheet, state: State, reader: Reader): Combatant => {
  const { actions, id, lost, ...rest } = withoutOwnersSecrets(each);
  const most = state.settings.healthTrack.length;
  const share = reader.estimateShare(id, 'health', most - lost, most);
  const left = isAble(each) ? levelsLostAt(share, most) : most;
  const known = reader.isNumberVisible(id, 'sheet');
  return {
    ...rest,
    id,
    lost: reader.isNumberVisible(id, 'health') ? lost : left,
    ...(!reader.isNumberVisible(id, 'health') && { overflow: 0 }),
    ...(!reader.isNumberVisible(id, 'pools') && { rating: undefined }),
    ...(known
      ? { actions }
      : { sheet, extended: undefined, actions: [believedSlot(actions[0]), believedSlot(actions[1])] }),
  };
};

/** Reduces a deferred wound to at most one level, if the reader may not know its size. */
const redactDeferred = (held: DeferredEffect, reader: Reader): DeferredEffect =>
  held.kind !== 'wound' || reader.isNumberVisible(held.target, 'health')
    ? held
    : { ...held, healthLost: Math.min(1, held.healthLost) };

/** A battle that fits the reader’s knowledge: foes have an average sheet, and private nominations are empty. */
export const sampleBelief: SampleBelief<State> = (state, reader) => {
  const own = state.combatants.filter(({ id }) => reader.knowsAllOf(id));
  const { open, pendingAttack } = state;
  const known = { ...state, effects: visibleEffects(state.effects, reader, modifierTerms) };
  const sheet = believedSheet(own, known);
  const [weapon] = sheet.weapons;
  const isSheetVisible = (name: string): boolean => reader.isNumberVisible(name, 'sheet');
  return {
    ...known,
    endOfTurnQueue: state.endOfTurnQueue.map((each) =>
      isSheetVisible(each.author) || each.damage === undefined
        ? each
        : { ...each, damage: { base: weapon?.damage?.base ?? 0, extra: 0 } },
    ),
    ...(open && { open: { ...open, held: open.held.map((each) => redactDeferred(each, reader)) } }),
    ...(pendingAttack &&
      !isSheetVisible(pendingAttack.attacker) && {
        pendingAttack: {
          ...pendingAttack,
          base: weapon?.damage?.base ?? 0,
          ...(pendingAttack.weapon !== undefined && { weapon: believedWeapon }),
        },
      }),
    combatants: state.combatants.map((each) => {
      if (reader.isControlled(each.id)) return withoutGmModifiers(each);
      return reader.knowsAllOf(each.id) ? withoutOwnersSecrets(each) : asUnknown(each, sheet, known, reader);
    }),
  };
};
