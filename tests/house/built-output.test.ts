import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { resolveConfig } from "vite";
import { describe, expect, it, onTestFinished, vi } from "vitest";

const dist = fileURLToPath(new URL("../../dist/", import.meta.url));

/** Not in `.wrangler`, where tests that run beside this one start Workers, and delete what they built. */
function filesBelow(folder: string): string[] {
	return globSync(["**/*", "**/.vite/**"], { cwd: folder, withFileTypes: true })
		.filter((entry) => entry.isFile() && !entry.name.endsWith(".map"))
		.map((entry) => join(entry.parentPath, entry.name));
}

function filesWith(build: string, texts: string[]): string[] {
	return filesBelow(join(dist, build))
		.filter((path) => texts.some((text) => readFileSync(path).includes(text)))
		.map((path) => relative(join(dist, build), path));
}

const traces = [
	"aqlcloud-local",
	"us-east-1_Local0001",
	"UserPoolObject",
	"local-ingest-secret",
	"Cold room 1",
	"Local-demo-1",
];

describe("the build for deployment", () => {
	it("leaves out the local Worker and the binding to it, which the local build has", () => {
		expect(filesWith("deploy", traces)).toEqual([]);
		for (const trace of traces) expect(filesWith("local", [trace]), trace).not.toEqual([]);
	});

	// `npm run deploy` hands on "development", as it has loaded modules by Vite before it builds.
	it("runs for production, whatever the command that builds has found or left in NODE_ENV", async () => {
		onTestFinished(() => void vi.unstubAllEnvs());
		vi.stubEnv("NODE_ENV", "development");
		expect((await resolveConfig({}, "build", "production", "production")).isProduction).toBe(true);
	});

	it("alone can be uploaded: wrangler ends at the local build's own command, before it asks Cloudflare anything", () => {
		for (const worker of ["aqlcloud", "aqlcloud_backend"]) {
			const buildOf = (build: string) =>
				JSON.parse(readFileSync(join(dist, build, worker, "wrangler.json"), "utf8")).build?.command;
			expect([buildOf("deploy"), buildOf("local")]).toEqual([
				undefined,
				expect.stringMatching(/npm run deploy.*exit\(1\)/),
			]);
		}
	});

	it("contains the fonts of PDFs, byte for byte, as files that are uploaded as bytes and that the backend names", () => {
		const fonts = ["400Regular/NotoSans_400Regular.ttf", "700Bold/NotoSans_700Bold.ttf"];
		const packages = fileURLToPath(new URL("../../node_modules/@expo-google-fonts/noto-sans/", import.meta.url));
		const worker = join(dist, "deploy/aqlcloud_backend");
		const files = filesBelow(worker);
		for (const font of fonts.map((path) => readFileSync(join(packages, path)))) {
			const held = files.filter((path) => path.endsWith(".bin") && readFileSync(path).equals(font));
			expect(held).toHaveLength(1);
			const name = held.map((path) => path.slice(path.lastIndexOf("/") + 1)).join();
			const naming = files.filter((path) => path.endsWith(".js") && readFileSync(path).includes(name));
			expect(naming).not.toEqual([]);
		}
	});

	it("loads the SDK of the error service in each Worker only with the first error", () => {
		for (const worker of ["aqlcloud", "aqlcloud_backend"]) {
			const holding = filesWith(`deploy/${worker}`, ["sentry.javascript", "sentryStackFrame", "_sentryDebugIds"]);
			expect(
				holding.map((path) => path.replace(/-[\w-]{8}\.js$/, ".js")),
				worker,
			).toEqual(["assets/send-error.js"]);
		}
	});

	it("contains no character in the Workers' modules that would double the memory their text takes", () => {
		const modules = ["aqlcloud", "aqlcloud_backend"].flatMap((worker) => filesBelow(join(dist, "deploy", worker)));
		const scripts = modules.filter((path) => path.endsWith(".js"));
		expect(scripts.length).toBeGreaterThan(5);
		const doubled = scripts.flatMap((path) => readFileSync(path, "utf8").match(/^.*[^\0-\xff].*$/gm) ?? []);
		expect(doubled.map((line) => line.slice(0, 200))).toEqual([]);
	});
});
