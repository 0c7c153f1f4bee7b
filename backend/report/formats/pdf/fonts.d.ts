/** The Vite plugin of Cloudflare takes what ends in `.bin` as bytes, beside the bundle, and reads the file before the mark. */
declare module "*.ttf?.bin" {
	const bytes: ArrayBuffer;
	export default bytes;
}
