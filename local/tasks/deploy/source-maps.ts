type Run = (words: string[]) => void | Promise<void>;

/**
 * Uploads each file with its map. The command first writes a debug id into both, so deploy afterwards; .assetsignore
 * keeps the maps out of the deployment.
 */
export async function uploadSourceMaps(folders: string[], release: string, run: Run): Promise<void> {
	await run(["sentry-cli", "sourcemaps", "upload", ...(release ? ["--release", release] : []), ...folders]);
}
