import { isSameName, normalizeText, ok, phrase, ref, refuse, type Text } from '../../../core/message.ts';
import { isInheritedKey } from '../../../core/plain-object.ts';
import type { FindParamOffers, ParamOffer } from '../../../rules/verb.ts';
import { createOffer, noOffers, offersForCurrentPlayer } from '../checks.ts';
import type { SheetWeapon } from '../sheet.ts';
import { type CheckResult, findByName, findWeapon, type State, type Warrior, type Weapon } from '../state.ts';

const whole = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value);

/** DS-DATA-3. A weapon ready for battle. What the validator let pass in spite of a wrong value gets the nearest right one. */
const createWeapon = (written: SheetWeapon, id: string): Weapon => {
  const hands = written.hands === 2 ? 2 : 1;
  return {
    id,
    name: written.name,
    hands,
    type: written.type === 'ranged' ? 'ranged' : 'melee',
    reach: written.reach === true,
    area: whole(written.aoe) && written.aoe >= 1 ? written.aoe : undefined,
    chargesLeft: whole(written.charges) ? Math.max(0, written.charges) : undefined,
    apr: whole(written.apr) ? Math.min(4, Math.max(1, written.apr)) : 2,
    dice: whole(written.dice) ? Math.min(12, Math.max(1, written.dice)) : hands + 1,
    tags: written.tags ?? [],
  };
};

/** A name that can stand in a list with commas and as a key: `constructor` and its like get a mark. */
export const sanitizeName = (name: string): string => {
  const plain = normalizeText(name.replaceAll(',', ' '));
  return isInheritedKey(plain) ? `${plain}'` : plain;
};

/** The weapons of a warrior, those of one name told apart: `axe`, `axe 2`. */
export const createWeapons = (written: readonly SheetWeapon[]): Weapon[] => {
  const weapons: Weapon[] = [];
  for (const each of written) {
    const name = sanitizeName(each.name) || 'weapon';
    let id = name;
    for (let n = 2; weapons.some((weapon) => weapon.id === id); n++) id = `${name} ${n}`;
    weapons.push({ ...createWeapon(each, id), name });
  }
  return weapons;
};

/** DS-ACT-3, RULING-47. */
export const defaultWeapons = ({ weapons, shield }: Pick<Warrior, 'weapons' | 'shield'>): readonly string[] => {
  const [first] = weapons;
  if (first === undefined) return [];
  if (shield || first.hands === 2) return [first.id];
  return weapons
    .filter(({ hands }) => hands === 1)
    .slice(0, 2)
    .map(({ id }) => id);
};

/** A weapon of this name, each one at most once. */
const named = (weapons: readonly Weapon[], name: string, taken: readonly string[]): Weapon | undefined => {
  const free = weapons.filter(({ id }) => !taken.includes(id));
  return (
    free.find(({ id }) => id === name) ??
    free.find((weapon) => weapon.name === name) ??
    free.find(({ id }) => isSameName(id, name)) ??
    free.find((weapon) => isSameName(weapon.name, name))
  );
};

/** All weapons a name may mean: two axes are both an axe. */
export const matchWeapons = (weapons: readonly Weapon[], name: string): readonly Weapon[] => {
  const exact = weapons.filter((weapon) => weapon.id === name || weapon.name === name);
  return exact.length > 0
    ? exact
    : weapons.filter((weapon) => isSameName(weapon.id, name) || isSameName(weapon.name, name));
};

export interface WeaponSelection {
  readonly active: readonly string[];
  readonly primary: string | undefined;
}

/** DS-ACT-2, DS-ACT-3, RULING-84. The weapons of an activation, or why not those. */
export const selectWeapons = (
  warrior: Warrior,
  names: readonly string[] | undefined,
  primary: string | undefined,
): CheckResult<WeaponSelection> => {
  const { weapons, shield } = warrior;
  const called = [...(names ?? []), ...(primary === undefined ? [] : [primary])];
  const unknown = called.find((name) => matchWeapons(weapons, name).length === 0);
  if (unknown !== undefined) return refuse('E_WEAPON_UNKNOWN', { warrior: ref(warrior.id), weapon: unknown });
  const picked: Weapon[] = [];
  for (const name of names ?? []) {
    const weapon = named(
      weapons,
      name,
      picked.map(({ id }) => id),
    );
    if (weapon === undefined) return refuse('E_WEAPON_SELECTION');
    picked.push(weapon);
  }
  const first = primary === undefined ? undefined : matchWeapons(weapons, primary)[0];
  if (names === undefined) {
    const active = defaultWeapons(warrior);
    if (first !== undefined && !active.includes(first.id)) return refuse('E_WEAPON_SELECTION');
    return ok({ active, primary: first?.id ?? active[0] });
  }
  const [one, two, ...more] = picked;
  const legal =
    more.length === 0 &&
    (one === undefined
      ? weapons.length === 0
      : two === undefined
        ? !shield || one.hands === 1
        : !shield && one.hands === 1 && two.hands === 1);
  if (!legal) return refuse('E_WEAPON_SELECTION');
  const active = picked.map(({ id }) => id);
  if (first !== undefined && !active.includes(first.id)) return refuse('E_WEAPON_SELECTION');
  return ok({ active, primary: first?.id ?? active[0] });
};

/** A list of one is no choice. */
const choice = (offers: readonly ParamOffer<Text>[]): readonly ParamOffer<Text>[] =>
  offers.length > 1 ? offers : noOffers;

/** Two axes of one make are both an axe: it makes no difference which is selected. */
const isSameChoice = (warrior: Warrior, a: ParamOffer<Text>, b: ParamOffer<Text>): boolean => {
  const makes = ({ value }: ParamOffer<Text>): string =>
    value
      .split(', ')
      .map((id) => JSON.stringify({ ...findWeapon(warrior, id), id: '' }))
      .join();
  return makes(a) === makes(b);
};

/** The weapons a ready warrior may select, one or two of them; the usual selection first. */
export const selectableWeapons: FindParamOffers<State> = offersForCurrentPlayer((state, _call, soFar) => {
  const warrior = findByName(state, String(soFar.warrior ?? ''));
  if (warrior === undefined || warrior.owner !== state.current) return noOffers;
  const single = warrior.weapons.filter(({ hands }) => hands === 1);
  const pairs = warrior.shield
    ? []
    : single.flatMap((a) =>
        single
          .filter((b) => b.id !== a.id)
          .map((b) => createOffer(phrase`${a.id}, ${b.id}`, phrase`${a.id} (primary) and ${b.id}`)),
      );
  const alone = warrior.weapons.filter(({ hands }) => !warrior.shield || hands === 1).map(({ id }) => createOffer(id));
  const usual = defaultWeapons(warrior).join(', ');
  const all = [...pairs, ...alone].toSorted((a, b) => Number(b.value === usual) - Number(a.value === usual));
  return choice(all.filter((each, index) => all.findIndex((other) => isSameChoice(warrior, each, other)) === index));
});
