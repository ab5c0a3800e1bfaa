import { createHash } from 'node:crypto';
import type { Die, LoggedDice } from '../../src/dice/dice.ts';
import type { Game } from '../../src/rules/game.ts';
import { gmViewer } from '../../src/rules/reader.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';

/** Rolls that each combatant makes separately in one order. An additional roller must not change the others' dice. */
const alike: Readonly<Record<string, Readonly<Record<string, number | undefined>> | undefined>> = {
  segment: { initiative: 1 },
  'sword-world': { initiative: 2 },
};
/** Maximum number of separate rolls with equal dice. Later dice differ, so that repeated ties end. */
const mostAlike = 6;

const place = (system: string, name: string, before: number): number => {
  const own = alike[system]?.[name];
  return own === undefined || before >= own * mostAlike ? before : before % own;
};

/** Rolls that come with the round. The order that ends a round may be a hidden one. */
const ofRound: Readonly<Record<string, readonly string[]>> = {
  dskull: ['tactics'],
};

const fraction = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32;

/**
 * Dice that depend only on the order, the roll's name and its count, so that other rolls of the order do not change
 * them.
 */
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

/** A rulebook with equal dice in two battles that differ only by a hidden combatant's rolls. */
export const withAlignedDice = (ruleset: Ruleset): Ruleset => ({
  ...ruleset,
  createGame: (settings) => {
    const game = ruleset.createGame(settings);
    return game.ok ? { ok: true, value: withDice(ruleset.id, game.value) } : game;
  },
  openGame: (saved) => withDice(ruleset.id, ruleset.openGame(saved)),
});
