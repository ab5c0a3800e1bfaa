// Writes the program into few files of plain JavaScript, in `dist`: of a start on a small machine, much goes by in reading a thousand
// modules and taking their types out. For production alone, or into a folder that is named; without it everything runs from the sources.
// Plain JavaScript: npm may run it on a Node that knows no TypeScript.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isProduction } from './is-production.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [, , named] = process.argv;
const out = join(root, named ?? 'dist');
const sources = join(root, 'src');

/** Scripts of threads are found by their address, which is made in the one way that this finds. */
const script = /new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g;

const scripts = () =>
  readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('cli'))
    .flatMap((file) => {
      const text = readFileSync(join(sources, file), 'utf8');
      return [...text.matchAll(script)].map(([, to]) => resolve(sources, dirname(file), to));
    });

const nameOf = (file) => relative(sources, file).replace(/\.ts$/, '').replaceAll(/[\\/]/g, '-');
const addressOf = (file) => `./${relative(out, file).replaceAll('\\', '/')}`;

/** What a module finds beside itself it finds from `dist`, too: scripts there, all else where it lies. */
const addresses = {
  name: 'addresses',
  transform: (code, id) =>
    id.startsWith(root) && code.includes('import.meta.url')
      ? code
          .replaceAll(script, (_, to) => `new URL('./${nameOf(resolve(dirname(id), to))}.js', import.meta.u_r_l)`)
          .replaceAll('import.meta.url', `new URL('${addressOf(id)}', import.meta.u_r_l).href`)
          .replaceAll('import.meta.u_r_l', 'import.meta.url')
      : undefined,
};

const inBase64 = /const \{ wasm \} = await import\("([^"]+)"\)\s+return await decodeBase64AsWasm\(wasm\)/;

/** What Prisma compiles queries with lies beside the rest as it is: its own module of two million characters takes longer to read than to compile. */
const queryCompiler = {
  name: 'query-compiler',
  transform: async function (code, id) {
    const [text, module] = id.startsWith(sources) ? (inBase64.exec(code) ?? []) : [];
    if (text === undefined) return undefined;
    const { wasm } = await import(module);
    const fileName = 'query-compiler.wasm';
    this.emitFile({ type: 'asset', fileName, source: Buffer.from(wasm, 'base64') });
    const file = `new URL('./${fileName}', import.meta.url)`;
    return code.replace(text, `return new WebAssembly.Module((await import('node:fs')).readFileSync(${file}))`);
  },
};

/**
 * What discord.js does without here: forms, which Node.js has itself and loads with all that fetches as soon as they are named; and
 * HTTP/2, which it is never told to use.
 */
const unneeded = [
  [/globalThis\.(?:FormData|Blob) \?\?= [^;]+;/g, ''],
  [/require\('node:http2'\)/g, '{ constants: {} }'],
];
const withoutUnneeded = {
  name: 'without-unneeded',
  transform: (code, id) =>
    /@discordjs|undici/.test(id)
      ? unneeded.reduce((text, [what, instead]) => text.replaceAll(what, instead), code)
      : undefined,
};

/** What goes beyond ASCII is written as escapes: otherwise V8 keeps two bytes for every character of a file. */
const inAscii = {
  name: 'in-ascii',
  generateBundle: (_, bundle) => {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk')
        chunk.code = chunk.code.replaceAll(
          /[^\0-\x7f]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
  },
};

/** Pure JavaScript that takes long to load; what comes with it goes along. The rest is found in `node_modules` when it runs. */
const goesAlong =
  /^(?:discord\.js|@discordjs\/.*|zod|pg|prom-client|@prisma\/adapter-pg|pglite-prisma-adapter|minisearch|lru-cache|nanotar|seedrandom)$/;
/** It finds its files beside itself. */
const staysBehind = /^@electric-sql\/pglite/;
/** What discord.js and pg would use if it were there. */
const isMissing = /^(?:zlib-sync|bufferutil|utf-8-validate|@discordjs\/opus|pg-native|pg-cloudflare)$/;

const isFoundAtRun = (id, from) =>
  isBuiltin(id) ||
  isMissing.test(id) ||
  staysBehind.test(id) ||
  !(id.startsWith('.') || id.startsWith(root) || goesAlong.test(id) || from?.includes('node_modules'));

rmSync(out, { recursive: true, force: true });
if ((isProduction || named !== undefined) && existsSync(sources))
  try {
    const { rolldown } = await import('rolldown');
    const input = Object.fromEntries([join(sources, 'main.ts'), ...scripts()].map((file) => [nameOf(file), file]));
    const bundle = await rolldown({
      ...{ input, platform: 'node', plugins: [addresses, queryCompiler, withoutUnneeded, inAscii] },
      external: isFoundAtRun,
      onLog: () => undefined,
    });
    // Whoever starts meanwhile finds all of it or nothing.
    const beginning = `${out}-${process.pid}`;
    await bundle.write({
      dir: beginning,
      format: 'esm',
      // Names stay as they are, for whoever reads where an error came from.
      minify: { compress: false, mangle: false },
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
    });
    renameSync(beginning, out);
  } catch (problem) {
    rmSync(out, { recursive: true, force: true });
    console.log(`The program runs from its sources, and starts more slowly: ${String(problem).split('\n')[0]}`);
  }
