/** Types of WebAssembly that TypeScript lacks for Node.js. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
}
