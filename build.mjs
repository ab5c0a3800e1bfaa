// npm run build: writes the program into a few files of plain JavaScript, in `dist`. `npm start` runs them where they are.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const root = fileURLToPath(new URL('.', import.meta.url));
const [sources, out] = [join(root, 'src'), join(root, 'dist')];

/** Threads find their scripts by an address that is written in this one way. */
const script = /new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g;
const scripts = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.startsWith('cli'))
  .flatMap((file) => {
    const text = readFileSync(join(sources, file), 'utf8');
    return [...text.matchAll(script)].map(([, to]) => resolve(sources, dirname(file), to));
  });

const nameOf = (file) => relative(sources, file).replace(/\.ts$/, '').replaceAll(/[\\/]/g, '-');
const addressOf = (file) => `./${relative(out, file).replaceAll('\\', '/')}`;

/**
 * What a module of ours finds beside itself it finds from `dist`, too: scripts there, all else where it lies. And it is written in ASCII:
 * otherwise V8 keeps two bytes for every character of a file, and rolldown leaves templates as they are.
 */
const ours = {
  name: 'ours',
  transform: (code, id) =>
    id.startsWith(sources) || id.startsWith(join(root, 'commands'))
      ? code
          .replaceAll(script, (_, to) => `new URL('./${nameOf(resolve(dirname(id), to))}.js', import.meta.u_r_l)`)
          .replaceAll('import.meta.url', `new URL('${addressOf(id)}', import.meta.u_r_l).href`)
          .replaceAll('import.meta.u_r_l', 'import.meta.url')
          .replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      : undefined,
};

/** Pure JavaScript that takes long to load goes along, with what it needs; the rest is found in `node_modules` when it runs. */
const goesAlong =
  /^(?:discord\.js|zod|pg|prom-client|@prisma\/adapter-pg|pglite-prisma-adapter|minisearch|lru-cache|nanotar|seedrandom)$/;
/** It finds its files beside itself. */
const staysBehind = /^@electric-sql\/pglite/;
/** What discord.js and pg would use if it were there. */
const isMissing = /^(?:zlib-sync|bufferutil|utf-8-validate|@discordjs\/opus|pg-native|pg-cloudflare)$/;

const isFoundAtRun = (id, from) =>
  isBuiltin(id) ||
  isMissing.test(id) ||
  staysBehind.test(id) ||
  !(/^[./]/.test(id) || goesAlong.test(id) || from?.includes('node_modules'));

rmSync(out, { recursive: true, force: true });
await build({
  input: Object.fromEntries([join(sources, 'main.ts'), ...scripts].map((file) => [nameOf(file), file])),
  platform: 'node',
  plugins: [ours],
  external: isFoundAtRun,
  // discord.js has one, for those who ask for it.
  checks: { eval: false },
  output: {
    dir: out,
    format: 'esm',
    charset: 'ascii',
    comments: false,
    // Names stay as they are, for whoever reads where an error came from.
    minify: { compress: false, mangle: false },
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  },
});
