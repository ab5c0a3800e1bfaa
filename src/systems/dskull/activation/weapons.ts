import { isSameName, normalizeText, ok, phrase, ref, refuse, term } from '../../../core/message.ts';
import { isInheritedKey } from '../../../core/plain-object.ts';
import { createOffer } from '../../../rules/verb.ts';
import { noOffers, offersForCurrentPlayer } from '../checks.ts';
import type { SheetWeapon } from '../sheet.ts';
import { type CheckResult, findByName, findWeapon, type Warrior, type Weapon } from '../state.ts';

const whole = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value);

/** A weapon for battle. Wrong values on the sheet become the nearest allowed ones. DS-DATA-3. */
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

/** Marks reserved words like `constructor`, so that a name works as a key. */
export const sanitizeName = (name: string): string => {
  const plain = normalizeText(name);
  return isInheritedKey(plain) ? `${plain}'` : plain;
};

/** A name that is not taken: `axe`, or `axe 2` if `axe` is taken. */
export const findFreeName = (name: string, isTaken: (name: string) => boolean): string => {
  let free = name;
  for (let n = 2; isTaken(free); n++) free = `${name} ${n}`;
  return free;
};

/** The weapons of a warrior for battle. Equal names get numbers: `axe`, `axe 2`. */
export const createWeapons = (written: readonly SheetWeapon[]): Weapon[] => {
  const weapons: Weapon[] = [];
  for (const each of written) {
    const name = sanitizeName(each.name.replaceAll(',', ' ')) || 'weapon';
    const id = findFreeName(name, (taken) => weapons.some((weapon) => weapon.id === taken));
    weapons.push({ ...createWeapon(each, id), name });
  }
  return weapons;
};

/** Ids of the weapons a warrior uses if the player selects none. DS-ACT-3, RULING-47. */
export const defaultWeapons = ({ weapons, shield }: Pick<Warrior, 'weapons' | 'shield'>): readonly string[] => {
  const [first] = weapons;
  if (first === undefined) return [];
  if (shield || first.hands === 2) return [first.id];
  return weapons
    .filter(({ hands }) => hands === 1)
    .slice(0, 2)
    .map(({ id }) => id);
};

/** All weapons that a typed name may mean. With two axes, `axe` means both. */
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

/** The weapons of an activation. Refuses: E_WEAPON_UNKNOWN, E_WEAPON_SELECTION. DS-ACT-2, DS-ACT-3, RULING-84. */
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
    const [weapon] = matchWeapons(
      weapons.filter((each) => !picked.includes(each)),
      name,
    );
    if (weapon === undefined) return refuse('E_WEAPON_SELECTION');
    picked.push(weapon);
  }
  const [one, two, ...more] = picked;
  const isLegal =
    more.length === 0 &&
    (one === undefined
      ? weapons.length === 0
      : two === undefined
        ? !shield || one.hands === 1
        : !shield && one.hands === 1 && two.hands === 1);
  if (names !== undefined && !isLegal) return refuse('E_WEAPON_SELECTION');
  const active = names === undefined ? defaultWeapons(warrior) : picked.map(({ id }) => id);
  const first = primary === undefined ? active[0] : matchWeapons(weapons, primary)[0]?.id;
  if (first !== undefined && !active.includes(first)) return refuse('E_WEAPON_SELECTION');
  return ok({ active, primary: first });
};

/** All weapon selections of a warrior, the default one first. Selections of equal weapons appear once. */
export const weaponSelections = (warrior: Warrior): readonly (readonly string[])[] => {
  const { weapons, shield } = warrior;
  const single = weapons.filter(({ hands }) => hands === 1);
  const pairs = shield ? [] : single.flatMap((a) => single.filter((b) => b !== a).map((b) => [a.id, b.id]));
  const alone = (shield ? single : weapons).map(({ id }) => [id]);
  const usual = defaultWeapons(warrior).join();
  const all = [...pairs, ...alone].toSorted((a, b) => Number(b.join() === usual) - Number(a.join() === usual));
  const makes = all.map((ids) => JSON.stringify(ids.map((id) => ({ ...findWeapon(warrior, id), id: '' }))));
  return all.filter((_, index) => makes.indexOf(makes[index] ?? '') === index);
};

/** Offers weapon selections of a ready warrior. Empty if there is only one. */
export const selectableWeapons = offersForCurrentPlayer((state, _call, soFar) => {
  const warrior = findByName(state, String(soFar.warrior ?? ''));
  if (warrior === undefined || warrior.owner !== state.current) return noOffers;
  const all = weaponSelections(warrior);
  return all.length < 2
    ? noOffers
    : all.map(([one = '', two]) =>
        two === undefined
          ? createOffer(one)
          : createOffer(`${one}, ${two}`, phrase`${term(one)} (primary) and ${term(two)}`),
      );
});
