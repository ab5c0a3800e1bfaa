import { ok, phrase, type Refusal, type Result, refuse } from '../../core/message.ts';
import { card } from '../../presentation/card.ts';
import { line } from '../../rules/event.ts';
import type { Asker } from '../command-kit/asker.ts';
import { type CommandAnswer, createPost, createPrivateView, type Reply } from '../replies/reply.ts';
import type { CampaignServices, Services } from '../services.ts';
import { requireSpeakableName } from './names.ts';
import { findVoice, type VoiceKind } from './voices.ts';

const saidAs = (name: string): Reply =>
  createPrivateView({ cards: [card('', { lines: [line(phrase`Said as ${name}.`, 'quiet')] })] });

/** Seconds that must lie between two messages of this person in the channel. */
const pauseOf = async ({ channel, unslowed }: Asker, { channels }: Pick<Services, 'channels'>): Promise<number> => {
  if (unslowed) return 0;
  const place = await channels.find(channel);
  return typeof place === 'object' ? (place.slowMode ?? 0) : 0;
};

/** Keeps who speaks before anything is said, so that nothing is said whose author nobody could find. */
const begun = async (
  asker: Asker & { readonly guild: string },
  character: string,
  services: Pick<Services, 'channels' | 'now' | 'spoken'>,
): Promise<Result<'begun' | 'again', Refusal>> => {
  const { guild, channel, user, orderId: id } = asker;
  const at = services.now();
  const pause = (await pauseOf(asker, services)) * 1000;
  const kept = await services.spoken.begin(
    { guild, id, channel, user, character, at },
    pause > 0 ? at - pause : undefined,
  );
  return typeof kept === 'number' ? refuse('slow-mode', { seconds: Math.ceil((kept + pause - at) / 1000) }) : ok(kept);
};

/** Somebody speaks as a character: with name and face of their own where that can be, in a message of the bot otherwise. */
export const speakAs = async (
  asker: Asker,
  kind: VoiceKind,
  { words, as }: { readonly words: string; readonly as?: string | undefined },
  services: CampaignServices & Pick<Services, 'characters' | 'now' | 'pictures' | 'servers' | 'spoken'>,
): Promise<CommandAnswer> => {
  const voice = await findVoice(asker, kind, as, services);
  if (!voice.ok) return voice;
  const { name, portrait: hash } = voice.value;
  const named = await requireSpeakableName(asker, name, services);
  if (!named.ok) return named;
  const { guild, channel, user, orderId: id } = asker;
  const speaks = guild === undefined ? ok('begun' as const) : await begun({ ...asker, guild }, name, services);
  if (!speaks.ok) return speaks;
  // The order came twice: the first time it was said.
  if (speaks.value === 'again') return ok(saidAs(name));
  const image = hash === undefined ? undefined : (await services.pictures.images([hash])).get(hash);
  const portrait = hash === undefined || image === undefined ? undefined : { hash, bytes: image.bytes };
  const shows =
    guild !== undefined && (named.value === 'unsure' || (await services.servers.presentation(guild)).authors);
  const author = shows ? { author: user } : {};
  const said = (await services.channels.speakAs?.(channel, { name, words, portrait, ...author })) ?? 'plain';
  if (typeof said === 'object') {
    if (guild !== undefined) await services.spoken.posted({ guild, id }, said.said);
    return ok(saidAs(name));
  }
  const missing = phrase`If you give me the permission Manage Webhooks in this channel, ${name} can speak with their own name and portrait.`;
  return ok(
    createPost({
      cards: [
        {
          ...card(name, { lines: [line(words), ...(shows ? [line(phrase`Spoken by ${asker.name}.`, 'quiet')] : [])] }),
          ...(image && { face: image.bytes }),
        },
      ],
      aside: said === 'lacks' ? [card('', { lines: [line(missing, 'quiet')] })] : [],
    }),
  );
};
