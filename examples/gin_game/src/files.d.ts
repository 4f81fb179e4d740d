// Files that the bundler puts into the script, as bytes.
declare module "*.gz" {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}
