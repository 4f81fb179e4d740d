// Files that the bundler puts into the script.
declare module "*.wasm" {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}
declare module "*.net" {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}
