import {
  type APIModalInteractionResponseCallbackData,
  ComponentType,
  type MessageComponentInteraction,
  type ModalMessageModalSubmitInteraction,
  TextInputStyle,
} from 'discord.js';
import { worded } from '../core/language.ts';
import { customId, readCustomId, readSelectValue } from './custom-id.ts';
import { limits } from './limits.ts';
import { clipped } from './truncate.ts';

/** The one field of a form. */
const typedField = 'typed';

/** What was pressed or chosen, in the words that stood there. */
const wordsOf = (interaction: MessageComponentInteraction): { readonly title: string; readonly note: string } => {
  if (interaction.isStringSelectMenu()) {
    const option = interaction.component.options.find(({ value }) => value === interaction.values[0]);
    return { title: option?.label ?? '', note: option?.description ?? '' };
  }
  const { component } = interaction;
  return { title: ('label' in component ? component.label : undefined) ?? '', note: '' };
};

/**
 * The form that a pressed control opens, where it opens one: with one field, in which is typed what the command still lacks. It
 * holds all that its control did, so that it can be sent in after a restart.
 */
export const formOf = (
  interaction: MessageComponentInteraction,
): APIModalInteractionResponseCallbackData | undefined => {
  const read = readCustomId(interaction.customId);
  if (read?.asks === undefined) return undefined;
  const { press, option, asks } = read;
  const [chosen] = interaction.isStringSelectMenu() ? interaction.values.map(readSelectValue) : [];
  const input = option === undefined || typeof chosen !== 'string' ? press.input : { ...press.input, [option]: chosen };
  const custom_id = customId({ ...press, input }, 0, '', asks);
  if (custom_id === undefined) return undefined;
  const { title, note } = wordsOf(interaction);
  const named = clipped(title.trim() || worded('Type it'), limits.formTitle);
  return {
    custom_id,
    title: named,
    components: [
      {
        type: ComponentType.ActionRow,
        components: [
          {
            type: ComponentType.TextInput,
            custom_id: typedField,
            style: TextInputStyle.Short,
            label: named,
            required: false,
            max_length: limits.formText,
            ...(note !== '' && { placeholder: clipped(note, limits.selectText) }),
          },
        ],
      },
    ],
  };
};

/** The text typed in a form. Undefined if the form does not have our field. */
export const typedIn = ({ fields }: ModalMessageModalSubmitInteraction): string | undefined => {
  const field = fields.fields.get(typedField);
  return field?.type === ComponentType.TextInput ? field.value.trim() : undefined;
};
