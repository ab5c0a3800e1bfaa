import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../fake/person.ts';
import type { Shown } from '../fake/shown.ts';
import { playOut, type Tastes } from './playing.ts';
import { free, type Table, table } from './table.ts';
import { type Cast, findTableFaults } from './table-faults.ts';

interface Fight {
  readonly heroes: readonly [string, string];
  readonly foe: string;
  readonly foes: readonly string[];
  readonly verbs: Tastes;
  readonly gmVerbs: Tastes;
  readonly won: RegExp;
}

const fights: Readonly<Record<string, Fight>> = {
  skure: {
    ...{ heroes: ['Roland', 'Berit'], foe: 'Bog Rat', foes: ['Bog Rat'], won: /victory for allies/i },
    ...{ verbs: ['Attack', 'End'], gmVerbs: ['End'] },
  },
  segment: {
    ...{ heroes: ['Hedda', 'Orrin'], foe: 'Hollow Rat', foes: ['Hollow Rat'], won: /Hollow Rat: .*(down|dead)/i },
    ...{ verbs: ['Declare'], gmVerbs: ['Resolve', 'Next', 'Declare'] },
  },
  'sword-world': {
    ...{ heroes: ['Wolf', 'Mira'], foe: 'Giant Rat', foes: ['Giant Rat'], won: /The allies win/ },
    ...{ verbs: ['Initiative', 'Attack', 'End'], gmVerbs: ['Place everyone', 'End', 'Close'] },
  },
  straalara: {
    ...{ heroes: ['Ysolde', 'Tobin'], foe: 'Pell', foes: ['Pell'], won: /Pell: .*(Incapacitated|dead)|Out: Pell/i },
    ...{ verbs: ['Take', 'Nominate'], gmVerbs: ['Initiative', 'Take', 'Nominate', 'Next'] },
  },
  dskull: {
    ...{
      heroes: ['Greyford', 'Silverbough'],
      foe: 'Ember',
      foes: ['Ember and Flask'],
      won: /victory for Ann and Bob/i,
    },
    ...{ verbs: ['Activate', 'End'], gmVerbs: ['Place everyone', 'Tactics', 'Activate', 'End', 'Next'] },
  },
};

let t: Table;
beforeAll(async () => {
  t = await table();
});
afterAll(() => t.close());

const labelOf = (message: Shown | undefined, begins: string): string => {
  const labels = message?.selects.flatMap(({ options }) => options.map(({ label }) => label)) ?? [];
  const label = labels.find((each) => each.startsWith(begins));
  if (label === undefined) throw new Error(`No ${begins} among ${labels.join(', ')}: ${message?.text}`);
  return label;
};

/** Presses a button of the panel, then picks from list after list. */
const presses = async (who: Person, label: string, ...picks: readonly string[]): Promise<void> => {
  let message = await who.press(label, await t.panel());
  for (const pick of picks) message = await who.choose(labelOf(message, pick), message);
};

const hostile = /^(Attack|Charge|Aim|Declare|Nominate)/;

test.each(Object.keys(fights))(
  'two people who only press buttons win together: %s',
  async (system) => {
    const { heroes, foe, foes, verbs, gmVerbs, won } = fights[system] ?? expect.fail();
    const { gwen, ann, bob, eve, typed, panel } = t;
    const cast: Cast = { gwen: ['The GM', 'the GM', ...foes], ann: ['Ann'], bob: ['Bob'] };
    await typed(gwen, '/battle create', { system, name: free('The bridge') });
    const asked = system === 'dskull' ? ['allies'] : [];
    await presses(ann, 'Join', ...asked, heroes[0]);
    await presses(bob, 'Join', ...asked, heroes[1]);
    await presses(gwen, 'Add foes', foe);
    if ((await panel()).buttons.some(({ label }) => label === 'Place everyone')) await presses(gwen, 'Place everyone');
    await presses(gwen, 'Start');
    const lists: string[] = [];
    await playOut(t, cast, {
      ...{ verbs, gmVerbs, plans: true, most: 300, until: won },
      offered: (who, verb, labels) => {
        const friend = { Ann: 'Bob', Bob: 'Ann' }[who];
        if (hostile.test(verb) && labels.some((label) => label === friend)) lists.push(`${who} ${verb}: ${labels}`);
      },
    });
    expect(lists).toEqual([]);
    for (const who of [ann, bob, eve]) expect((await who.awaits(won)).text).not.toContain('somebody');
    await typed(gwen, '/battle end', { winner: free('allies') }).catch(() => undefined);
    expect(findTableFaults(t, cast)).toEqual([]);
  },
  240_000,
);
