import { phrase } from '../../core/language.ts';
import { ok } from '../../core/result.ts';
import { card } from '../../presentation/card.ts';
import { line } from '../../rules/lines.ts';
import type { Asker } from '../commands/asker.ts';
import { type Answer, post, privateView } from '../replies/reply.ts';
import type { Services } from '../services.ts';
import { type VoiceKind, voiceCalled } from './voices.ts';

/** Somebody speaks as a character: with name and face of their own where that can be, in a message of the bot otherwise. */
export const speakAs = async (
  asker: Asker,
  kind: VoiceKind,
  { words, as }: { readonly words: string; readonly as?: string | undefined },
  services: Services,
): Promise<Answer> => {
  const voice = await voiceCalled(asker, kind, as, services);
  if (!voice.ok) return voice;
  const { name, face: hash } = voice.value;
  const image = hash === undefined ? undefined : (await services.pictures.images([hash])).get(hash);
  const face = hash === undefined || image === undefined ? undefined : { hash, bytes: image.bytes };
  const said = (await services.channels.speak?.(asker.channel, { name, words, face })) ?? 'plain';
  if (said === 'said')
    return ok(privateView({ cards: [card('', { lines: [line(phrase`Said as ${name}.`, 'quiet')] })] }));
  const missing = phrase`${name} would speak with a name and face of their own if I might manage webhooks here: give me Manage Webhooks in this channel.`;
  return ok(
    post({
      cards: [{ ...card(name, { lines: [line(words)] }), ...(image && { face: image.bytes }) }],
      aside: said === 'lacks' ? [card('', { lines: [line(missing, 'quiet')] })] : [],
    }),
  );
};
