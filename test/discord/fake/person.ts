import { messagePayload, rightsOf } from './payloads.ts';
import { type Sent, send } from './sending.ts';
import { type Shown, shownTo } from './shown.ts';
import type { Attached } from './slash-line.ts';
import { halfTypedCommand, type Line, typedCommand } from './typing.ts';
import { until } from './until.ts';
import type { FakeChannel, FakeMessage, FakeUser } from './world.ts';

/** A user with a Discord client: types commands, presses buttons, and sees messages. */
export interface Person {
  readonly id: string;
  readonly name: string;
  /** Goes to a channel, where later actions take place. */
  readonly at: (channel: { readonly id: string }) => Person;
  /** Types a command, as a line or by its options; settles when it is answered, with the message that answers it. */
  readonly slash: (
    line: Line,
    channel?: { readonly id: string },
    files?: Readonly<Record<string, Attached>>,
  ) => Promise<Shown>;
  /** Chooses a command in the menu of a message; throws if Discord does not show it to this person. */
  readonly asks: (name: string, about: Pick<Shown, 'id'>) => Promise<Shown | undefined>;
  /** Types a command up to its last option, and returns the suggestions. */
  readonly suggests: (
    line: Line,
    channel?: { readonly id: string },
  ) => Promise<readonly { readonly name: string; readonly value: string | number }[]>;
  /** Presses the button with this label, on the newest message that has one or on the one given. */
  readonly press: (label: string, on?: Shown) => Promise<Shown | undefined>;
  /** Picks from a select by label. */
  readonly choose: (label: string, on?: Shown) => Promise<Shown | undefined>;
  /** Presses a button or picks from a select that opens a form, types this in and sends it. */
  readonly fills: (label: string, typed: string, on?: Shown) => Promise<Shown | undefined>;
  /** The messages of the channel that this user sees, oldest first. */
  readonly sees: (channel?: { readonly id: string }) => readonly Shown[];
  /** Waits until a message with this text is seen. */
  readonly awaits: (text: string | RegExp, channel?: { readonly id: string }) => Promise<Shown>;
  /** Messages that notified this person, oldest first. */
  readonly pinged: () => readonly Shown[];
  /** Direct messages from the bot. */
  readonly direct: () => readonly Shown[];
  /** The channel of the direct messages with the bot. */
  readonly dm: () => { readonly id: string };
}

/** True if a message only says that its answer is still to come. */
const isAnnouncement = (message: FakeMessage | undefined): boolean =>
  message !== undefined && (message.loading || message.content.startsWith('Still working on /'));

/** The acknowledgement of a command whose result is in another message. */
const acknowledged = 'Done.';

/** Maximum wait for something expected (milliseconds). It is long because the machine may be busy. */
const patience = 25_000;

export const person = (
  user: FakeUser,
  sending: Sent,
  start: FakeChannel | undefined,
  dmOf: () => FakeChannel,
): Person => {
  const { world } = sending;
  let here = start?.id ?? '';

  const visible = (message: FakeMessage | undefined, channel: string): message is FakeMessage =>
    message?.channel === channel && (message.onlyFor === undefined || message.onlyFor === user.id);
  const sees: Person['sees'] = (channel = { id: here }) =>
    [...world.messages.values()].filter((message) => visible(message, channel.id)).map(shownTo);

  const channelAt = (id: string): FakeChannel => {
    const channel = world.channels.get(id);
    if (channel === undefined) throw new Error(`${user.global_name} is in no channel.`);
    return channel;
  };

  const commandsAt = ({ guild, recipient }: FakeChannel) =>
    guild === undefined && recipient === user.id
      ? world.globalCommands.filter(({ contexts }) => contexts === undefined || contexts.includes(1))
      : (world.guilds.get(guild ?? '')?.commands ?? []);

  /** The message that an interaction led to. */
  const outcome = async (id: string): Promise<Shown | undefined> => {
    const interaction = world.interactions.get(id);
    if (interaction === undefined) return undefined;
    await until(() => interaction.response !== 'none' || interaction.over, 'the application to respond', patience);
    if (interaction.response === 'none') throw new Error('The application did not respond.');
    /** Waits for something that may not happen, until nothing more is under way. */
    const mayCome = async (isSo: () => boolean, what: string): Promise<void> => {
      let isSettled = false;
      sending.settled?.().then(() => {
        isSettled = true;
      });
      const rest = sending.settled === undefined ? 400 : patience;
      await until(() => isSo() || isSettled, what, rest).catch(() => undefined);
    };
    if (interaction.response === 'loading-update')
      await mayCome(() => interaction.touched, 'something after the press');
    // The first message of the interaction that was neither deleted nor an extra.
    const first = () => interaction.messages.map((each) => world.messages.get(each)).find((each) => each !== undefined);
    if (interaction.response === 'loading') {
      await until(() => !isAnnouncement(first()), 'the announced answer', patience);
      // The answer was deleted, because the result is in another message or in one of its own.
      if (first() === undefined)
        await mayCome(() => first() !== undefined && !isAnnouncement(first()), 'the answer itself');
    }
    const source = world.messages.get(interaction.source ?? '');
    // An acknowledged command has its result in an existing message, and the acknowledgement is deleted.
    if (first() === undefined || first()?.embeds[0]?.description === acknowledged) await sending.settled?.();
    if (interaction.kind === 'command' && first() === undefined)
      return sees({ id: interaction.channel }).findLast((each) => !each.private);
    const message = first() ?? (interaction.response === 'update' || interaction.touched ? source : undefined);
    return message && visible(message, message.channel) ? shownTo(message) : undefined;
  };

  const labelled = (label: string, on: Shown | undefined, kind: 'buttons' | 'selects') => {
    const candidates = on ? [on] : sees().toReversed();
    for (const shown of candidates) {
      for (const each of shown[kind]) {
        const fits = each.type === 2 ? each.label === label : each.options.some((option) => option.label === label);
        if (fits && !each.disabled) return { shown, component: each };
      }
    }
    throw new Error(`${user.global_name} sees nothing to press that says ${label}.`);
  };

  /** The id of the interaction that a press sends. */
  const press = (label: string, on: Shown | undefined, kind: 'buttons' | 'selects'): string => {
    const { shown, component } = labelled(label, on, kind);
    const message = world.messages.get(shown.id);
    if (message === undefined) throw new Error(`${user.global_name} presses on a message that is gone.`);
    if (!message.customIds.has(component.custom_id)) throw new Error('A component that never was.');
    const values =
      component.type === 3
        ? component.options.filter((option) => option.label === label).map(({ value }) => value)
        : undefined;
    return send(sending, {
      kind: 'component',
      user,
      channel: channelAt(message.channel),
      message,
      data: { custom_id: component.custom_id, component_type: component.type, ...(values && { values }) },
    });
  };

  const pressed = async (label: string, on: Shown | undefined, kind: 'buttons' | 'selects') =>
    outcome(press(label, on, kind));

  /** Presses the button that opens a form, and submits the form. */
  const filled = async (label: string, typed: string, on: Shown | undefined): Promise<Shown | undefined> => {
    const candidates = on ? [on] : sees().toReversed();
    const isButton = candidates.some(({ buttons }) => buttons.some((each) => each.type === 2 && each.label === label));
    const interaction = world.interactions.get(press(label, on, isButton ? 'buttons' : 'selects'));
    await until(() => interaction?.response === 'form', 'a form', patience);
    const message = world.messages.get(interaction?.source ?? '');
    if (interaction?.form === undefined || message === undefined) throw new Error('There is no form.');
    const { custom_id, fields } = interaction.form;
    const components = fields.map((field, at) => ({
      type: 1,
      components: [{ type: 4, custom_id: field, value: at === 0 ? typed : '' }],
    }));
    const channel = channelAt(message.channel);
    return outcome(send(sending, { kind: 'form', user, channel, message, data: { custom_id, components } }));
  };

  const self: Person = {
    id: user.id,
    name: user.global_name,
    at: ({ id }) => {
      here = id;
      return self;
    },
    slash: async (line, channel, files = {}) => {
      const there = channelAt(channel?.id ?? here);
      here = there.id;
      const data = typedCommand(sending, line, commandsAt(there), there, files);
      const shown = await outcome(send(sending, { kind: 'command', user, channel: there, data }));
      if (shown === undefined)
        throw new Error(`${typeof line === 'string' ? line : line.path}: ${user.global_name} sees no answer.`);
      return shown;
    },
    asks: async (name, { id }) => {
      const message = world.messages.get(id);
      if (message === undefined || !visible(message, message.channel))
        throw new Error(`${user.global_name} does not see that message.`);
      const channel = channelAt(message.channel);
      const guild = world.guilds.get(channel.guild ?? '');
      const menu = guild?.menus.find((each) => each.name === name);
      const needed = BigInt(menu?.default_member_permissions ?? 0);
      const member = guild?.members.get(user.id);
      if (menu === undefined || member === undefined || (rightsOf(member) & needed) !== needed)
        throw new Error(`${user.global_name} has no ${name} in the menu of a message.`);
      const resolved = { messages: { [id]: messagePayload(world, sending.cdn(), message) } };
      const data = { id: menu.id, name, type: 3, target_id: id, resolved };
      return outcome(send(sending, { kind: 'command', user, channel, data }));
    },
    suggests: async (line, channel) => {
      const there = channelAt(channel?.id ?? here);
      const data = halfTypedCommand(sending, line, commandsAt(there));
      const id = send(sending, { kind: 'autocomplete', user, channel: there, data });
      await until(() => world.interactions.get(id)?.response === 'choices', 'suggestions', patience);
      return world.interactions.get(id)?.choices ?? [];
    },
    press: (label, on) => pressed(label, on, 'buttons'),
    choose: (label, on) => pressed(label, on, 'selects'),
    fills: filled,
    sees,
    awaits: async (text, channel = { id: here }) => {
      const found = () =>
        sees(channel).findLast((shown) =>
          typeof text === 'string' ? shown.text.includes(text) : text.test(shown.text),
        );
      await until(() => found() !== undefined, `a message with ${text}`, patience);
      const shown = found();
      if (shown === undefined) throw new Error('It went as it came.');
      return shown;
    },
    pinged: () => [...world.messages.values()].filter(({ notified }) => notified.has(user.id)).map(shownTo),
    direct: () =>
      [...world.messages.values()]
        .filter(({ channel }) => world.channels.get(channel)?.recipient === user.id)
        .map(shownTo),
    dm: dmOf,
  };
  return self;
};
