/** True if the file is one of the paths or inside one of them. A path that ends in a slash is a folder. */
export const isAmong = (paths: readonly string[], file: string): boolean =>
  paths.some((path) => (path.endsWith('/') ? file.startsWith(path) : file === path));
