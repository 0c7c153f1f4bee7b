type Run = (words: string[]) => void | Promise<void>;

/**
 * The command first writes a debug id into each file and its map, so deploy afterwards. .assetsignore keeps the maps
 * out
 * of the deployment.
 */
export async function uploadSourceMaps(folders: string[], release: string, run: Run): Promise<void> {
	await run(["sentry-cli", "sourcemaps", "upload", ...(release ? ["--release", release] : []), ...folders]);
}
