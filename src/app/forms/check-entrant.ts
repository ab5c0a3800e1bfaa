import { ok, phrase, type Refusal, type Result } from '../../core/message.ts';
import { createScriptedDice } from '../../dice/dice.ts';
import { combatantCard } from '../../presentation/status-card.ts';
import { gmCaller } from '../../rules/expected-action.ts';
import { gmViewer } from '../../rules/reader.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { parseSheet } from '../input/sheets.ts';

/** A sheet as its rulebook reads it, and what it would be in a battle. */
export interface CheckedEntrant {
  readonly sheet: unknown;
  /** What the rulebook shows of whoever has it, with all that it derives. */
  readonly details: readonly string[];
}

/** Brings a sheet into a battle that nobody fights: refuses what does not parse, and what the rulebook would not let in. */
export const checkEntrant = (ruleset: Ruleset, name: string, given: unknown): Result<CheckedEntrant, Refusal> => {
  const sheet = parseSheet(ruleset, given);
  if (!sheet.ok) return sheet;
  const blank = ruleset.createGame({});
  if (!blank.ok) return blank;
  const entrant = { id: name, side: ruleset.sides[0] ?? 'own', sheet: sheet.value };
  const came = blank.value.act({ do: 'enter', entrant }, gmCaller(), [], createScriptedDice([]));
  if (!came.ok) return came;
  const view = came.value.kind === 'decided' ? came.value.game.view(gmViewer) : undefined;
  const all = view?.combatants ?? [];
  const [there, ...more] = all;
  if (view === undefined || there === undefined) return ok({ sheet: sheet.value, details: [] });
  const shows =
    more.length === 0
      ? combatantCard(view, there).lines.map(({ text }) => text)
      : all.map((each) => phrase`${each.id}: ${each.sheet.join('; ')}`);
  return ok({ sheet: sheet.value, details: shows });
};
