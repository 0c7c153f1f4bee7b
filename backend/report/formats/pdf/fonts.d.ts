/** Cloudflare's Vite plugin bundles `.bin` as bytes, and reads the file before the question mark. */
declare module "*.ttf?.bin" {
	const bytes: ArrayBuffer;
	export default bytes;
}
