type Run = (words: string[]) => void | Promise<void>;

/** Writes a debug id into each file and its map, so deploy afterwards. */
export async function uploadSourceMaps(folders: string[], release: string, run: Run): Promise<void> {
	await run(["sentry-cli", "sourcemaps", "upload", ...(release ? ["--release", release] : []), ...folders]);
}
