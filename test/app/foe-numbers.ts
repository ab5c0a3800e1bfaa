/** Secret numbers of a foe. Changing them must not change what players read. */
export const foeNumbers: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  skure: { hp: 71, maxHp: 71, essence: 37, maxEssence: 37, attack: 19, defense: 17 },
  'sword-world': { hp: 71, maxHp: 71, mp: 37, maxMp: 37, defense: 9 },
  straalara: { strength: 6, stamina: 6, armor: 5, base: 6, brawl: 6, dodge: 6, weaponry: 6, athletics: 6 },
  segment: { hp: 71, maxHp: 71, energy: 37, damage: '2d6+3', sc: 77, con: 17, luck: 17 },
  dskull: { traits: [] },
};
