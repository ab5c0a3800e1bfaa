import type { ApplicationCommandOptionChoiceData, AutocompleteInteraction } from 'discord.js';
import type { Dispatcher } from '../app/dispatcher.ts';
import { worded } from '../core/language.ts';
import { discordLimits } from './limits.ts';
import { parseAutocomplete, toAsker } from './parse-interaction.ts';
import { cutPlainText } from './truncate.ts';

/** What may be chosen while a command is being written: 25 choices at most, and none that Discord would not carry. */
export const autocompleteChoices = async (
  dispatcher: Dispatcher,
  interaction: AutocompleteInteraction,
): Promise<readonly ApplicationCommandOptionChoiceData<string | number>[]> => {
  const { path, option, typed, soFar } = parseAutocomplete(dispatcher, interaction);
  if (option === undefined) return [];
  const offers =
    option.choices.length > 0
      ? option.choices
          .filter((value) => value.toLowerCase().includes(typed.trim().toLowerCase()))
          .map((value) => ({ value, label: value }))
      : await dispatcher.complete(path, toAsker(interaction), option.name, typed, soFar);
  const byValue = new Map(offers.map((offer) => [offer.value, offer]));
  return [...byValue.values()]
    .filter(({ value }) => value !== '' && value.length <= discordLimits.choiceText)
    .slice(0, discordLimits.choices)
    .map(({ value, label }) => ({
      name: cutPlainText(worded(label).trim() || value, discordLimits.choiceText),
      value: option.kind === 'whole' ? Number(value) : value,
    }));
};
