import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { firstBatchOf, measureScreens } from "../../local/tasks/route-sizes";
import { screenLanguages } from "../../shared/words/made/languages";

/** The tests build for deployment first. */
const outDir = fileURLToPath(new URL("../../dist/deploy/", import.meta.url));
const screens = measureScreens(outDir);

/** The folder of each language's words, by tag. */
function wordFolders(): Record<string, string> {
	const html = readFileSync(`${outDir}client/index.html`, "utf8");
	const [, words = ""] = /<script type="application\/json" id="words">(.*?)<\/script>/.exec(html) ?? [];
	return JSON.parse(words); // the build's
}

function screenAt(path: string) {
	const screen = screens.find((candidate) => candidate.path === path);
	if (!screen) throw new Error(`No screen at ${path} among ${screens.map((other) => other.path).join(", ")}`);
	return screen;
}

const publicPaths = new Set(["/", "/confirm", "/forgot-password", "/login", "/new-password", "/new-password-required"]);
for (const path of ["/login/sso", "/second-step", "/signup", "/verify"]) publicPaths.add(path);

describe("the page", () => {
	it("names the files that each screen loads besides the entry", () => {
		const html = readFileSync(`${outDir}client/index.html`, "utf8");
		const [, text = ""] = /<script type="application\/json" id="screens">(.*?)<\/script>/.exec(html) ?? [];
		const { files, screens: named } = JSON.parse(text) as {
			files: string[];
			screens: [string, number[], string[], string?][];
		}; // the build's
		expect(named.map(([path]) => path).sort()).toEqual(screens.map(({ path }) => path).sort());
		for (const [path, wanted] of named) expect(wanted.length, path).toBeGreaterThan(0);
		for (const [path, , questions, batch] of named) {
			expect(questions, path).toEqual(publicPaths.has(path) ? ["/api/auth/config"] : []);
			expect(batch, path).toBe(firstBatchOf(path));
		}
		expect(named.filter(([, , , batch]) => batch).map(([path]) => path)).toEqual(["/dashboard"]);
		const folders = Object.values(wordFolders());
		expect(folders.length).toBeGreaterThan(1);
		for (const file of files)
			for (const folder of folders) {
				const path = file.startsWith("#words/") ? file.replace("#words/", folder) : `/${file}`;
				expect(existsSync(`${outDir}client${path}`), path).toBe(true);
			}
	});
});

describe("the JavaScript of a screen", () => {
	it.each(screenLanguages)("stays within 143.6 kB for /login and 211.8 kB for /dashboard, gzipped: %s", (tag) => {
		const measured = measureScreens(outDir, wordFolders()[tag]);
		const sizeOf = (wanted: string) => measured.find(({ path }) => path === wanted)?.kilobytes;
		expect(sizeOf("/login")).toBeLessThanOrEqual(143.6);
		expect(sizeOf("/dashboard")).toBeLessThanOrEqual(211.8);
	});

	it("measures the whole graph of the build", () => {
		// A size below React's own would mean that the graph was misread.
		for (const { path, kilobytes } of screens) expect(kilobytes, path).toBeGreaterThan(60);
	});

	it("holds the chart's code only where there is a chart, and there only when it is rendered", () => {
		const withChart = screens.filter(({ laterPackages }) => laterPackages.includes("uplot"));
		expect(withChart.map(({ path }) => path).sort()).toEqual([
			...["/alerts/events/$eventId", "/compare", "/devices/$deviceId", "/groups/$groupId", "/log/"],
		]);
		for (const { path, packages } of screens) expect(packages, path).not.toContain("uplot");
	});

	it("loads the code of menus and tooltips only once the dashboard stands", () => {
		const { packages, laterPackages } = screenAt("/dashboard");
		expect(packages).not.toContain("@floating-ui/react");
		expect(laterPackages).toContain("@floating-ui/react");
	});

	it("contains no code of error reporting, which comes once the screen stands", () => {
		for (const { path, packages } of screens) {
			expect(
				packages.filter((name) => name.startsWith("@sentry/")),
				path,
			).toEqual([]);
		}
		const everything = readFileSync(`${outDir}client-chunks.json`, "utf8");
		expect(everything).toContain("@sentry/react");
	});

	it("contains no data client and no schemas before a sign-in, which a signed-in screen has", () => {
		const signedIn = ["@tanstack/react-query", "@trpc/client", "@trpc/server", "superjson", "zod"];
		const loaded = (path: string) => signedIn.filter((name) => screenAt(path).packages.includes(name));
		for (const path of publicPaths) expect(loaded(path), path).toEqual([]);
		expect(loaded("/dashboard")).toEqual(signedIn);
	});
});
