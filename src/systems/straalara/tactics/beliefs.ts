import { attackPlan } from '../maneuvers.ts';
import { sumOf } from '../pools.ts';
import type { Sheet } from '../sheet.ts';
import { able, type Combatant, type Nomination, type Slot, type State } from '../state.ts';
import { woundPenalty } from '../wounds.ts';

/** Do these two fight for the same side? One without a side fights for itself. */
export const isAlly = (one: Combatant, other: Combatant): boolean =>
  one.name === other.name || (one.side !== undefined && one.side === other.side);

/** The whole number nearest to the mean; `usual` where there is nobody to take it of. */
const meanOf = (numbers: readonly number[], usual: number): number =>
  numbers.length === 0 ? usual : Math.round(numbers.reduce((sum, n) => sum + n, 0) / numbers.length);

/** What a sheet can do at its best: the dice of its best attack without wounds, and that attack's base damage. */
const bestOf = (me: Combatant, state: State): { readonly pool: number; readonly base: number } => {
  const fresh = { ...me, lost: 0, life: 'up' as const, modifiers: [] };
  const ways: readonly Pick<Nomination, 'action' | 'spell'>[] = [
    ...(['brawl', 'melee', 'archery', 'thrown'] as const).map((action) => ({ action })),
    ...me.sheet.spells.map(({ name }) => ({ action: 'spell' as const, spell: name })),
  ];
  const [best] = ways
    .flatMap((way) => attackPlan(fresh, way, state) ?? [])
    .map(({ parts, base }) => ({ pool: sumOf(parts), base }))
    .toSorted((a, b) => b.pool + b.base - (a.pool + a.base));
  return best ?? { pool: 0, base: 0 };
};

/** A fighter like those of one's own side on the average: what is believed of a foe whose sheet nobody is told. */
const believedSheet = (own: readonly Combatant[], state: State): Sheet => {
  const attribute = (name: 'strength' | 'dexterity' | 'stamina' | 'wits'): number =>
    meanOf(
      own.map(({ sheet }) => sheet.attributes[name]),
      3,
    );
  const ability = (name: string): number =>
    meanOf(
      own.map(({ sheet }) => sheet.abilities[name] ?? 0),
      2,
    );
  const best = own.map((each) => bestOf(each, state));
  const dexterity = attribute('dexterity');
  const skill = Math.max(
    0,
    meanOf(
      best.map(({ pool }) => pool),
      dexterity + 2,
    ) - dexterity,
  );
  return {
    attributes: { strength: attribute('strength'), dexterity, stamina: attribute('stamina'), wits: attribute('wits') },
    abilities: {
      brawl: ability('brawl'),
      weaponry: Math.max(ability('weaponry'), ability('melee')),
      athletics: ability('athletics'),
      dodge: ability('dodge'),
      archery: skill,
    },
    armor: meanOf(
      own.map(({ sheet }) => sheet.armor),
      0,
    ),
    brawlDamage: { base: 0, addStrength: true },
    weapons: [
      {
        name: 'weapon',
        categories: ['melee', 'bow'],
        damage: {
          base: Math.min(
            20,
            meanOf(
              best.map(({ base }) => base),
              4,
            ),
          ),
          addStrength: false,
        },
        difficultyMod: 0,
        ready: true,
        broken: false,
      },
    ],
    spells: [],
  };
};

/** Levels lost as the usual words tell them: unhurt, scratched, wounded, badly wounded, nearly felled. */
const believedLost = ({ lost }: Combatant, most: number): number => {
  const left = (most - lost) / most;
  if (left >= 1) return 0;
  const middle = left >= 0.75 ? 0.875 : left >= 0.5 ? 0.625 : left >= 0.25 ? 0.375 : 0.125;
  return Math.min(most - 1, Math.max(1, Math.round((1 - middle) * most)));
};

/** ST-NOM-4, `declarations: private`: of a nomination not opened yet nothing is known but that it was made. */
const knownSlot = (slot: Slot): Slot =>
  slot.status !== 'nominated' || slot.opened ? slot : { ...slot, as: { action: 'none', class: 'plain' } };

const asAlly = (each: Combatant): Combatant => ({
  ...each,
  modifiers: [],
  intent: {},
  openBotch: undefined,
  actions: [knownSlot(each.actions[0]), knownSlot(each.actions[1])],
});

const hasSealedStance = ({ actions: [first] }: Combatant): boolean => first.status === 'nominated' && !first.opened;

const asFoe = (each: Combatant, sheet: Sheet, most: number): Combatant => ({
  ...asAlly(each),
  sheet,
  lost: able(each) ? believedLost(each, most) : most,
  overflow: 0,
  rating: undefined,
  extended: undefined,
  stance: hasSealedStance(each) ? 'none' : each.stance,
});

/**
 * The battle as the side of this combatant knows it: sheets, wounds and sealed words of others are what is believed of them (point
 * by point: `numbers` in `visibility.ts`), and nobody knows what the GM has laid on the next roll.
 */
export const asBelieved = (state: State, me: Combatant): State => {
  const own = state.combatants.filter((each) => isAlly(me, each));
  const ours = new Set(own.map(({ name }) => name));
  const effects = state.effects.filter(({ who }) => ours.has(who));
  const known = { ...state, effects, endOfTurnQueue: [] };
  const sheet = believedSheet(own, known);
  const most = state.settings.healthTrack.length;
  return {
    ...known,
    combatants: state.combatants.map((each) =>
      each.name === me.name
        ? { ...each, modifiers: [], openBotch: undefined }
        : ours.has(each.name)
          ? asAlly(each)
          : asFoe(each, sheet, most),
    ),
  };
};

/** Dice of an attack that a believed foe makes, wounds taken off. */
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
