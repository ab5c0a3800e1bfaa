import { ok, phrase, type Refusal, type Result } from '../../core/message.ts';
import { card } from '../../presentation/card.ts';
import { line } from '../../rules/event.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { oneOfParam, type ParamOffer, textParam } from '../../rules/verb.ts';
import { findRuleset } from '../input/sheets.ts';
import { type ControlAction, createPrivateView, type PrivateView } from '../replies/reply.ts';
import { checkEntrant } from './check-entrant.ts';
import { applyFormInput } from './form-change.ts';
import {
  buildFormPage,
  type FormAct,
  type FormSubject,
  formActs,
  listFormPlaces,
  type SaveCommands,
} from './form-page.ts';

/** A sheet that is kept, as its form finds it. */
export interface SavedSheet {
  readonly id: string;
  readonly name: string;
  readonly system: string;
  readonly sheet: unknown;
}

/** A sheet as the form shows it. Refuses one that its rulebook would not let into a battle. */
export const openForm = (
  { id, name, sheet }: Pick<SavedSheet, 'id' | 'name' | 'sheet'>,
  ruleset: Ruleset,
  by: SaveCommands,
): Result<FormSubject, Refusal> => {
  const came = checkEntrant(ruleset, name, sheet);
  return came.ok ? ok({ id, commands: by, name, ruleset, ...came.value }) : came;
};

const openSavedForm = (
  there: SavedSheet,
  by: SaveCommands,
  rulesets: readonly Ruleset[],
): Result<FormSubject, Refusal> => {
  const ruleset = findRuleset(rulesets, there.system);
  return ruleset.ok ? openForm(there, ruleset.value, by) : ruleset;
};

/** The form of a sheet that is kept, at its first page. */
export const firstPage = (
  there: SavedSheet,
  by: SaveCommands,
  rulesets: readonly Ruleset[],
): Result<PrivateView, Refusal> => {
  const filled = openSavedForm(there, by, rulesets);
  return filled.ok ? ok(buildFormPage(filled.value, '')) : filled;
};

/** What a press of the form comes to: another page of what is there, a sheet that is to be kept, or another name for it. */
export type FormStep =
  | { readonly action: 'show'; readonly subject: FormSubject; readonly page: string }
  | { readonly action: 'keep'; readonly subject: FormSubject; readonly page: string }
  | { readonly action: 'rename'; readonly subject: FormSubject };

interface FormPress {
  readonly does?: FormAct | undefined;
  readonly at: string;
  readonly value?: string | undefined;
}

/** What a press of the form does; `checkName` says which names there may be. Nothing is kept yet. */
export const applyFormPress = (
  there: SavedSheet,
  by: SaveCommands,
  { does: wanted, at, value: given }: FormPress,
  rulesets: readonly Ruleset[],
  nameFor: (typed: string) => Result<string, Refusal>,
): Result<FormStep, Refusal> => {
  const does = wanted ?? (given === undefined ? 'open' : 'set');
  const now = openSavedForm(there, by, rulesets);
  if (!now.ok) return now;
  if (does === 'name') {
    const name = nameFor(given ?? '');
    return name.ok ? ok({ action: 'rename', subject: { ...now.value, name: name.value } }) : name;
  }
  const changed = applyFormInput(now.value, does, at, given ?? '');
  if (!changed.ok) return changed;
  const { sheet, page } = changed.value;
  if (sheet === now.value.sheet) return ok({ action: 'show', subject: now.value, page });
  const after = openForm({ ...there, sheet }, now.value.ruleset, by);
  return after.ok ? ok({ action: 'keep', subject: after.value, page }) : after;
};

/** The pages and fields of a sheet that fit what is typed. */
export const suggestFields = (
  there: SavedSheet,
  typed: string,
  rulesets: readonly Ruleset[],
): readonly ParamOffer[] => {
  const ruleset = findRuleset(rulesets, there.system);
  if (!ruleset.ok) return [];
  const key = typed.trim().toLowerCase();
  return listFormPlaces(ruleset.value, there.sheet).filter(
    ({ value, label }) => value.toLowerCase().startsWith(key) || label.toLowerCase().includes(key),
  );
};

/** How a page or field of a form is named, and what is done there. */
export const formOptions = () => ({
  does: oneOfParam('What to do; default: set the field, or without a value open the field’s page', formActs).optional(),
  at: textParam('Which page or field of the sheet', 200).default(''),
  value: textParam('The new value; none removes it', 1000).optional(),
});

const maxListed = 25;

/** The question which ready-made sheet a new one begins with; the command is given again with what is chosen. */
export const presetPage = (
  { title: rulebook, presets }: Ruleset,
  name: string,
  path: ControlAction['path'],
  input: ControlAction['input'],
): PrivateView =>
  createPrivateView({
    cards: [
      card(phrase`${name} (${rulebook})`, {
        lines: [line('Which preset do you want to start from? You can change everything in it.')],
      }),
    ],
    controls: [
      [
        {
          ...{ kind: 'select', label: 'Start from', option: 'preset', press: { path, input } },
          options: Object.values(presets)
            .slice(0, maxListed)
            .map(({ title, description }) => ({
              value: title,
              label: title,
              ...(description && { note: description }),
            })),
        },
      ],
    ],
  });
