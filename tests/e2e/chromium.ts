import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import { type Browser, chromium, type LaunchOptions } from "playwright-core";

const root = fileURLToPath(new URL("../../", import.meta.url));

const installedPaths = [
	"/usr/bin/chromium",
	"/usr/bin/chromium-browser",
	"/usr/bin/google-chrome",
	"/opt/google/chrome/chrome",
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
	"C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

type Executable = { path: string; libraries: string | null };

/** The package's own file names folders of another machine. Chromium exits where no font matches a family. */
function fontConfiguration(fonts: string): string {
	return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
<dir>${fonts}</dir><cachedir>${fonts}/cache</cachedir>
<match target="pattern"><edit name="family" mode="append_last" binding="weak"><string>Open Sans</string></edit></match>
</fontconfig>`;
}

/** Unpacks the Chromium of an npm package, with its shared libraries, once per version. */
function packagedChromium(): Executable {
	const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium");
	const packageRoot = entry.slice(
		0,
		entry.indexOf(join("@sparticuz", "chromium")) + join("@sparticuz", "chromium").length,
	);
	const { version } = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")) as { version: string }; // npm demands it
	const target = join(root, "node_modules/.cache", `chromium-${version}`);
	if (!existsSync(target)) {
		const unfinished = `${target}-${process.pid}`;
		mkdirSync(unfinished, { recursive: true });
		for (const name of readdirSync(join(packageRoot, "bin"))) {
			const bytes = brotliDecompressSync(readFileSync(join(packageRoot, "bin", name)));
			if (name === "chromium.br") writeFileSync(join(unfinished, "chromium"), bytes, { mode: 0o755 });
			else execFileSync("tar", ["-x", "-C", unfinished], { input: bytes });
		}
		writeFileSync(join(unfinished, "fonts.conf"), fontConfiguration(join(target, "fonts")));
		try {
			renameSync(unfinished, target);
		} catch (error) {
			// Another run unpacked it first.
			rmSync(unfinished, { recursive: true });
			if (!existsSync(target)) throw error;
		}
	}
	return { path: join(target, "chromium"), libraries: join(target, "lib") };
}

/** `CHROMIUM_PATH`; else the packaged one where it runs, so that every machine tests with the same; else an installed browser. Throws without one. */
function findChromium(): Executable {
	const wanted = process.env.CHROMIUM_PATH;
	if (wanted) return { path: wanted, libraries: null };
	if (process.platform === "linux" && process.arch === "x64") return packagedChromium();
	const installed = installedPaths.find((path) => existsSync(path));
	if (installed) return { path: installed, libraries: null };
	throw new Error(`No Chromium found for ${process.platform}: install one or set CHROMIUM_PATH.`);
}

/** Painting costs a quarter or more of loading a page; without memory for pixels Chromium leaves it out. */
const withoutPixels = "--force-gpu-mem-available-mb=1";
/** Pages share a process, and with it the compiled code of the product: this saves a sixth of a test. */
const inOneProcess = "--renderer-process-limit=1";

/** Starts Chromium for every test and tool; `isSeen`: its pixels are viewed or measured. */
export function chromiumLaunchOptions({ isSeen }: { isSeen: boolean }): LaunchOptions {
	const { path, libraries } = findChromium();
	const environment = libraries
		? { ...process.env, LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: join(dirname(path), "fonts.conf") }
		: process.env;
	return {
		executablePath: path,
		env: Object.fromEntries(
			Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
		),
		args: [
			"--no-sandbox",
			"--disable-gpu",
			"--disable-quic",
			"--no-first-run",
			"--disable-background-networking",
			"--disable-component-update",
			"--disable-sync",
			...(isSeen ? [] : [withoutPixels, inOneProcess]),
		],
	};
}

export function launchChromium(): Promise<Browser> {
	return chromium.launch(chromiumLaunchOptions({ isSeen: true }));
}
