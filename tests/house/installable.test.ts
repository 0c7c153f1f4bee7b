import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, "utf8");

const largestIconBytes = 32 * 1024;

it("names icons of the size they say, and small ones", () => {
	const named = [...read("worker/manifest.ts").matchAll(/src: "([^"]+)", sizes: "(\d+)x(\d+)"/g)];
	expect(named).toHaveLength(3);
	for (const [, path, width, height] of named) {
		const png = readFileSync(`${root}client/public${path}`);
		// https://www.w3.org/TR/png-3/#11IHDR
		const [signature, ...size] = [png.toString("latin1", 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)];
		expect([signature, ...size], path).toEqual(["PNG", Number(width), Number(height)]);
		expect(png.length, path).toBeLessThan(largestIconBytes);
	}
});

it("gives pages outside the console its own font, as the package has it now", () => {
	const own = readFileSync(`${root}client/public/fonts/inter-latin.woff2`);
	const packaged = readFileSync(`${root}node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2`);
	expect(own.equals(packaged)).toBe(true);
	for (const page of ["shared/base/plain-page.ts", "client/public/wall.css"])
		expect(read(page)).toMatch(/font-display: swap;.*\/fonts\/inter-latin\.woff2/s);
});

it("colors the browser's frame as the ground of the screens, in light and dark", () => {
	const grounds = [...read("client/ui/layout/tokens.css").matchAll(/--ground: (#[0-9a-f]{6});/g)].map(([, at]) => at);
	const metas = [...read("index.html").matchAll(/name="theme-color" content="(#[0-9a-f]{6})"/g)].map(([, at]) => at);
	expect(metas).toEqual(grounds);
	expect(read("worker/manifest.ts")).toContain(`"${grounds[0]}"`);
});

it("serves no request of the console by a service worker: one is for pushes, and one keeps the page of rounds", () => {
	const folders = ["client", "worker", "client/public"];
	const names = folders.flatMap((folder) =>
		readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" })
			.filter((name) => /\.(ts|tsx|js)$/.test(name))
			.map((name) => `${folder}/${name}`),
	);
	const named = (pattern: RegExp) => [...new Set(names.filter((name) => pattern.test(read(name))))];
	expect(named(/serviceWorker\.register/)).toEqual([
		"client/features/contacts/push-browser.ts",
		"client/public/rounds/rounds.js",
	]);
	expect(read("client/public/rounds/rounds.js")).toContain('{ scope: "/rounds/", updateViaCache: "none" }');
	expect(named(/addEventListener\("fetch"|onfetch|importScripts/)).toEqual(["client/public/rounds/sw.js"]);
});
