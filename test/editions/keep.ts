// npm run keep-edition -- <n>: plays battles of every rulebook and saves them as an edition.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { exportBattle } from '../../src/battle/saved/export.ts';
import { casts, playBattles } from './played-battles.ts';

const [edition = ''] = process.argv.slice(2);
if (!/^\d+$/.test(edition)) throw new Error('Usage: npm run keep-edition -- <n>');
const folder = new URL(`./${edition}/`, import.meta.url);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const system of Object.keys(casts))
  for (const table of await playBattles(system)) {
    const { saved } = await table.open();
    const content = `${JSON.stringify(exportBattle(saved, await table.log()))}\n`;
    writeFileSync(new URL(`${saved.table.name.replace(' ', '-')}.json`, folder), content);
    console.log(`${saved.table.name}: ${saved.version} entries, ${content.length} bytes.`);
  }
