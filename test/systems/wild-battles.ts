import { gmCaller } from '../../src/rules/expected-action.ts';
import type { Game } from '../../src/rules/game.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { rulesets } from '../../src/systems/index.ts';
import type { Pick } from '../chance.ts';
import { orderNow, sidesOf } from './any-battle.ts';
import * as dskull from './dskull/random.ts';
import type { Proposal, RandomBattle } from './random-battle.ts';
import * as segment from './segment/random.ts';
import * as skure from './skure/random.ts';
import * as straalara from './straalara/random.ts';
import * as swordWorld from './sword-world/random.ts';

const gm = gmCaller();

/** Random battles of each rulebook with any settings, as its own tests play them. One combatant is named `hidden`. */
export const wildBattles: Readonly<Record<string, (pick: Pick, hidden?: string) => RandomBattle>> = {
  skure: skure.randomBattle,
  dskull: dskull.randomBattle,
  'sword-world': swordWorld.randomBattle,
  straalara: (pick, hidden = 'Zyxomark') => ({ ...straalara.randomBattle(pick, hidden), settings: {}, hidden }),
  segment: (pick, named) => {
    const { settings, entrants, hidden, propose } = segment.randomBattle(pick, named);
    const places = entrants.map(({ entrant: { id } }): Proposal['doing'] => ({
      ...{ do: 'verb', verb: 'place' },
      params: { target: id, to: `${String.fromCharCode(65 + pick(7))}${1 + pick(7)}` },
    }));
    const opening = [...entrants, ...places, { do: 'start' as const }].map((doing) => ({ doing, call: gm }));
    return {
      settings,
      hidden,
      opening,
      propose: (game) => {
        const { actor, gm: asGm, controls, doing } = propose(game);
        return { doing, call: { actor, by: 'somebody', gm: asGm, controls, pending: undefined } };
      },
    };
  },
};

/** Random battles of a rulebook without its own: four presets, and orders that are expected or random. */
export const plainBattle =
  (ruleset: Ruleset) =>
  (pick: Pick, hidden = 'Zyxomark'): RandomBattle => {
    const sides = sidesOf(ruleset);
    const sheets = Object.values(ruleset.presets).map(({ sheet }) => sheet);
    const entrants = ['Ann', 'Bob', 'Cid', hidden].map((id, at): Proposal['doing'] => ({
      ...{ do: 'enter', entrant: { id, side: sides[at % 2], sheet: sheets[pick(sheets.length)] } },
    }));
    return {
      settings: {},
      hidden,
      opening: [...entrants, { do: 'start' as const }].map((doing) => ({ doing, call: gm })),
      propose: (game) => orderNow(ruleset, game, pick),
    };
  };

/** A random battle before anyone has joined. */
export const wildBattle = (system: string, pick: Pick, hidden?: string): RandomBattle & { readonly blank: Game } => {
  const battle = wildBattles[system]?.(pick, hidden);
  const blank = battle && rulesets.find(({ id }) => id === system)?.createGame(battle.settings);
  if (battle === undefined || !blank?.ok) throw new Error(`There are no random battles of ${system}.`);
  return { ...battle, blank: blank.value };
};
