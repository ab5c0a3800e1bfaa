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
]);

type Read = (body: unknown) => { readonly body: MessageBody; readonly files: readonly FakeFile[] };

const ephemeral = 64;
const kinds: Readonly<Record<number, readonly Interaction['kind'][]>> = {
  4: ['command', 'component'],
  5: ['command', 'component'],
  6: ['component'],
  7: ['component'],
  8: ['autocomplete'],
};

/** The first answer to an interaction; what it may be depends on what the interaction is. */
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
  }
};
