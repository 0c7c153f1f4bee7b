import type { ReadFont } from "./render-options";

export function createFontReader(assets: Pick<Fetcher, "fetch">): ReadFont {
	return async (file) => {
		const response = await assets.fetch(`https://fonts.invalid/${file}`);
		return response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
	};
}
