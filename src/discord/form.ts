import {
  type APIModalInteractionResponseCallbackData,
  ComponentType,
  type MessageComponentInteraction,
  type ModalMessageModalSubmitInteraction,
  TextInputStyle,
} from 'discord.js';
import { worded } from '../core/message.ts';
import { formatCustomId, parseCustomId, parseSelectValue } from './custom-id.ts';
import { cutPlainText, discordLimits } from './limits.ts';

/** The name of the only field that our forms have. */
const typedField = 'typed';

/** The title and other texts of the pressed button or of the chosen entry in a list. */
const wordsOf = (interaction: MessageComponentInteraction): { readonly title: string; readonly note: string } => {
  if (interaction.isStringSelectMenu()) {
    const option = interaction.component.options.find(({ value }) => value === interaction.values[0]);
    return { title: option?.label ?? '', note: option?.description ?? '' };
  }
  const { component } = interaction;
  return { title: ('label' in component ? component.label : undefined) ?? '', note: '' };
};

/** Creates the form in which a user types the option that a control still needs. Undefined if it needs none. */
export const createForm = (
  interaction: MessageComponentInteraction,
): APIModalInteractionResponseCallbackData | undefined => {
  const read = parseCustomId(interaction.customId);
  if (read?.asks === undefined) return undefined;
  const { press, option, asks } = read;
  const [chosen] = interaction.isStringSelectMenu() ? interaction.values.map(parseSelectValue) : [];
  const input = option === undefined || typeof chosen !== 'string' ? press.input : { ...press.input, [option]: chosen };
  const custom_id = formatCustomId({ ...press, input }, 0, '', asks);
  if (custom_id === undefined) return undefined;
  const { title, note } = wordsOf(interaction);
  const named = cutPlainText(title.trim() || worded('Enter a value'), discordLimits.formTitle);
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
            max_length: discordLimits.formText,
            ...(note !== '' && { placeholder: cutPlainText(note, discordLimits.selectText) }),
          },
        ],
      },
    ],
  };
};

/** The text that a user typed in a form. Undefined if the form has no field of ours. */
export const readTypedText = ({ fields }: ModalMessageModalSubmitInteraction): string | undefined => {
  const field = fields.fields.get(typedField);
  return field?.type === ComponentType.TextInput ? field.value.trim() : undefined;
};
