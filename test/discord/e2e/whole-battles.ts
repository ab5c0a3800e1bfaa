import { kindOf } from '../fake/traffic.ts';
import type { Tastes } from './playing.ts';
import { free, type Table } from './table.ts';

/** A battle of two players and a GM, played to its end on a local Discord with the offered buttons. */
export interface Script {
  readonly opens: (t: Table) => Promise<unknown>;
  readonly verbs: Tastes;
  readonly picks: Tastes;
  /** The panel's text at the end, if the battle itself does not end. */
  readonly until?: RegExp;
  readonly foes: readonly string[];
}

const placed = async ({ gwen, typed }: Table, squares: readonly (readonly [string, string, string?])[]) => {
  for (const [target, to, facing] of squares)
    await typed(gwen, '/battle place', { target, to: free(to), ...(facing !== undefined && { facing }) });
};

/** One for each rulebook. */
export const scripts: Readonly<Record<string, Script>> = {
  skure: {
    opens: async (t) => {
      const { gwen, ann, bob, typed } = t;
      await typed(gwen, '/battle create', { system: 'skure', name: free('The old bridge'), size: free('10x10') });
      await typed(ann, '/battle join', { preset: 'Osric Fenn, longbowman', side: free('red') });
      await typed(bob, '/battle join', { preset: 'Berit Stone, tower guard', side: 'red' });
      await typed(gwen, '/npc add', { preset: 'Zombie', count: 6, side: free('blue') });
      await placed(t, [
        ['Ann', 'D5', 'E'],
        ['Bob', 'E5', 'E'],
        ['Zombie 1', 'E4', 'SW'],
        ['Zombie 2', 'F5', 'W'],
        ['Zombie 3', 'F6', 'W'],
        ['Zombie 4', 'H4', 'W'],
        ['Zombie 5', 'H5', 'W'],
        ['Zombie 6', 'H6', 'W'],
      ]);
    },
    verbs: ['Attack', 'End'],
    picks: [],
    foes: ['Zombie 1', 'Zombie 2', 'Zombie 3', 'Zombie 4', 'Zombie 5', 'Zombie 6'],
  },
  segment: {
    opens: async (t) => {
      const { gwen, ann, bob, typed } = t;
      await typed(gwen, '/battle create', {
        system: 'segment',
        name: free('The ford'),
        settings: free('autoEnd=true'),
      });
      await typed(ann, '/battle join', { preset: /fighter/, side: free('red') });
      await typed(bob, '/battle join', { preset: /archer/, side: 'red' });
      await typed(gwen, '/npc add', {
        ...{ preset: /mage/, name: free('Grim'), count: 2 },
        ...{ side: free('blue'), changes: free('maxHp=9') },
      });
      await placed(t, [
        ['Ann', 'D5'],
        ['Bob', 'D9'],
        ['Grim 1', 'E5'],
        ['Grim 2', 'E6'],
      ]);
    },
    verbs: ['Free attack', 'Redirect', 'Keep', 'Forgo', 'Resolve', 'Declare', 'Next'],
    picks: [/^attack \(/, /^move attack/, 'none', 'yes', 'Grim 1', 'Grim 2'],
    foes: ['Grim 1', 'Grim 2'],
  },
  'sword-world': {
    opens: async ({ gwen, ann, bob, typed, guided }) => {
      await typed(gwen, '/battle create', {
        system: 'sword-world',
        name: free('The mire'),
        settings: free('mode=standard'),
      });
      await typed(ann, '/battle join', { preset: /^Wolf/, side: free('allies') });
      await typed(bob, '/battle join', { preset: /^Tess/, side: 'allies' });
      await typed(gwen, '/npc add', { preset: 'Goblin', count: 2, side: free('enemies'), changes: free('hp=8') });
      await typed(gwen, '/battle start');
      await guided(ann, 'Initiative', []);
      await typed(gwen, '/battle place', { placement: free('Ann: 0; Bob: -15; Goblin 1: 5; Goblin 2: 8') });
    },
    verbs: ['Attack', 'Move', 'End', 'Close'],
    picks: ['Goblin 2', 'Goblin 1', 'Ann', 'full'],
    foes: ['Goblin 1', 'Goblin 2'],
  },
  straalara: {
    opens: async ({ gwen, ann, bob, typed }) => {
      await typed(gwen, '/battle create', { system: 'straalara', name: free('The hollow') });
      await typed(ann, '/battle join', { preset: /Ysolde/, side: free('red') });
      await typed(bob, '/battle join', { preset: /Tobin/, side: 'red' });
      await typed(gwen, '/npc add', { preset: /Pell/, name: free('Pell'), side: free('blue') });
    },
    verbs: ['Initiative', 'Take', 'Defend', 'Declare', 'Nominate', 'Botch', 'Next'],
    picks: ['melee', /^mixed/, 'Pell', 'Ann', 'parry', 'none'],
    until: /Pell: .*(Incapacitated|dead)|Out: Pell/i,
    foes: ['Pell'],
  },
  dskull: {
    opens: async ({ gwen, ann, bob, typed }) => {
      await typed(gwen, '/battle create', { system: 'dskull', name: free('Broken field') });
      await typed(gwen, '/dskull scenario', { name: /Broken Field/, rounds: 5 });
      await typed(ann, '/battle join', { preset: /Greyford/, side: free('red') });
      await typed(bob, '/battle join', { preset: /Silverbough/, side: free('blue') });
    },
    ...{ verbs: ['Deploy', 'Tactics', 'Activate', 'Attack', 'End'], picks: [], foes: [] },
  },
};

const ephemeral = 64;

/** True if this request posts a new public message. */
export const isPublic = ({ method, path, body }: { method: string; path: string; body: unknown }): boolean => {
  const { type, data = {}, flags = 0 } = Object(body);
  const isHidden = ((Object(data).flags ?? flags) & ephemeral) !== 0;
  switch (kindOf({ method, path })) {
    case 'message':
      return true;
    case 'first answer':
      return (type === 4 || type === 5) && !isHidden;
    case 'follow-up':
      return !isHidden;
    default:
      return false;
  }
};
