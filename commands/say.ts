import { z } from 'zod';
import { type Command, defineCommand, matchingOffers, toOffers } from '../src/app/command-kit/command.ts';
import { forCampaign } from '../src/app/services.ts';
import { availableVoices, revealSpeaker, speakAs, type VoiceKind } from '../src/app/speech/speak.ts';
import { textParam, wholeNumberParam } from '../src/rules/verb.ts';

const maxSpeechLength = 1800;

const defineSayCommand = (path: Command['path'], kind: VoiceKind, summary: string, as: string): Command =>
  defineCommand([...forCampaign, 'characters', 'now', 'pictures', 'servers', 'spoken'], {
    path,
    summary,
    params: z.strictObject({ words: textParam('What to say', maxSpeechLength), as: textParam(as, 100).optional() }),
    complete: async (asker, option, typed, _soFar, services) => {
      const voices = option === 'as' ? await availableVoices(asker, kind, services) : undefined;
      const seen = voices?.ok ? voices.value.filter(({ isHidden }) => !isHidden) : [];
      return matchingOffers(toOffers(seen.map(({ name }) => name)), typed);
    },
    run: (asker, input, services) => speakAs(asker, kind, input, services),
  });

/** In the menu of a message: shows who spoke it as a character. */
const whoSaidThis = defineCommand([...forCampaign, 'now', 'spoken'], {
  path: ['who-said'],
  onMessage: 'Who said this?',
  summary: 'For moderators and the GM: see which member spoke a message as a character (for 30 days)',
  params: z.strictObject({
    message: textParam('The id of the message', 40),
    order: textParam('The order the message answers', 40).optional(),
    as: textParam('The name above the message', 100).optional(),
    at: wholeNumberParam(
      'When the message was posted, in milliseconds since 1970',
      0,
      Number.MAX_SAFE_INTEGER,
    ).optional(),
  }),
  run: revealSpeaker,
});

/** Players speak as their character, GMs as any of their combatants. */
export const sayCommands = [
  defineSayCommand(
    ['character', 'say'],
    'own',
    'Speak as your character, with its name and portrait if the bot may manage webhooks',
    'Who speaks; default: your only character here',
  ),
  defineSayCommand(
    ['npc', 'say'],
    'gm',
    'GM: speak as one of your combatants, with its name and portrait',
    'Who speaks',
  ),
  whoSaidThis,
];
