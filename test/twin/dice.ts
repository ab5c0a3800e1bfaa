import { createHash } from 'node:crypto';
import type { Die, LoggedDice } from '../../src/dice/dice.ts';
import type { Game } from '../../src/rules/game.ts';
import { gmViewer } from '../../src/rules/reader.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';

/** What several roll at one order each for themselves, by the dice of each: one more of them must not change what the others roll. */
const alike: Readonly<Record<string, Readonly<Record<string, number | undefined>> | undefined>> = {
  segment: { initiative: 1 },
  'sword-world': { initiative: 2 },
};
/** So many roll for themselves at most; later dice are no longer alike, so that a tie that is rolled for again ends. */
const mostAlike = 6;

const place = (system: string, name: string, before: number): number => {
  const own = alike[system]?.[name];
  return own === undefined || before >= own * mostAlike ? before : before % own;
};

/** What comes with the round, whichever order brought it on: the last deed of a round may be one that nobody sees. */
const ofRound: Readonly<Record<string, readonly string[]>> = {
  dskull: ['tactics'],
};

const fraction = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32;

/** Dice that go by the order, what is rolled and how often it was rolled in it: what else an order rolls moves none of them. */
const keyed = (system: string, own: LoggedDice, round: number): LoggedDice => {
  const fallen: Die[] = [];
  let key: number | undefined;
  return {
    roll: (sides, name) => {
      key ??= own.roll(2 ** 31, 'the order');
      const before = fallen.filter((die) => die.name === name).length;
      const at = place(system, name, before);
      const under = ofRound[system]?.includes(name) ? `round ${round}` : key;
      const value = Math.floor(fraction(`${under}|${name}|${at}`) * sides) + 1;
      fallen.push({ name, sides, value });
      return value;
    },
    rolledDice: () => fallen,
  };
};

const withDice = (system: string, game: Game): Game => ({
  ...game,
  act: (doing, call, answers, dice, answering) => {
    const outcome = game.act(doing, call, answers, keyed(system, dice, game.view(gmViewer).round ?? 0), answering);
    return outcome.ok && outcome.value.kind === 'decided'
      ? { ok: true, value: { ...outcome.value, game: withDice(system, outcome.value.game) } }
      : outcome;
  },
  applyEvents: (events) => withDice(system, game.applyEvents(events)),
  withSettings: (settings) => {
    const next = game.withSettings(settings);
    return next.ok ? { ok: true, value: withDice(system, next.value) } : next;
  },
  asKnownTo: (viewer) => withDice(system, game.asKnownTo(viewer)),
});

/** A rulebook whose dice fall alike in two battles that differ by somebody who rolls in one of them alone. */
export const evenly = (ruleset: Ruleset): Ruleset => ({
  ...ruleset,
  createGame: (settings) => {
    const game = ruleset.createGame(settings);
    return game.ok ? { ok: true, value: withDice(ruleset.id, game.value) } : game;
  },
  openGame: (saved) => withDice(ruleset.id, ruleset.openGame(saved)),
});
