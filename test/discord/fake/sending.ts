import { channelPayload, memberPayload, messagePayload, userPayload } from './payloads.ts';
import type { Attached } from './slash-line.ts';
import type { FakeChannel, FakeMessage, FakeUser, Interaction, World } from './world.ts';

/** Changes an interaction into one that Discord never sends. */
export type OddPayload = Readonly<Record<string, unknown>> & { readonly data: object };

/** The context for sending interactions. */
export interface Sent {
  readonly world: World;
  readonly cdn: () => string;
  readonly dispatch: (event: string, data: unknown, guild: string | undefined) => void;
  readonly attach: (file: Attached) => { readonly id: string };
  /** Settles when the bot has no running command, if that can be known. */
  readonly settled: (() => Promise<void>) | undefined;
  /** How the next interaction is delivered. */
  readonly next: { deliveries: number; expired: boolean; change: ((payload: OddPayload) => object) | undefined };
  /** The newest interaction as it was sent, for another delivery. */
  last: { readonly payload: object; readonly guild: string | undefined } | undefined;
}

interface Doing {
  readonly kind: Interaction['kind'];
  readonly user: FakeUser;
  readonly channel: FakeChannel;
  readonly message?: FakeMessage;
  readonly data: object;
}

const types = { command: 2, component: 3, autocomplete: 4, form: 5 } as const;

const tokenStart = 'token-of-';
/** The interaction that a token belongs to. */
export const idOfToken = (token: string): string => token.slice(tokenStart.length);

/**
 * Discord takes no first answer after three seconds. They are counted in slices in which the bot could have answered,
 * so that a busy machine does not count against it.
 */
const [pieces, piece] = [30, 100];

const expiring = (interaction: Interaction, left: number, each: number): void => {
  if (left === 0) {
    interaction.expired = true;
    interaction.over = true;
  } else setTimeout(() => expiring(interaction, left - 1, each), each).unref();
};

/** Sends an interaction to the bot as Discord does, and gives its id. */
export const send = (sent: Sent, { kind, user, channel, message, data }: Doing): string => {
  const { world, cdn, dispatch, next } = sent;
  const id = world.id();
  const interaction: Interaction = {
    id,
    token: `${tokenStart}${id}`,
    kind,
    user: user.id,
    channel: channel.id,
    bornAt: world.now(),
    leftAt: performance.now(),
    source: message?.id,
    expired: next.expired,
    over: false,
    response: 'none',
    original: undefined,
    messages: [],
    touched: false,
    choices: [],
    form: undefined,
  };
  world.interactions.set(id, interaction);
  // Under load a timer for each is enough.
  expiring(interaction, world.isLean ? 1 : pieces, world.isLean ? pieces * piece : piece);
  const guild = world.guilds.get(channel.guild ?? '');
  const usual = {
    id,
    application_id: world.application,
    type: types[kind],
    token: interaction.token,
    version: 1,
    channel_id: channel.id,
    channel: channelPayload(world, channel),
    locale: user.locale,
    app_permissions: String((1n << 50n) - 1n),
    entitlements: [],
    attachment_size_limit: 10 * 1024 * 1024,
    data,
    ...(message && { message: messagePayload(world, cdn(), message) }),
    ...(guild
      ? {
          guild_id: guild.id,
          guild: {
            id: guild.id,
            locale: guild.community ?? 'en-US',
            features: guild.community === undefined ? [] : ['COMMUNITY'],
          },
          guild_locale: guild.community ?? 'en-US',
          member: memberPayload(guild, user),
          context: 0,
          authorizing_integration_owners: { 0: guild.id },
        }
      : { user: userPayload(user), context: 1, authorizing_integration_owners: { 0: '0' } }),
  };
  const payload = next.change?.(usual) ?? usual;
  for (let delivery = 0; delivery < next.deliveries; delivery += 1)
    dispatch('INTERACTION_CREATE', payload, channel.guild);
  sent.last = { payload, guild: channel.guild };
  next.deliveries = 1;
  next.expired = false;
  next.change = undefined;
  return id;
};
