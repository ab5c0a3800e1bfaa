import type { OpenBotch } from './model.ts';

export const consequences = ['none', 'weapon-broken', 'hits-ally'] as const;
export type Consequence = (typeof consequences)[number];

export interface Mishap {
  readonly consequence: Consequence;
  readonly says: string;
}

const told = (says: string): Mishap => ({ consequence: 'none', says });
const breaks = (says: string): Mishap => ({ consequence: 'weapon-broken', says });
const strays = (says: string): Mishap => ({ consequence: 'hits-ally', says });

/** What may go wrong, for the GM to pick from (ST-RES-5, ST-RUL-49): words of ours for the rulebook's three outcomes. */
const mishaps: Readonly<Record<string, readonly Mishap[]>> = {
  brawl: [told('stumbles past the foe'), told('bruises a fist on stone'), strays('elbows the wrong one')],
  melee: [breaks('the blade snaps'), told('the grip slips and the blow goes wide'), strays('the swing finds a friend')],
  archery: [breaks('the string snaps'), told('the arrow clatters to the ground'), strays('the arrow finds a friend')],
  thrown: [breaks('it shatters on a stone'), told('it sails out of sight'), strays('it finds a friend')],
  spell: [told('the words fail and sparks fly'), strays('the spell leaps to the wrong one')],
  block: [told('walks into the blow'), told('loses footing')],
  parry: [breaks('the guard gives way'), told('the parry comes on the wrong side')],
  dodge: [told('slips and goes down on one knee'), told('dodges into the way of others')],
};
const anything: readonly Mishap[] = [told('it goes wrong, and everybody sees it'), told('the effort is wasted')];

/** The consequences that can befall this botch. */
export const possible = (botch: OpenBotch): readonly Consequence[] =>
  consequences.filter(
    (each) =>
      each === 'none' ||
      (each === 'weapon-broken' ? botch.weapon !== undefined : botch.roll === 'attack' && botch.base !== undefined),
  );

export const mishapsOf = (botch: OpenBotch): readonly Mishap[] => {
  const may = possible(botch);
  return (mishaps[botch.maneuver] ?? anything).filter(({ consequence }) => may.includes(consequence));
};
