import { z } from 'zod';
import { invalidBody } from './api-error.ts';
import type { MessageBody } from './message-rules.ts';
import { blankMessage, type FakeFile, fill, type Interaction, notifiedBy, type World } from './world.ts';

const responseSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal(4), data: z.unknown() }),
  z.strictObject({
    type: z.literal(5),
    data: z.strictObject({ flags: z.union([z.literal(0), z.literal(64)]).optional() }).optional(),
  }),
  z.strictObject({ type: z.literal(6) }),
  z.strictObject({ type: z.literal(7), data: z.unknown() }),
  z.strictObject({
    type: z.literal(8),
    data: z.strictObject({
      choices: z
        .array(
          z.strictObject({
            name: z.string().min(1).max(100),
            value: z.union([z.string().min(1).max(100), z.number()]),
            name_localizations: z.undefined().optional(),
          }),
        )
        .max(25),
    }),
  }),
  z.strictObject({
    type: z.literal(9),
    data: z.strictObject({
      custom_id: z.string().min(1).max(100),
      title: z.string().min(1).max(45),
      components: z
        .array(
          z.strictObject({
            type: z.literal(1),
            components: z.tuple([
              z.strictObject({
                type: z.literal(4),
                custom_id: z.string().min(1).max(100),
                style: z.union([z.literal(1), z.literal(2)]),
                label: z.string().min(1).max(45),
                required: z.boolean().optional(),
                max_length: z.int().min(1).max(4000).optional(),
                placeholder: z.string().max(100).optional(),
              }),
            ]),
          }),
        )
        .min(1)
        .max(5),
    }),
  }),
]);

type Read = (body: unknown) => { readonly body: MessageBody; readonly files: readonly FakeFile[] };

const ephemeral = 64;
const kinds: Readonly<Record<number, readonly Interaction['kind'][]>> = {
  4: ['command', 'component', 'form'],
  5: ['command', 'component', 'form'],
  6: ['component', 'form'],
  7: ['component', 'form'],
  8: ['autocomplete'],
  9: ['command', 'component'],
};

/** Checks the first answer to an interaction against the kind of the interaction. */
export const respondToInteraction = (world: World, interaction: Interaction, input: unknown, read: Read): void => {
  const parsed = responseSchema.safeParse(input);
  if (!parsed.success) throw invalidBody([parsed.error.message]);
  const response = parsed.data;
  if (!kinds[response.type]?.includes(interaction.kind))
    throw invalidBody([`type: ${response.type} does not answer a ${interaction.kind}`]);
  switch (response.type) {
    case 4: {
      const { body, files } = read(response.data);
      const isPrivate = ((body.flags ?? 0) & ephemeral) !== 0;
      const message = blankMessage(world, interaction.channel, {
        onlyFor: isPrivate ? interaction.user : undefined,
        flags: body.flags ?? 0,
        interaction: interaction.id,
      });
      fill(message, body, files, false);
      if (!isPrivate) for (const id of notifiedBy(body)) message.notified.add(id);
      interaction.original = message.id;
      interaction.messages.push(message.id);
      interaction.response = 'message';
      return;
    }
    case 5: {
      const flags = response.data?.flags ?? 0;
      const message = blankMessage(world, interaction.channel, {
        onlyFor: flags === ephemeral ? interaction.user : undefined,
        flags: flags | 128,
        loading: true,
        interaction: interaction.id,
      });
      interaction.original = message.id;
      interaction.messages.push(message.id);
      interaction.response = 'loading';
      return;
    }
    case 6:
      interaction.original = interaction.source;
      interaction.response = 'loading-update';
      return;
    case 7: {
      const { body, files } = read(response.data);
      const message = world.messages.get(interaction.source ?? '');
      if (message) fill(message, body, files, true);
      if (message) message.edits += 1;
      interaction.original = interaction.source;
      interaction.response = 'update';
      return;
    }
    case 8:
      interaction.choices = response.data.choices;
      interaction.response = 'choices';
      return;
    case 9: {
      const { custom_id, title, components } = response.data;
      const fields = components.map(({ components: [field] }) => field.custom_id);
      const words = components.flatMap(({ components: [field] }) => [field.label, field.placeholder ?? '']);
      interaction.form = { custom_id, title, fields, words };
      interaction.response = 'form';
    }
  }
};
