/** What the compiler's library for Node.js leaves out. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
}
