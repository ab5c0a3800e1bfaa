import { writeFileSync } from 'node:fs';
import { createRenderThread } from '../../src/discord/render-thread.ts';
import { sceneSvg } from '../../src/presentation/svg.ts';
import { discordPicture } from './discord-picture.ts';
import { momentAfter } from './moments.ts';
import { pictured } from './pictured.ts';

const draw = createRenderThread();
const write = async (name: string, svg: string): Promise<void> =>
  writeFileSync(new URL(`../../docs/pictures/${name}.png`, import.meta.url), await draw(svg));

// The pictures of the README, from battles that are played as their transcripts say.
for (const { system, transcript, after } of pictured) {
  const scene = (await momentAfter(transcript, after)).status.cards[0]?.picture?.scene;
  if (scene !== undefined) await write(system, sceneSvg(scene));
}
await write('discord', discordPicture(await momentAfter('skure-ford', 35), 'Bo used /attack'));
