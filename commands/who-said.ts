import { z } from 'zod';
import { defineCommand } from '../src/app/command-kit/command.ts';
import { forCampaign } from '../src/app/services.ts';
import { revealSpeaker } from '../src/app/speech/who-said.ts';
import { textParam, wholeNumberParam } from '../src/rules/verb.ts';

/** In the menu of a message: who spoke it as a character. */
export const whoSaidThis = defineCommand([...forCampaign, 'now', 'spoken'], {
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
