/** Names to give warriors where their player has none in mind. */
const byRace: Readonly<Record<string, readonly string[]>> = {
  human: ['Alda', 'Bram', 'Cole', 'Dessa', 'Edric', 'Fenn', 'Greta', 'Hale', 'Iva', 'Jorik', 'Kass', 'Lorn'],
  orc: ['Drog', 'Urza', 'Maggat', 'Krun', 'Shagra', 'Bolg', 'Vorka', 'Gnash', 'Ruk', 'Ogga', 'Tharg', 'Zug'],
  dwarf: ['Durn', 'Brynja', 'Gim', 'Hakka', 'Orsik', 'Thora', 'Balin', 'Runa', 'Stig', 'Vigdis', 'Korr', 'Ulf'],
  elf: ['Ilven', 'Saria', 'Talan', 'Mirel', 'Faelin', 'Oriel', 'Cael', 'Lirien', 'Neris', 'Thael', 'Vanya', 'Ysil'],
  goblin: ['Grub', 'Snig', 'Wort', 'Fizz', 'Nettle', 'Spit', 'Mudge', 'Titch', 'Rag', 'Bogle', 'Crumb', 'Yap'],
};

const anybody = [
  'Ash',
  'Birch',
  'Cinder',
  'Dusk',
  'Ember',
  'Flint',
  'Gale',
  'Hollow',
  'Ivy',
  'Jackdaw',
  'Kite',
  'Lark',
];

/** Names for a warrior of this race, those that are taken left out. */
export const suggestNames = (race: string, taken: readonly string[]): readonly string[] => {
  const all = [...((Object.hasOwn(byRace, race) ? byRace[race] : undefined) ?? []), ...anybody];
  return all.filter((name) => !taken.includes(name));
};

/** A name of one's own for another: `Grub`, or `Grub 2` where there is a Grub. */
export const uniqueName = (name: string, taken: readonly string[]): string => {
  if (!taken.includes(name)) return name;
  const stem = name.replace(/ \d+$/, '').slice(0, 56);
  for (let n = 2; ; n++) if (!taken.includes(`${stem} ${n}`)) return `${stem} ${n}`;
};
