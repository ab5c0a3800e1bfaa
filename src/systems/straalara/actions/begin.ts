import { z } from 'zod';
import { text } from '../../../rules/params.ts';
import { writtenSettings } from '../settings.ts';
import { startWith } from '../start.ts';
import { verb } from '../verbs.ts';

/** START with settings of its own (section 4). */
export const begin = verb({
  summary: 'Begin the combat, with settings that are pinned for all of it',
  role: 'gm',
  params: z.strictObject({
    settings: text('Settings that differ: lapse=retarget tens=two', 2000).optional(),
  }),
  resolve: (state, call, { settings }) =>
    startWith(state, call, settings === undefined ? {} : writtenSettings(settings)),
});
